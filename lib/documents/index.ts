export { documentKinds, documentStatuses } from './document'
export type {
  ContentType, ContextSpan, DateOrigin, DocumentKind, DocumentStatus, LocatedSpan, Link, ParsedDocument, ParseWarning, Passage, Section, Span, UnreadableFile,
} from './document'
export { chunkerVersion, type DocumentFile, parseDocument, parserVersion } from './parse-document'
export { loadLanguages } from './language'
