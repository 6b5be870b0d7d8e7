import { splitSentences } from '@/lib/analysis'
import { compare, type Comparison } from './compare'
import { isOpposite } from './conflict'
import { clauseOpeners } from './logic-words'
import { findMisquotation } from './quotations'
import { readStatement, type Statement, type Word } from './statement'
import type { CitedPassage } from './verdict'

/** What is measured of a claim and the passages it cites, in the order of the numbers; most are shares from 0 to 1. */
export const featureNames = [
  'words in the best sentence', 'weight in the best sentence', 'words in the best two sentences', 'words in the best three sentences', 'weight in the passages', 'words in the passages',
  'likeness of what is missing in the best sentence', 'likeness of what is missing in the passages', 'least likeness in the passages', 'pairs in the best sentence', 'pairs in the passages',
  'words in a row', 'three letters in a row', 'no word missing in the best sentence', 'no word missing in the passages', 'numbers missing in the passages', 'numbers missing in the best sentence',
  'names missing in the passages', 'names missing in the best sentence', 'another number of the kind', 'an opposite', 'negation differs', 'negation differs and words are shared',
  'claim denies more', 'more hedges in the claim', 'more hedges in the evidence', 'a rule denies it', 'a rule tells them apart', 'all in order', 'misquoted', 'length of the claim', 'length of the passages', 'quantifiers missing',
  'number of words missing in the passages', 'number of words missing in the best three sentences', 'weight of the heaviest missing word', 'words with a likeness in the passages',
  'least covered clause', 'clauses in their best sentence', 'clauses whole in one sentence', 'least covered clause in the passages', 'pairs in the best three sentences',
] as const

interface Read {
  readonly statement: Statement
  readonly keys: ReadonlySet<string>
  readonly comparison: Comparison
}

/** Measures a claim against passages. Says how alike their words are, which is no proof: to be used for ranking and flagging only. */
export function claimFeatures(text: string, cited: readonly CitedPassage[]): readonly number[] {
  const claim = readStatement(text, cited[0]?.language ?? 'en')
  const content = claim.words.filter((word) => word.isContent)
  const read = cited.flatMap((passage) => readPassage(claim, passage))
  const all = new Set(read.flatMap(({ keys }) => [...keys]))
  const best = read.reduce<Read | null>((top, next) => (top && weightIn(content, top.keys) >= weightIn(content, next.keys) ? top : next), null)
  const top = best?.keys ?? new Set<string>()
  const near = best === null ? [] : around(read, best)
  const [two, three] = [greedy(content, read, 2), greedy(content, read, 3)]
  const lost = (those: readonly Word[], keys: ReadonlySet<string>): readonly Word[] => those.filter(({ key }) => !keys.has(key))
  const numbers = content.filter(({ unit }) => unit !== null)
  const names = content.filter(({ isName, unit }) => isName && unit === null)
  const missing = lost(content, all)
  const negated = best !== null && claim.negationCount !== best.statement.negationCount
  const allWords = read.flatMap(({ statement }) => statement.words)
  const clauses = clausesOf(claim)
  const covered = clauses.map((clause) => Math.max(0, ...read.map(({ keys }) => share(clause, keys))))
  const likenesses = lost(content, all).map((word) => likeness(word, allWords))
  return [
    share(content, top), weightIn(content, top), share(content, two), share(content, three), weightIn(content, all), share(content, all),
    mean(lost(content, top).map((word) => likeness(word, best?.statement.words ?? []))), mean(likenesses), Math.min(1, ...likenesses), pairs(content, best === null ? [] : [best]), pairs(content, read),
    longestRun(claim.words, read) / Math.max(1, claim.words.length), trigramShare(text, cited), flag(best !== null && lost(content, top).length === 0), flag(missing.length === 0),
    capped(lost(numbers, all).length), capped(lost(numbers, top).length), capped(lost(names, all).length), capped(lost(names, top).length),
    flag(lost(numbers, all).some((word) => near.some((other) => word.unit === other.unit && other.unit !== '' && !content.some(({ key }) => key === other.key)))),
    flag(lost(content, top).some((word) => near.some((other) => isOpposite(word, other)))), flag(negated), negated ? share(content, top) : 0, flag(claim.negationCount > (best?.statement.negationCount ?? 0)),
    flag(claim.hedges.length > (best?.statement.hedges.length ?? 0)), flag(claim.hedges.length < (best?.statement.hedges.length ?? 0)),
    flag(best !== null && best.comparison.conflict !== null), flag(best !== null && best.comparison.difference !== null), flag(best?.comparison.aligned === true), flag(findMisquotation(text, cited) !== null),
    Math.log(1 + content.length), Math.log(1 + allWords.length), capped(lost(claim.words.filter(({ lower }) => quantifying.test(lower)), all).length),
    Math.log(1 + missing.length), Math.log(1 + lost(content, three).length), Math.max(0, ...missing.map(weightOf)) / 16,
    content.length === 0 ? 0 : 1 - likenesses.filter((value) => value < alike).length / content.length,
    Math.min(1, ...covered), mean(covered), mean(covered.map((value) => flag(value === 1))), Math.min(1, ...clauses.map((clause) => share(clause, all))),
    pairs(content, [...read].sort((one, other) => share(content, other.keys) - share(content, one.keys)).slice(0, 3)),
  ]
}

