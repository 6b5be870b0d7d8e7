/** A value of frontmatter or of a record. Scalars stay as written, so that version 1.10 does not become 1.1. */
export type MetadataValue = string | readonly MetadataValue[] | { readonly [key: string]: MetadataValue }

/** Top-level keys in lower case without `-`, `_` and spaces: `superseded-by` and `supersededBy` are one key. */
export type Metadata = ReadonlyMap<string, MetadataValue>

export function normalizeKey(key: string): string {
  return key.toLowerCase().replace(/[-_\s]/g, '')
}

/** Reads what a YAML parser returned; depth is bounded because aliases may nest without end. */
export function toMetadataValue(value: unknown, depth = 0): MetadataValue {
  if (typeof value === 'string') return value
  if (value === null || value === undefined || depth > 20) return ''
  if (Array.isArray(value)) return value.map((item) => toMetadataValue(item, depth + 1))
  if (value instanceof Map) return toMetadataValue(Object.fromEntries(value), depth)
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toMetadataValue(item, depth + 1)]))
  }
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : ''
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
