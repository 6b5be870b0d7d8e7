import { isFailure, noticeOf } from './record-notices'

interface RecordNoticeProps {
  /** As the address has it. */
  readonly notice: string | readonly string[] | undefined
}

/** What the form before did. */
export function RecordNotice({ notice }: RecordNoticeProps) {
  const words = noticeOf(notice)
  return words === null ? null : <p className={isFailure(notice) ? 'notice' : 'notice done'} role="status">{words}</p>
}
