import { digest } from '@/lib/foundation'
import { parseDocument, type DocumentFile, type ParsedDocument, type UnreadableFile } from '@/lib/documents'
import { readPassages, type PassageRow } from './read-version'

/** Everything the index stores of one version of a file, before it is known whose it is. */
export interface ReadText {
  readonly parsed: ParsedDocument
  readonly contentDigest: string
  /** Of the stored text, in UTF-8. */
  readonly byteLength: number
  readonly passages: readonly PassageRow[]
}

/** Parses a file, cuts it into passages and analyses them. `plainBecause` reads it as plain paragraphs and is the warning that says so. */
export function readText(file: DocumentFile, plainBecause: string | null = null): ReadText | UnreadableFile {
  const parsed = parseDocument(file, plainBecause)
  if ('reason' in parsed) return parsed
  return { parsed, contentDigest: digest(parsed.text), byteLength: Buffer.byteLength(parsed.text), passages: readPassages(parsed) }
}
