import type { AnswerRecord } from '@/lib/answers'

/** One answer revision as hidden fields of a form. */
export function RevisionFields({ answerId, revision }: Pick<AnswerRecord, 'answerId' | 'revision'>) {
  return (
    <>
      <input type="hidden" name="answerId" value={answerId} />
      <input type="hidden" name="revision" value={revision} />
    </>
  )
}
