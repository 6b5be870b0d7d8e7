import { parseQuery } from './parse-query'

const token = /-?(?:[A-Za-z][A-Za-z-]*:)?"[^"]*"|\S+/g

/**
 * A query with words (in lower case) replaced wherever it asks for them; filters and exclusions stay as they were typed.
 * Without words to replace it is the query as it was.
 */
export function rewriteQuery(query: string, instead: ReadonlyMap<string, string>): string {
  if (instead.size === 0) return query
  // The longest first: `retry-polcy` before `retry`.
  const words = [...instead.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${words.join('|')})(?![\\p{L}\\p{N}\\p{M}])`, 'giu')
  return query.replace(token, (part) => (parseQuery(part).text === '' ? part : part.replace(pattern, (word) => instead.get(word.toLowerCase()) ?? word)))
}
