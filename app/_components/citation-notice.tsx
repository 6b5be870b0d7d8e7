import type { AnswerRecord } from '@/lib/answers'
import type { CitationState } from '@/lib/runtime'
import { AskAgain } from './ask-again'

const changes: readonly (readonly [state: CitationState, one: string, several: string])[] = [
  ['changed', 'has changed', 'have changed'],
  ['superseded', 'has been superseded', 'have been superseded'],
  ['removed', 'has been removed', 'have been removed'],
]

/** "1 of 3 cited passages has changed since this answer."; null when all are as they were. */
export function noticeWords(states: ReadonlyMap<number, CitationState>): string | null {
  const parts = changes.flatMap(([state, one, several]) => {
    const amount = [...states.values()].filter((other) => other === state).length
    return amount === 0 ? [] : [{ amount, words: amount === 1 ? one : several }]
  })
  const [first, ...rest] = parts
  if (first === undefined) return null
  const total = states.size === 1 ? 'The cited passage' : `${first.amount} of ${states.size} cited passages`
  return [`${total} ${first.words}`, ...rest.map((part) => `${part.amount} ${part.words}`)].join(', ') + ' since this answer.'
}

interface CitationNoticeProps {
  readonly record: AnswerRecord
  readonly states: ReadonlyMap<number, CitationState>
}

/** Says when cited passages are no longer as they were, and offers the next revision. */
export function CitationNotice({ record, states }: CitationNoticeProps) {
  const words = noticeWords(states)
  if (words === null) return null
  return (
    <div className="notice">
      <p>{words}</p>
      <AskAgain answerId={record.answerId} cause="changed" words={`Answer again as revision ${record.revision + 1}`} />
    </div>
  )
}
