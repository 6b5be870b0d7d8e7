import type { AnswerRecord } from '@/lib/answers'

interface RecordsStatedProps {
  readonly record: AnswerRecord
}

/** How many documents match a question for the records, and by which conditions; nothing for other questions, and where the refusal says it. */
export function RecordsStated({ record: { records, refusal } }: RecordsStatedProps) {
  if (records === undefined || refusal !== null) return null
  return <p className="lead">{records.statement} From the records of index {records.generation}.</p>
}
