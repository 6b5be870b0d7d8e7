import { alignWords, type Alignment } from './align'
import { findConflict } from './conflict'
import { clauseOpeners, formerWords, modals, negations, pastForms, presentForms, quantifiers, reportingWords, rolePrepositions } from './logic-words'
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

/** Compares one sentence of a claim with one of the evidence, by words only; `elsewhere` are the keys of the cited passages' other words. */
export function compare(claim: Statement, evidence: Statement, elsewhere: ReadonlySet<string>): Comparison {
  const content = claim.words.filter((word) => word.isContent)
  const held = new Set(evidence.words.flatMap(({ keys }) => keys))
  const missing = content.filter((word) => !held.has(word.key))
  const coverage = content.length === 0 ? 0 : 1 - missing.length / content.length
  const alignments = missing.length === 0 ? alignWords(content, evidence.words) : []
  const differences = alignments.map((alignment) => findDifference(claim, evidence, alignment))
  return {
    coverage, missing,
    aligned: alignments.length > 0,
    difference: differences.length === 0 ? findDifference(claim, evidence, null) : differences.includes(null) ? null : (differences[0] ?? null),
    conflict: findConflict(claim, evidence, { coverage, missing, alignment: alignments[0] ?? null, elsewhere }),
  }
}

function findDifference(claim: Statement, evidence: Statement, alignment: Alignment | null): string | null {
  if (claim.negationCount !== evidence.negationCount) return 'the negation differs'
  const onlyInEvidence = surplus(alignment === null ? evidence.hedges : evidence.hedges.filter((word) => !isOfLaterClause(word, alignment)), claim.hedges)
  if (onlyInEvidence !== undefined) return `the evidence says “${onlyInEvidence}”`
  const onlyInClaim = surplus(claim.hedges, evidence.hedges)
  if (onlyInClaim !== undefined) return `the evidence does not say “${onlyInClaim}”`
  if (!alignment) return namesSwap(claim, evidence) ? 'the names stand in another order' : null
  return droppedWord(alignment) ?? differentAmount(alignment) ?? differentTime(claim.words, stretchOf(claim, alignment)) ?? differentRole(claim, alignment)
}

/** The first of some words, as written, that stands there more often than in others. */
export function surplus(words: readonly Word[], others: readonly Word[]): string | undefined {
  const left = others.map(({ lower }) => lower)
  return words.map(({ lower }) => lower).find((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** "…, which may grow" hedges its own clause alone. */
function isOfLaterClause(word: Word, { words, path }: Alignment): boolean {
  const [at, end] = [words.indexOf(word), Math.max(...path)]
  return modals.has(word.lower) && at > end && words.slice(end + 1, at).some(({ lower, opensClause }) => opensClause || clauseOpeners.has(lower))
    && !words.slice(end + 1).some(({ lower }) => negations.has(lower))
}

/** A word the claim leaves out although it limits what is said: how many, since when no longer, or who says so. */
function droppedWord({ words, path }: Alignment): string | null {
  const kept = new Set(path)
  const first = Math.min(...path)
  const dropped = words.find((word, index) => {
    if (kept.has(index)) return false
    if (reportingWords.has(word.lower)) return !word.isName && (word.lower === 'according' || index < first)
    return (quantifiers.has(word.lower) || formerWords.has(word.lower)) && bearsOn(word, index, path)
  })
  return dropped === undefined ? null : `the evidence says “${dropped.lower}”`
}

/** A quantifier bears on the words just after it and the one before ("three or more"), "only" on the whole stretch. */
function bearsOn(word: Word, index: number, path: readonly number[]): boolean {
  const [first, last] = [Math.min(...path), Math.max(...path)]
  if (word.lower === 'only') return index >= first - 3 && index <= last + 1
  return path.some((place) => index >= place - 3 && index <= place + 1)
}

function differentAmount({ words, content, path }: Alignment): string | null {
  for (const [at, word] of content.entries()) {
    const other = words[path[at] ?? 0]
    if (other && (word.isMeasured || other.isMeasured) && word.unit !== other.unit) return `“${word.lower}” is of another unit there`
  }
  return null
}

/** The words the alignment spans, and as many before as the claim has before its first. */
function stretchOf(claim: Statement, { words, path }: Alignment): readonly Word[] {
  const lead = Math.max(1, claim.words.findIndex(({ isContent }) => isContent))
  return words.slice(Math.max(0, Math.min(...path) - lead), Math.max(...path) + 1)
}

/** "Was" is not "is": says so where the claim has more of the one and less of the other. */
export function differentTime(claim: readonly Word[], evidence: readonly Word[]): string | null {
  const count = (words: readonly Word[], forms: ReadonlySet<string>): number => words.filter(({ lower }) => forms.has(lower)).length
  for (const [mine, theirs] of [[presentForms, pastForms], [pastForms, presentForms]] as const) {
    if (count(claim, mine) <= count(evidence, mine) || count(claim, theirs) >= count(evidence, theirs)) continue
    return `the evidence says “${evidence.find(({ lower }) => theirs.has(lower))?.lower ?? ''}”`
  }
  return null
}

/** A name or number must depend on the same preposition in both; "by the singer K. P." is still "by K. P.". */
function differentRole(claim: Statement, { words, content, path }: Alignment): string | null {
  for (const [at, word] of content.entries()) {
    const place = path[at] ?? 0
    const isParty = word.isName || word.unit !== null
    const mine = governing(claim.words, claim.words.indexOf(word), false)
    const theirs = governing(words, place, isParty && mine !== null)
    const owns = words[place]?.isPossessive === true
    if (owns !== word.isPossessive || (isParty ? mine !== theirs : mine !== null && mine !== theirs)) return `“${word.lower}” stands in another relation`
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
  const places = claim.words
    .filter((word) => word.isName || word.unit !== null)
    .map((word) => evidence.words.findIndex(({ keys }) => keys.includes(word.key)))
    .filter((at) => at >= 0)
  return places.some((at, index) => index > 0 && at < (places[index - 1] ?? 0))
}
