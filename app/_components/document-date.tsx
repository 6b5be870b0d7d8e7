import type { DateOrigin } from '@/lib/documents'
import { Moment } from './moment'
import { dateOriginWords } from './words'

interface DocumentDateProps {
  readonly item: { readonly effectiveAt: string; readonly undated?: true }
}

/** The date of a document, or that it has none: the time of its file is none. */
export function DocumentDate({ item }: DocumentDateProps) {
  return item.undated === true ? <>no date</> : <Moment at={item.effectiveAt} />
}

interface DateWithOriginProps {
  readonly at: string
  readonly origin: DateOrigin
}

/** The date of a document and where it was read. */
export function DateWithOrigin({ at, origin }: DateWithOriginProps) {
  return origin === 'file-time' ? <>no date; file of <Moment at={at} /></> : <><Moment at={at} />, {dateOriginWords[origin]}</>
}
