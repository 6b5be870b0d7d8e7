import { Command } from 'commander'
import { parseIdentity } from '@/lib/access'
import type { ContextMeasure, StrategyCost } from '@/lib/evidence'
import type { Slice, Slices } from '@/lib/runtime'
import { closing, openServerOrOwn } from './open-server-or-own'

interface Measure extends ContextMeasure {
  readonly slices: Slices
}

interface MeasureSession {
  measure(): Promise<Measure>
}

const number = (amount: number): string => amount.toLocaleString('en')

function formatSlices(slices: Slices): string {
  const line = ({ name, passages, bytes, tokens }: Slice) => `   ${(name ?? 'none').padEnd(24)} ${number(passages).padStart(9)} passages ${number(bytes).padStart(12)} bytes ${number(tokens).padStart(10)} tokens`
  return (['project', 'kind', 'scope', 'time'] as const).map((cut) => [`By ${cut}:`, ...slices[cut].map(line)].join('\n')).join('\n')
}

const strategyWords: Readonly<Record<StrategyCost['strategy'], string>> = { passages: 'selected passages', 'whole-document': 'a whole document', 'whole-corpus': 'the whole corpus' }

function formatCost({ strategy, tokens, questions, usd, ratio, available }: StrategyCost): string {
  const measured = strategy === 'whole-corpus' ? 'measured on the index' : questions === 0 ? 'at most; no question measured yet' : `mean of ${number(questions)} questions`
  return `   ${strategyWords[strategy].padEnd(18)} ${number(tokens).padStart(10)} tokens ${`${ratio} ×`.padStart(8)}${usd === null ? '' : ` ${usd.toFixed(6)} USD`}  ${measured}${available ? '' : ', not used'}`
}

function format({ slices, corpus, strategies, threshold, monthlyQuestions, inputPrice, generation }: Measure): string {
  if (generation === null) return 'Nothing is indexed yet, so there is nothing to measure.'
  return [
    `Index ${generation}. A search without filters reaches ${number(corpus.documents)} documents, about ${number(corpus.tokens)} tokens.`,
    formatSlices(slices),
    'Evidence for one question:', ...strategies.map(formatCost),
    `A configured language model is given the whole corpus up to ${number(threshold)} tokens. Asked in the last 30 days: ${number(monthlyQuestions)}.`,
    ...(inputPrice === null ? ['No price is configured, so tokens stand for cost. Without a language model nothing is sent and nothing is paid.'] : [`At ${inputPrice} USD for a million input tokens; what a model writes is not in it.`]),
  ].join('\n')
}

/** `k81r measure`: how large the corpus is by slice, and what one question costs by each strategy. */
export function measureCommand(): Command {
  return new Command('measure').description('say how large the corpus is and what a question costs by each strategy')
    .option('--json', 'print one JSON document').option('--as <identity>', 'run with this identity’s scopes: owner, public, or reader:<scope>,<scope>')
    .action(async ({ json, as = null }: { readonly json?: true; readonly as?: string | null }) => {
      const identity = parseIdentity(as ?? 'owner')
      await closing(openServerOrOwn<MeasureSession>('measure', as, {
        remote: (server) => ({ measure: () => server.request('GET', '/api/measure') }),
        own: (runtime) => ({ measure: async () => ({ ...(await runtime.evidence.measure(identity)), slices: (await runtime.status(identity)).slices }) }),
      }), async (session) => {
        const measure = await session.measure()
        console.log(json === true ? JSON.stringify(measure, null, 2) : format(measure))
      })
    })
}
