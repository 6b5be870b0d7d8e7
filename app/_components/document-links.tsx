import type { DocumentLink, DocumentView } from '@/lib/runtime'
import { documentAddress } from './document-address'
import { LineLinks } from './document-lines'
import { titleText } from './title-text'

/** One wording of a link that does not lead to one place, with every line on which it stands. */
interface UnsettledLink extends DocumentLink {
  readonly lines: readonly number[]
}

/** The links of a document that lead nowhere, to several documents, or to a heading or block that is not there. */
export function unsettledLinks(links: readonly DocumentLink[]): readonly UnsettledLink[] {
  const found = new Map<string, UnsettledLink>()
  for (const link of links) {
    const isSettled = link.state === 'attachment' || (link.state === 'resolved' && (link.fragment === null || link.place !== null))
    if (isSettled) continue
    const known = found.get(link.written)
    found.set(link.written, { ...(known ?? link), lines: [...new Set([...(known?.lines ?? []), link.line])] })
  }
  return [...found.values()]
}

interface DocumentLinksProps {
  readonly view: DocumentView
}

/** Below a document: its links that need a look, in words. Nothing where there is none. */
export function DocumentLinks({ view }: DocumentLinksProps) {
  const links = unsettledLinks(view.links)
  if (links.length === 0) return null
  return (
    <section className="linked" aria-labelledby="links">
      <h2 id="links">Links to look at</h2>
      <ul>
        {links.map((link) => (
          <li key={link.written}>
            <code>{link.written}</code> <Problem link={link} view={view} />
            <p className="where"><LineLinks documentId={view.documentId} revision={view.revision} lines={link.lines} /></p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Problem({ link, view }: { readonly link: UnsettledLink; readonly view: DocumentView }) {
  const [document] = link.documents
  if (document === undefined) return <>names no document here.</>
  if (link.state === 'resolved') {
    const name = link.fragment ?? ''
    const missing = name.startsWith('^') ? <>has no block “{name.slice(1)}”</> : <>has no heading “{name.replaceAll('#', ' › ')}”</>
    return document.documentId === view.documentId ? <>: this document {missing}.</> : <>: <a href={documentAddress(document.documentId)}>{titleText(document.title)}</a> {missing}.</>
  }
  return (
    <>
      could mean any of {link.documents.length} documents:
      <ul className="candidates">
        {link.documents.map((candidate) => (
          <li key={candidate.documentId}><a href={documentAddress(candidate.documentId)}>{titleText(candidate.title)}</a> <span className="path">{candidate.path}</span></li>
        ))}
      </ul>
    </>
  )
}
