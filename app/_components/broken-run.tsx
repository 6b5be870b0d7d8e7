import type { AnswerRun } from '@/lib/answers'
import { AskAgain } from './ask-again'

interface BrokenRunProps {
  readonly run: AnswerRun
}

/** A run that ended without a record: what happened, and how to ask again. What was found before stays one link away. */
export function BrokenRun({ run }: BrokenRunProps) {
  return (
    <>
      <p className="lead">
        {run.message ?? (run.state === 'interrupted' ? 'The server stopped before this answer was finished.' : 'This answer could not be finished.')}
      </p>
      <div className="actions">
        <AskAgain answerId={run.answerId} cause="broken" words="Ask again" />
        {run.evidenceSetId !== null && <a className="button" href={`/evidence/${run.evidenceSetId}`} data-press="evidence">Evidence set</a>}
      </div>
    </>
  )
}
