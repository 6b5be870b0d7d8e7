import type { AnswerSummary } from '@/lib/runtime'
import { Moment } from './moment'
import { outcomeWords } from './words'

interface AnswerListProps {
  readonly answers: readonly AnswerSummary[]
}

/** Questions that were asked, newest first, with what came of them. */
export function AnswerList({ answers }: AnswerListProps) {
  return (
    <ul className="lines">
      {answers.map((answer) => (
        <li key={answer.answerId} data-walk-item>
          <a href={`/answers/${answer.answerId}`} data-walk>{answer.question}</a>
          <span>{answer.bookmarked && 'bookmarked, '}{outcomeWords[answer.outcome]}{answer.revision > 1 && `, revision ${answer.revision}`}, <Moment at={answer.createdAt} /></span>
        </li>
      ))}
    </ul>
  )
}
