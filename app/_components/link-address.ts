import type { DocumentLink, DocumentView } from '@/lib/runtime'
import { documentAddress } from './document-address'

/** A link to a file as its text writes it, percent escapes of a path decoded. */
export type WrittenLink = Pick<DocumentLink, 'form' | 'target' | 'fragment'>

/** The address a link leads to; null where it leads nowhere and reads as text. */
export type AddressOf = (link: WrittenLink) => string | null

function keyOf({ form, target, fragment }: WrittenLink): string {
  return JSON.stringify([form, target, fragment])
}

function addressOf(view: Pick<DocumentView, 'documentId' | 'revision'>, { state, target, documents, place }: DocumentLink): string | null {
  const [document] = documents
  if (state !== 'resolved' || document === undefined) return null
  const isOwn = document.documentId === view.documentId
  if (place === null) return target === '' ? null : documentAddress(document.documentId)
  if (place.kind === 'block') return documentAddress(document.documentId, isOwn ? view.revision : null, place)
  return `${isOwn ? '' : documentAddress(document.documentId)}#line-${place.startLine}`
}

/** Where the links of a document lead: to the page of the document they name, at the heading or block they name. */
export function linkAddresses(view: Pick<DocumentView, 'documentId' | 'revision' | 'links'>): AddressOf {
  const addresses = new Map(view.links.map((link) => [keyOf(link), addressOf(view, link)]))
  return (link) => addresses.get(keyOf(link)) ?? null
}

/** Every link as text. */
export const nowhere: AddressOf = () => null
