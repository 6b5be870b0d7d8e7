import { analyze } from '@/lib/analysis'
import type { RankedSentence } from './rank-sentences'

export interface Contradiction {
  readonly left: RankedSentence
  readonly right: RankedSentence
  /** "400 days" and "540 days". */
  readonly values: readonly [string, string]
}

const numberWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty']
/** "400 days", "ten minutes". */
const quantity = new RegExp(`(?<![\\p{L}\\p{N}])(\\d[\\d.,]*(?=\\s*[%\\p{L}])|(?:${numberWords.join('|')})(?=\\s))\\s*(%|[\\p{L}]+)`, 'giu')
const counted = /^(days?|hours?|minutes?|seconds?|ms|s|min|h|weeks?|months?|years?|times|retries|attempts|percent|%|kb|mb|gb|tokens|passages|people|messages|characters|lines|files|eur|euros?|usd)$/i
/** How much of the question both sentences must hold, and how far the second may stand behind the first. */
const leastCoverage = 0.35
const leastCosine = 0.6
const furthestBehind = 0.6

/**
 * Two current sentences of different documents that answer the same question with different quantities of one unit:
 * only that is a contradiction by rule. Whichever is newer does not win, because neither says that it replaces the other.
 */
export function findContradiction(ranked: readonly RankedSentence[]): Contradiction | null {
  const best = ranked[0]
  if (best === undefined) return null
  const candidates = ranked.filter(({ candidate: { item }, coverage, cosine, score }) => item.current && !item.superseded && (coverage >= leastCoverage || (cosine ?? 0) >= leastCosine) && score >= best.score - furthestBehind).slice(0, 8)
  for (const [at, left] of candidates.entries()) for (const right of candidates.slice(at + 1)) {
    if (left.candidate.item.documentId === right.candidate.item.documentId) continue
    const values = conflictingValues(left.candidate.text, right.candidate.text)
    if (values !== null && sameSubject(left, right)) return { left, right, values }
  }
  return null
}

function conflictingValues(left: string, right: string): readonly [string, string] | null {
  const ours = quantities(left)
  const theirs = quantities(right)
  for (const [unit, mine] of ours) {
    const other = theirs.get(unit)
    // With several quantities of a unit on a side, which one is meant is not ours to guess.
    if (other === undefined || mine.length !== 1 || other.length !== 1) continue
    if (mine[0]?.value !== other[0]?.value) return [mine[0]?.written ?? '', other[0]?.written ?? '']
  }
  return null
}

function quantities(text: string): Map<string, { value: string; written: string }[]> {
  const found = new Map<string, { value: string; written: string }[]>()
  for (const [written, value = '', unit = ''] of text.matchAll(quantity)) {
    if (!counted.test(unit)) continue
    const key = unit.toLowerCase().replace(/s$/, '')
    found.set(key, [...(found.get(key) ?? []), { value: valueOf(value), written }])
  }
  return found
}

function valueOf(written: string): string {
  const word = numberWords.indexOf(written.toLowerCase())
  return word >= 0 ? String(word + 1) : written.replace(/[.,]$/, '')
}

/** Beyond the question's own words the sentences must be about one thing: the same words under either's headings. */
function sameSubject(left: RankedSentence, right: RankedSentence): boolean {
  const words = ({ candidate: { text } }: RankedSentence) => new Set(analyze(text.replace(quantity, (written, _value, unit: string) => (counted.test(unit) ? ' ' : written)), 'en').map(({ lexeme }) => lexeme))
  const ours = words(left)
  const theirs = words(right)
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return shared >= 2 && shared / Math.min(ours.size, theirs.size) >= 0.4
}
