import type { AnswerId } from '@/lib/foundation'

/** Why an answer may be asked again, as the record of the new revision names it. */
export const askAgainCauses = {
  asked: 'asked again', changed: 'cited passages changed', broken: 'the run before did not finish', evidence: 'new evidence for a saved question', saved: 'a saved question asked again',
} as const
export type AskAgainCause = keyof typeof askAgainCauses

interface AskAgainProps {
  readonly answerId: AnswerId
  readonly cause: AskAgainCause
  readonly words: string
}

/** The cause that a form names; `asked` where it names none that there is. */
export function askAgainCause(given: string | undefined): AskAgainCause {
  return given !== undefined && Object.hasOwn(askAgainCauses, given) ? (given as AskAgainCause) : 'asked' // checked by hasOwn
}

/** A button that makes the next revision of an answer. */
export function AskAgain({ answerId, cause, words }: AskAgainProps) {
  return (
    <form method="post" action="/answers/again">
      <input type="hidden" name="answerId" value={answerId} />
      <input type="hidden" name="cause" value={cause} />
      <button className="button" type="submit">{words}</button>
    </form>
  )
}
