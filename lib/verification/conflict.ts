import { analyze } from '@/lib/analysis'
import type { Alignment } from './align'
import { datesDiffer } from './dates'
import { antonymPairs } from './logic-words'
import type { Statement, Word } from './statement'

export interface Ground {
  readonly coverage: number
  readonly missing: readonly Word[]
  readonly alignment: Alignment | null
  /** Keys of the cited passages' other words: what they say elsewhere does not conflict here. */
  readonly elsewhere: ReadonlySet<string>
}

// Contradiction by rule only; a learned head does not transfer between families of claims.
const conflictCoverage = 0.5

/** Why one of two sentences denies the other, in words for people; null when no rule says so. */
export function findConflict(claim: Statement, evidence: Statement, { coverage, missing, alignment, elsewhere }: Ground): string | null {
  const unlike = coverage <= conflictCoverage ? null : unlikeWord(claim, evidence, missing.filter((word) => !elsewhere.has(word.key)))
  return unlike ?? (missing.length === 0 ? denial(claim, evidence, alignment) : null)
}

function unlikeWord(claim: Statement, evidence: Statement, unheard: readonly Word[]): string | null {
  const others = new Set(claim.words.map((word) => word.key))
  const extra = evidence.words.filter((word) => !others.has(word.key))
  const negated = claim.words.some((word) => word.isDenial) !== evidence.words.some((word) => word.isDenial)
  for (const word of unheard) {
    const other = extra.find((candidate) => isOtherAmount(word, candidate)) ?? (negated ? undefined : extra.find((candidate) => isOpposite(word, candidate)))
    // An opposite under a negation agrees.
    if (other) return `“${other.lower}” there, “${word.lower}” here`
  }
  return null
}

/** Another number of the same kind. */
export function isOtherAmount(word: Word, other: Word): boolean {
  if (word.date !== null) return other.date !== null && datesDiffer(word.date, other.date)
  return word.unit !== null && word.unit !== '' && other.unit === word.unit
}

/** Counts the evidence's denials only around the words that the claim shares with it: another clause denies something else. */
function denial(claim: Statement, evidence: Statement, alignment: Alignment | null): string | null {
  const words = alignment?.words ?? evidence.words
  const places = alignment?.path ?? claim.words.filter(({ isContent }) => isContent).map(({ key }) => Math.max(0, words.findIndex(({ keys }) => keys.includes(key))))
  const near = words.slice(Math.max(0, Math.min(...places) - 2), Math.max(...places) + 2)
  const count = (those: readonly Word[]): number => those.filter((word) => word.isDenial).length
  return places.length > 1 && Math.abs(count(claim.words) - count(near)) === 1 ? 'one of them is negated' : null
}

let opposites: ReadonlySet<string> | null = null

/** Whether two words are listed as opposites, by their stems. */
export function isOpposite(one: Word, other: Word): boolean {
  opposites ??= new Set(antonymPairs.flatMap(([a, b]) => [`${stem(a)} ${stem(b)}`, `${stem(b)} ${stem(a)}`]))
  return opposites.has(`${one.key} ${other.key}`)
}

function stem(word: string): string {
  return analyze(word, 'en')[0]?.lexeme ?? word
}
