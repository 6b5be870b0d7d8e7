import { analyze } from '@/lib/analysis'
import { antonymPairs, quantifiers, rolePrepositions } from './logic-words'
import type { Statement, Word } from './statement'

/** How a claim's sentence stands to one sentence of the evidence. */
export interface Comparison {
  /** Share of the claim's content words found in the evidence sentence, 0 to 1. */
  readonly coverage: number
  readonly missing: readonly Word[]
  /** What differs in sense although the words are alike, in words for people; null when nothing does. */
  readonly difference: string | null
  /** Whether the claim's content words stand in the evidence in the same order, each near the one before. */
  readonly aligned: boolean
  /** A rule says that one denies the other. */
  readonly conflict: string | null
}

/** From the published gate: neighbouring content words of a claim stand within eight words in the evidence. */
const widestGap = 8

/** Compares one sentence of a claim with one of the evidence, by words only; `elsewhere` are the keys of the cited passages' other words. */
export function compare(claim: Statement, evidence: Statement, elsewhere: ReadonlySet<string>): Comparison {
  const content = claim.words.filter((word) => word.isContent)
  const places = new Map<string, number[]>()
  evidence.words.forEach((word, index) => places.set(word.key, [...(places.get(word.key) ?? []), index]))
  const missing = content.filter((word) => !places.has(word.key))
  const coverage = content.length === 0 ? 0 : 1 - missing.length / content.length
  const path = missing.length === 0 ? align(content, places) : null
  return {
    coverage,
    missing,
    aligned: path !== null,
    difference: difference(claim, evidence, content, path),
    conflict:
      unlikeWord(claim, evidence, coverage, missing.filter((word) => !elsewhere.has(word.key))) ??
      (missing.length === 0 ? denial(claim, evidence, path ?? content.map((word) => places.get(word.key)?.[0] ?? 0)) : null),
  }
}

/** The evidence positions of the claim's content words in order, or null; the tightest end wins. */
function align(content: readonly Word[], places: ReadonlyMap<string, readonly number[]>): number[] | null {
  let paths: number[][] = [[]]
  for (const word of content) {
    const longer = new Map<number, number[]>()
    for (const path of paths) {
      const last = path[path.length - 1]
      for (const place of places.get(word.key) ?? []) {
        if (last === undefined || (place > last && place - last <= widestGap)) longer.set(place, [...path, place])
      }
    }
    paths = [...longer.values()]
    if (paths.length === 0) return null
  }
  return paths[0] ?? null
}

function difference(claim: Statement, evidence: Statement, content: readonly Word[], path: readonly number[] | null): string | null {
  if (claim.negationCount !== evidence.negationCount) return 'the negation differs'
  const onlyInEvidence = surplus(evidence.hedges, claim.hedges)
  if (onlyInEvidence !== undefined) return `the evidence says “${onlyInEvidence}”`
  const onlyInClaim = surplus(claim.hedges, evidence.hedges)
  if (onlyInClaim !== undefined) return `the evidence does not say “${onlyInClaim}”`
  if (!path) return namesSwap(claim, evidence) ? 'the names stand in another order' : null
  const kept = new Set(path)
  const dropped = evidence.words.find((word, index) => quantifiers.has(word.lower) && !kept.has(index) && bearsOn(word, index, path))
  if (dropped) return `the evidence says “${dropped.lower}”`
  return roleDifference(claim, evidence, content, path)
}

/** The first of some words that stands there more often than in others. */
function surplus(words: readonly string[], others: readonly string[]): string | undefined {
  const left = [...others]
  return words.find((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** A quantifier bears on the words just after it and the one before ("three or more"), "only" on the whole stretch. */
function bearsOn(word: Word, index: number, path: readonly number[]): boolean {
  const [first, last] = [path[0] ?? 0, path[path.length - 1] ?? 0]
  if (word.lower === 'only') return index >= first - 3 && index <= last + 1
  return path.some((place) => index >= place - 3 && index <= place + 1)
}

/** A name or number must depend on the same preposition in both; "by the singer K. P." is still "by K. P.". */
function roleDifference(claim: Statement, evidence: Statement, content: readonly Word[], path: readonly number[]): string | null {
  for (const [at, word] of content.entries()) {
    const isParty = word.isName || word.unit !== null
    const mine = governing(claim.words, claim.words.indexOf(word), false)
    const theirs = governing(evidence.words, path[at] ?? 0, isParty && mine !== null)
    if (isParty ? mine !== theirs : mine !== null && mine !== theirs) return `“${word.lower}” stands in another relation`
  }
  return null
}

const governingReach = 4

function governing(words: readonly Word[], index: number, acrossNouns: boolean): string | null {
  for (let at = index - 1; at >= Math.max(0, index - governingReach); at -= 1) {
    const word = words[at]
    if (!word) return null
    if (rolePrepositions.has(word.lower)) return word.lower
    if (word.isContent && !word.isName && !acrossNouns) return null
  }
  return null
}

function namesSwap(claim: Statement, evidence: Statement): boolean {
  const order = evidence.words.map((word) => word.key)
  const names = claim.words.filter((word) => word.isName || word.unit !== null).map((word) => order.indexOf(word.key)).filter((at) => at >= 0)
  return names.some((at, index) => index > 0 && at < (names[index - 1] ?? 0))
}

// Contradiction by rule only; a learned head does not transfer between families of claims.
const conflictCoverage = 0.5

function unlikeWord(claim: Statement, evidence: Statement, coverage: number, unheard: readonly Word[]): string | null {
  const others = new Set(claim.words.map((word) => word.key))
  const extra = evidence.words.filter((word) => !others.has(word.key))
  const negated = claim.words.some((word) => word.isDenial) !== evidence.words.some((word) => word.isDenial)
  if (coverage <= conflictCoverage) return null
  for (const word of unheard) {
    const other = word.unit === null || word.unit === '' ? undefined : extra.find((candidate) => candidate.unit === word.unit)
    if (other) return `“${other.lower}” there, “${word.lower}” here`
    // An opposite under a negation agrees.
    const opposite = negated ? undefined : extra.find((candidate) => isOpposite(word, candidate))
    if (opposite) return `“${opposite.lower}” there, “${word.lower}” here`
  }
  return null
}

/** Counts the evidence's denials only around the words that the claim shares with it: another clause denies something else. */
function denial(claim: Statement, evidence: Statement, places: readonly number[]): string | null {
  const near = evidence.words.slice(Math.max(0, Math.min(...places) - 2), Math.max(...places) + 2)
  const count = (words: readonly Word[]): number => words.filter((word) => word.isDenial).length
  return places.length > 1 && Math.abs(count(claim.words) - count(near)) === 1 ? 'one of them is negated' : null
}

let opposites: ReadonlySet<string> | null = null

function isOpposite(one: Word, other: Word): boolean {
  opposites ??= new Set(antonymPairs.flatMap(([a, b]) => [`${stem(a)} ${stem(b)}`, `${stem(b)} ${stem(a)}`]))
  return opposites.has(`${one.key} ${other.key}`)
}

function stem(word: string): string {
  return analyze(word, 'en')[0]?.lexeme ?? word
}
