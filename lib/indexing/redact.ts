import { digest } from '@/lib/foundation'
import { analyze } from '@/lib/analysis'

/** What is being forgotten, as far as it must be recognised in records. */
export interface Forgotten {
  readonly documentId: string
  /** The texts of its revisions. */
  readonly texts: readonly string[]
  readonly languages: readonly string[]
  /** Lexemes that stand in no other document. */
  readonly ownLexemes: ReadonlySet<string>
  /** ISO day of the purge. */
  readonly day: string
}

/** Takes a document's words out of stored records and leaves everything else as it is. */
export interface Redactor {
  /** What stands for a text from now on: its digest and the day. */
  mark(text: string): string
  /** Whether a sentence of our own making repeats the document: a word that only it has, or five of its words in a row. */
  repeats(text: string): boolean
  /** A record's part (evidence items, claims, withheld claims, a refusal) without the document's words; the very same value where it holds none. */
  redact(value: unknown): unknown
}

const shingleLength = 5

/** Of an object that belongs to the document these strings stay: names and closed vocabularies, never the author's words. */
const keptKeys = new Set(['documentId', 'revisionId', 'evidenceId', 'id', 'kind', 'status', 'effectiveAt', 'scope', 'arm', 'role', 'contentType', 'verdict', 'verdictWords', 'relations'])
const quotedKeys = new Set(['text', 'quote'])

export function redactor({ documentId, texts, languages, ownLexemes, day }: Forgotten): Redactor {
  const mark = (text: string) => `[purged: sha256 ${digest(text)}, ${day}]`
  const shingles = new Set(texts.flatMap((text) => shinglesOf(text)))
  const repeats = (text: string) =>
    texts.some((own) => text.trim().length > 12 && own.includes(text.trim())) || shinglesOf(text).some((shingle) => shingles.has(shingle)) ||
    languages.some((language) => analyze(text, language).some(({ lexeme }) => ownLexemes.has(lexeme)))
  const blank = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return keptKeys.has(key) ? value : quotedKeys.has(key) ? mark(value) : `[purged, ${day}]`
    if (Array.isArray(value)) return keptKeys.has(key) ? value : key === 'matches' ? [] : value.filter((item) => typeof item === 'object').map((item: unknown) => blank(item, key))
    return isObject(value) && !keptKeys.has(key) ? mapValues(value, blank) : value
  }
  const redact = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return !keptKeys.has(key) && repeats(value) ? mark(value) : value
    if (Array.isArray(value)) return value.map((item: unknown) => redact(item, key))
    if (!isObject(value)) return value
    if (value['documentId'] === documentId) return mapValues(value, blank)
    const citations = Array.isArray(value['citations']) ? value['citations'] : []
    const cites = citations.some((citation) => isObject(citation) && citation['documentId'] === documentId)
    // What rests on other documents alone is theirs, even where this one says the same.
    if (citations.length > 0 && !cites) return value
    const rest = mapValues(value, (item, name) => (cites && name === 'text' && typeof item === 'string' ? mark(item) : ownWords(item, name)))
    return cites ? { ...rest, quoted: false } : rest
  }
  // Passages, quotes and titles of other documents stay, even where they say the same.
  const ownWords = (item: unknown, name: string): unknown => (name === 'passage' || name === 'quote' || name === 'title' || name === 'headingPath' || name === 'sourcePath' ? item : redact(item, name))
  return {
    mark, repeats,
    redact: (value) => {
      const redacted = redact(value)
      return JSON.stringify(redacted) === JSON.stringify(value) ? value : redacted
    },
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapValues(value: Readonly<Record<string, unknown>>, change: (item: unknown, key: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]))
}

function shinglesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return Array.from({ length: Math.max(0, words.length - shingleLength + 1) }, (_, at) => words.slice(at, at + shingleLength).join(' '))
}
