import { seeOther } from '@/app/_components/problems'
import { noticeWords } from '@/app/_components/record-notices'
import type { AnswerId } from '@/lib/foundation'

/** Leads back to one answer revision, which says what was done. `notice` names its words; without any, nothing is said. */
export function seeAnswer({ answerId, revision }: { readonly answerId: AnswerId; readonly revision: number }, notice: string, page = ''): Response {
  const address = `/answers/${answerId}/r/${revision}${page}`
  return seeOther(Object.hasOwn(noticeWords, notice) ? `${address}?notice=${notice}` : address)
}
