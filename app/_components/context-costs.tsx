import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { StrategyCost } from '@/lib/evidence'
import { count } from './count'
import { Table } from './table'

const strategyWords: Readonly<Record<StrategyCost['strategy'], string>> = { passages: 'Selected passages', 'whole-document': 'A whole document', 'whole-corpus': 'The whole corpus' }

function measuredWords({ strategy, questions, available }: StrategyCost): string {
  if (strategy === 'whole-corpus') return available ? 'measured on the index; used' : 'measured on the index; not used'
  return questions === 0 ? 'at most; no question measured yet' : `mean of ${count(questions, 'question')}`
}

/** What one question costs by each way of giving it context. */
export async function ContextCosts() {
  const { generation, corpus, strategies, threshold, monthlyQuestions, inputPrice } = await getRuntime().evidence.measure(await currentIdentity())
  if (generation === null) return null
  const caption = [
    `A search without filters reaches ${count(corpus.documents, 'document')}, about ${count(corpus.tokens, 'token')}. A configured language model is given all of it up to ${count(threshold, 'token')}.`,
    `Asked in the last 30 days: ${count(monthlyQuestions, 'question')}.`,
    inputPrice === null ? 'No price is configured, so tokens stand for cost.' : `At ${inputPrice} USD for a million input tokens; what a model writes is not in it.`,
  ].join(' ')
  return (
    <Table title="What a question costs" head={['Evidence', 'Tokens, about', 'Times the passages', ...(inputPrice === null ? [] : ['USD']), 'Measured']} caption={caption}>
      {strategies.map((cost) => (
        <tr key={cost.strategy}>
          <td>{strategyWords[cost.strategy]}</td>
          <td>{cost.tokens.toLocaleString('en')}</td>
          <td>{cost.ratio.toLocaleString('en')}</td>
          {inputPrice !== null && <td>{(cost.usd ?? 0).toFixed(6)}</td>}
          <td>{measuredWords(cost)}</td>
        </tr>
      ))}
    </Table>
  )
}
