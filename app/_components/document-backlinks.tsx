import { Fragment } from 'react'
import type { Backlink, DocumentView } from '@/lib/runtime'
import { AuthoredLine } from './authored-line'
import { count } from './count'
import { documentAddress } from './document-address'
import { LineLinks } from './document-lines'
import { nowhere } from './link-address'
import { titleText } from './title-text'

interface DocumentBacklinksProps {
  readonly view: DocumentView
}

const shownDocuments = 25
const shownSentences = 3

/** Each sentence that links here once, with the lines on which its links stand. */
function sentencesOf(places: Backlink['places']): readonly { readonly sentence: string; readonly lines: readonly number[] }[] {
  const found = new Map<string, Set<number>>()
  for (const { sentence, line } of places) found.set(sentence, (found.get(sentence) ?? new Set()).add(line))
  return [...found].map(([sentence, lines]) => ({ sentence, lines: [...lines] }))
}

/** Below a document: which documents link to it, and the sentences in which they do. Nothing where none does. */
export function DocumentBacklinks({ view }: DocumentBacklinksProps) {
  if (view.backlinks.length === 0) return null
  const rest = view.backlinks.slice(shownDocuments)
  return (
    <section className="linked" aria-labelledby="linked-from">
      <h2 id="linked-from">Linked from {count(view.backlinks.length, 'document')}</h2>
      <BacklinkList backlinks={view.backlinks.slice(0, shownDocuments)} />
      {rest.length > 0 && (
        <details>
          <summary>{count(rest.length, 'more document')}</summary>
          <BacklinkList backlinks={rest} />
        </details>
      )}
    </section>
  )
}

function BacklinkList({ backlinks }: { readonly backlinks: readonly Backlink[] }) {
  return (
    <ul>
      {backlinks.map((backlink) => {
        const sentences = sentencesOf(backlink.places)
        return (
          <li key={backlink.documentId}>
            <a href={documentAddress(backlink.documentId)}>{titleText(backlink.title)}</a> <span className="path">{backlink.path}</span>
            {sentences.slice(0, shownSentences).map(({ sentence, lines }) => (
              <Fragment key={sentence}>
                <blockquote className="authored"><p><AuthoredLine text={sentence} addressOf={nowhere} /></p></blockquote>
                <p className="where"><LineLinks documentId={backlink.documentId} revision={null} lines={lines} /></p>
              </Fragment>
            ))}
            {sentences.length > shownSentences && <p className="where">and in {count(sentences.length - shownSentences, 'more sentence')}</p>}
          </li>
        )
      })}
    </ul>
  )
}
