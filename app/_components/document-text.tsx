import type { DocumentView } from '@/lib/runtime'
import { documentAddress } from './document-address'
import { linkAddresses } from './link-address'
import type { MarkSpan } from './mark-text'
import { RenderedText } from './rendered-text'
import { StoredText } from './stored-text'

interface DocumentTextProps {
  readonly view: DocumentView
  readonly cited: MarkSpan | null
  readonly asStored: boolean
}

const longestShownLength = 300_000
const aroundLength = 20_000

/** A revision's text: rendered, or as it is stored; a very long one only around its cited stretch. */
export function DocumentText({ view, cited, asStored }: DocumentTextProps) {
  const { text } = view
  if (text === null) return <p className="notice">The text of this revision was purged. What answers quoted from it is gone too.</p>
  if (text.trim() === '') return <p className="measure">This document is empty.</p>
  if (text.length > longestShownLength) return <PartOfText text={text} cited={cited} />
  const isRecord = /\.(ya?ml|json)$/i.test(view.sourcePath)
  const address = documentAddress(view.documentId, view.revision, cited)
  const [path, hash] = address.split('#')
  return (
    <>
      {!isRecord && (
        <p className="quiet switch">
          {asStored
            ? <a href={address}>Show it rendered</a>
            : <a href={`${path ?? ''}&view=source${hash === undefined ? '' : `#${hash}`}`}>Show the stored text with line numbers</a>}
          {cited !== null && <> · <a href="#cited">Go to the cited passage</a></>}
        </p>
      )}
      {isRecord || asStored
        ? <StoredText text={text} startLine={1} cited={cited} />
        : <RenderedText text={text} title={view.title} sections={view.sections} cited={cited} addressOf={linkAddresses(view)} />}
    </>
  )
}

function PartOfText({ text, cited }: { readonly text: string; readonly cited: MarkSpan | null }) {
  const middle = cited?.startOffset ?? 0
  const from = text.lastIndexOf('\n', Math.max(0, middle - aroundLength)) + 1
  const end = text.indexOf('\n', Math.min(text.length, middle + aroundLength))
  const to = end < 0 ? text.length : end
  const own = cited === null ? null : { startOffset: cited.startOffset - from, endOffset: cited.endOffset - from }
  return (
    <>
      <p className="notice">
        This document is {Math.round(text.length / 1_000).toLocaleString('en')},000 characters long. Shown is the stored text{' '}
        {cited === null ? 'of its beginning' : 'around the cited passage'}.
      </p>
      <StoredText text={text.slice(from, to)} startLine={text.slice(0, from).split('\n').length} cited={own} />
    </>
  )
}
