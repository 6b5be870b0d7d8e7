export { documentKinds, documentStatuses } from './document'
export type {
  ContentType, ContextSpan, DateOrigin, DocumentKind, DocumentStatus, LocatedSpan, Link, ParsedDocument, ParseWarning, Passage, Section, Span, UnreadableFile,
} from './document'
export { chunkerVersion, type DocumentFile, parseDocument, parserVersion } from './parse-document'
export { decodeText } from './decode-text'
export { readDeclaredId } from './declared-id'
export { loadLanguages } from './language'
export { DocumentNames, type LinkResolution, type NamedDocument } from './resolve-links'
export { findFragment, type FragmentPlace } from './find-fragment'
export { type LocatedLink, locateLinks, sentenceAt } from './locate-links'
