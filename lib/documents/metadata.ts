import { toStorable } from '@/lib/foundation'

/** A value of frontmatter or of a record. Scalars stay as written, so that version 1.10 does not become 1.1. */
export type MetadataValue = string | readonly MetadataValue[] | { readonly [key: string]: MetadataValue }

/** Top-level keys in lower case without `-`, `_` and spaces: `superseded-by` and `supersededBy` are one key. */
export type Metadata = ReadonlyMap<string, MetadataValue>

export function normalizeKey(key: string): string {
  return key.toLowerCase().replace(/[-_\s]/g, '')
}

/**
 * Escapes in YAML and JSON can say what no text file can: NUL and half a character. They are replaced, not dropped, so
 * that no word becomes another one.
 */
export function readableText(value: string): string {
  return toStorable(value.replaceAll('\0', '\uFFFD'))
}

/** The first `most` UTF-16 units of a text, with an ellipsis where something is missing. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${toStorable(text.slice(0, most - 1)).replace(/\uFFFD$/, '')}…`
}

/** An `id` longer than this is no name, and no index holds it. */
const longestId = 300

/** The declared `id`; null where there is none that could name a document. */
export function idOf(metadata: Metadata): string | null {
  const id = firstString(metadata, 'id')
  return id === null || id.length > longestId ? null : id
}

/** Reads what a YAML parser returned; depth is bounded because aliases may nest without end, and what many aliases share is read once. */
export function toMetadataValue(value: unknown): MetadataValue {
  return toValue(value, 0, new Map())
}

function toValue(value: unknown, depth: number, known: Map<object, MetadataValue>): MetadataValue {
  if (typeof value === 'string') return readableText(value)
  if (value === null || value === undefined || depth > 20) return ''
  if (typeof value === 'object') {
    const read = known.get(value) ?? toCollection(value, (item) => toValue(item, depth + 1, known))
    known.set(value, read)
    return read
  }
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
}

function toCollection(value: object, read: (item: unknown) => MetadataValue): MetadataValue {
  if (Array.isArray(value)) return value.map(read)
  const entries = value instanceof Map ? [...value].map(([key, item]): [string, unknown] => [String(key), item]) : Object.entries(value)
  return Object.fromEntries(entries.map(([key, item]) => [key, read(item)]))
}

/** `[[Note|alias]]` and YAML's reading of an unquoted `[[Note]]` both say "Note". */
function plainString(value: MetadataValue): string | null {
  if (typeof value === 'string') {
    const inner = /^!?\[\[([^\]|#]*)[^\]]*\]\]$/.exec(value.trim())
    return (inner?.[1] ?? value).trim() || null
  }
  if (Array.isArray(value)) {
    const only = value[0] as MetadataValue | undefined // isArray gives any
    return value.length === 1 && only !== undefined ? plainString(only) : null
  }
  return null
}

/** The first of these keys that holds one non-empty string, wikilink brackets removed; null when none does. */
export function firstString(metadata: Metadata, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = metadata.get(key)
    const text = value === undefined ? null : plainString(value)
    if (text !== null) return text
  }
  return null
}

/** All strings under these keys, lists flattened one level, in order and without repeats. */
export function allStrings(metadata: Metadata, ...keys: readonly string[]): string[] {
  const found = new Set<string>()
  for (const key of keys) {
    const value = metadata.get(key)
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = plainString(item as MetadataValue) // isArray gives any
      if (text !== null) found.add(text)
    }
  }
  return [...found]
}