/** From this likeness on two words are mostly forms of one. */
const alike = 0.6

/** A claim's content words by clause; a clause of one word belongs to the one before. */
function clausesOf({ words }: Statement): readonly (readonly Word[])[] {
  const clauses: Word[][] = [[]]
  for (const word of words) {
    const open = clauses[clauses.length - 1] ?? []
    if ((word.opensClause || clauseOpeners.has(word.lower)) && open.length > 1) clauses.push([])
    if (word.isContent) clauses[clauses.length - 1]?.push(word)
  }
  return clauses.filter((clause, at) => clause.length > 1 || at === 0)
}

const quantifying = /^(?:all|every|each|only|most|many|few|several|some|always|never|first|last|more|less|solely|exclusively)$/

function readPassage(claim: Statement, passage: CitedPassage): Read[] {
  return splitSentences(passage.text, passage.language).map(({ startOffset, endOffset }) => {
    const statement = readStatement(passage.text.slice(startOffset, endOffset), passage.language)
    return { statement, keys: new Set(statement.words.flatMap(({ keys }) => keys)), comparison: compare(claim, statement, new Set()) }
  })
}

function around(read: readonly Read[], best: Read): readonly Word[] {
  const at = read.indexOf(best)
  return read.slice(Math.max(0, at - 1), at + 2).flatMap(({ statement }) => statement.words)
}

function share(content: readonly Word[], keys: ReadonlySet<string>): number {
  return content.length === 0 ? 0 : content.filter(({ key }) => keys.has(key)).length / content.length
}

/** Names, numbers and long words say more than short ones. */
function weightOf({ lower, isName, unit }: Word): number {
  return (isName || unit !== null ? 6 : 0) + Math.min(10, lower.length)
}

function weightIn(content: readonly Word[], keys: ReadonlySet<string>): number {
  const sum = (words: readonly Word[]): number => words.reduce((total, word) => total + weightOf(word), 0)
  return content.length === 0 ? 0 : sum(content.filter(({ key }) => keys.has(key))) / sum(content)
}

/** The words of the sentences that together hold most, chosen one by one. */
function greedy(content: readonly Word[], read: readonly Read[], count: number): ReadonlySet<string> {
  let held = new Set<string>()
  for (let round = 0; round < count; round += 1) {
    const left = content.filter(({ key }) => !held.has(key))
    const next = read.reduce<{ readonly keys: ReadonlySet<string>; readonly gain: number } | null>((top, { keys }) => {
      const gain = left.filter(({ key }) => keys.has(key)).length
      return top !== null && top.gain >= gain ? top : { keys, gain }
    }, null)
    if (next === null || next.gain === 0) break
    held = new Set([...held, ...next.keys])
  }
  return held
}

/** Share of neighbouring content words that stand within eight words of each other in one sentence, in order. */
function pairs(content: readonly Word[], read: readonly Read[]): number {
  if (content.length < 2) return 0
  const places = read.map(({ statement }) => {
    const found = new Map<string, number[]>()
    statement.words.forEach(({ keys }, at) => { for (const key of keys) found.set(key, [...(found.get(key) ?? []), at]) })
    return found
  })
  const near = content.slice(1).filter((word, at) => places.some((found) => (found.get(content[at]?.key ?? '') ?? []).some((left) => (found.get(word.key) ?? []).some((right) => right > left && right - left <= 8))))
  return near.length / (content.length - 1)
}

function longestRun(words: readonly Word[], read: readonly Read[]): number {
  let longest = 0
  for (const { statement } of read) {
    let above: number[] = []
    for (const word of words) {
      const row = statement.words.map(({ lower }, at) => (lower === word.lower ? (at === 0 ? 0 : (above[at - 1] ?? 0)) + 1 : 0))
      longest = Math.max(longest, ...row)
      above = row
    }
  }
  return longest
}

function trigramShare(text: string, cited: readonly CitedPassage[]): number {
  const grams = (said: string): string[] => { const words = said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []; return words.slice(2).map((word, at) => `${words[at] ?? ''} ${words[at + 1] ?? ''} ${word}`) }
  const held = new Set(cited.flatMap((passage) => grams(passage.text)))
  const mine = grams(text)
  return mine.length === 0 ? 0 : mine.filter((gram) => held.has(gram)).length / mine.length
}

/** How alike the most alike word is: twice the shared letter pairs of all letter pairs (Dice). */
function likeness(word: Word, others: readonly Word[]): number {
  const mine = letterPairs(word.lower)
  return others.reduce((most, { lower }) => {
    if (lower.charAt(0) !== word.lower.charAt(0)) return most
    const theirs = letterPairs(lower)
    const shared = [...mine].filter((pair) => theirs.has(pair)).length
    return Math.max(most, (2 * shared) / Math.max(1, mine.size + theirs.size))
  }, 0)
}

function letterPairs(word: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function capped(count: number): number {
  return Math.min(3, count) / 3
}

function flag(is: boolean): number {
  return is ? 1 : 0
}
