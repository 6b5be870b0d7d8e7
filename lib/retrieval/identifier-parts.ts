import { analyze, type QueryTerm } from '@/lib/analysis'
import type { PassageTerms } from './passage-terms'

interface Part {
  readonly lexeme: string
  /** Places after the first part. */
  readonly distance: number
}

/** By query and language: every candidate is asked for the same parts. */
const known = new WeakMap<QueryTerm, Map<string, readonly Part[]>>()

/** Whether an identifier's parts stand next to each other in its order: GOVUK-USER within X-GOVUK-USER, db-admin as "db admin". Never for an identifier of one part. */
export function standsWithin(identifier: QueryTerm, { own }: PassageTerms, language: string): boolean {
  const parts = partsOf(identifier, language)
  const first = parts[0]
  if (first === undefined || parts.at(-1)?.distance === 0) return false
  const places = parts.map(({ lexeme, distance }) => ({ positions: new Set(own.get(lexeme) ?? []), distance }))
  return (own.get(first.lexeme) ?? []).some((at) => places.every(({ positions, distance }) => positions.has(at + distance)))
}

function partsOf(identifier: QueryTerm, language: string): readonly Part[] {
  const byLanguage = known.get(identifier) ?? new Map<string, readonly Part[]>()
  known.set(identifier, byLanguage)
  const read = byLanguage.get(language) ?? readParts(identifier.surface, language)
  byLanguage.set(language, read)
  return read
}

function readParts(surface: string, language: string): readonly Part[] {
  const parts = analyze(surface, language).filter(({ form }) => form === 'identifier-part')
  const from = parts[0]?.position ?? 0
  return parts.map(({ lexeme, position }) => ({ lexeme, distance: position - from }))
}
