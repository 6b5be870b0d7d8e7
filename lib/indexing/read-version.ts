import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { digest } from '@/lib/foundation'
import { strictestScope } from '@/lib/access'
import { analyze, toTsvector } from '@/lib/analysis'
import type { ParsedDocument, Passage, UnreadableFile } from '@/lib/documents'
import type { FileVersion } from '@/lib/sources'
import type * as GptTokenizer from 'gpt-tokenizer'

/** A passage with everything the index stores of it. */
export interface PassageRow {
  readonly passage: Passage
  readonly text: string
  readonly headingPath: readonly string[]
  readonly indexDigest: string
  readonly length: number
  readonly tokens: number
  readonly terms: string
}

/** What is embedded and what its digest is taken of: the prefix, then the indexed text. */
export function embeddedText(prefix: string, indexedText: string): string {
  return `${prefix}\n${indexedText}`
}

/** Analyses a document's passages for both arms. */
export function readPassages(parsed: ParsedDocument): PassageRow[] {
  return parsed.passages.map((passage) => {
    const text = parsed.text.slice(passage.startOffset, passage.endOffset)
    return {
      passage,
      text,
      headingPath: parsed.sections[passage.section]?.headingPath ?? [],
      indexDigest: digest(embeddedText(passage.prefix, passage.indexedText)),
      tokens: estimateTokens(text),
      ...indexTerms(passage.prefix, passage.indexedText, parsed.language),
    }
  })
}

/** What the lexical arm indexes of a passage: a tsvector's text form, and the number of terms. */
function indexTerms(prefix: string, indexedText: string, language: string): { readonly terms: string; readonly length: number } {
  const before = analyze(prefix, language)
  const own = analyze(indexedText, language)
  return { terms: toTsvector([{ terms: before, weight: 'B' }, { terms: own, weight: 'D' }]), length: before.length + own.length }
}

/**
 * About how many tokens a language model counts: four bytes each, within 6 % over whole vaults (1,258,593 counted for
 * 5,336 kB). Counting took a fifth of the time of reading.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

let tokenizer: typeof GptTokenizer | null = null

/** Loaded on first use: its table takes sixty megabytes in each thread, and reading and indexing estimate. */
function loadTokenizer(): typeof GptTokenizer {
  tokenizer ??= createRequire(import.meta.url)('gpt-tokenizer') as typeof GptTokenizer // require is typed any
  return tokenizer
}

/** Tokens as a language model counts them; for very long passages an estimate of four characters each. */
export function countTokens(text: string): number {
  return text.length > 20_000 ? Math.ceil(text.length / 4) : loadTokenizer().encode(text).length
}

/**
 * The reading scope of a file: its own word and the folder rules, the strictest of them; nobody but the owner where
 * neither says anything or where the file's word is malformed.
 */
export function decideScope(declared: string | null, ruled: string | null): string {
  if (declared === null) return ruled ?? 'private'
  const own = /^[a-z][a-z0-9-]*$/.test(declared.trim()) ? declared.trim() : 'private'
  return ruled === null ? own : strictestScope(own, ruled)
}

/** One look at a file's bytes: each version's digest, one over all of them, and the newest version's bytes; or why one of them cannot be read. */
export async function lookAt(versions: readonly FileVersion[]): Promise<{ readonly digests: readonly string[]; readonly whole: string; readonly newest: Uint8Array } | UnreadableFile> {
  const digests: string[] = []
  let newest: Uint8Array = new Uint8Array()
  for (const version of versions) {
    const read = await version.read()
    if (read.kind === 'unreadable') return { reason: read.reason }
    digests.push(digest(read.bytes))
    newest = read.bytes
  }
  return { digests, whole: versionsDigest(versions.map(({ inForceFrom }, at) => ({ digest: digests[at] ?? '', inForceFrom }))), newest }
}

/** One digest over a file's versions: it changes when any version or its date does. */
function versionsDigest(versions: readonly { readonly digest: string; readonly inForceFrom: string | null }[]): string {
  const hash = createHash('sha256')
  for (const version of versions) hash.update(`${version.inForceFrom ?? 'now'} ${version.digest}\n`)
  return hash.digest('hex')
}
