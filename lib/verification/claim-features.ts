import { splitSentences } from '@/lib/analysis'
import { compare, type Comparison } from './compare'
import { isOpposite } from './conflict'
import { lightWords } from './logic-words'
import { indexWords, matchWord, type WordIndex } from './match-words'
import { readStatement, type Statement, type Word } from './statement'
import type { CitedPassage } from './verdict'

const kinds = ['name', 'date', 'number', 'plain'] as const
type Kind = (typeof kinds)[number]

/** A name or a number that is missing says more than another word. */
const weights: Readonly<Record<Kind, number>> = { name: 1.3, date: 0.7, number: 1, plain: 0.8 }

/** What is measured of a claim and the passages it cites, in the order of the numbers; most are shares from 0 to 1. */
export const featureNames = [
  'words in the passages', 'words in the best sentence', 'words in the best two sentences', 'words in the best three sentences', 'words in three sentences in a row',
  ...kinds.flatMap((kind) => [`${kind}s missing`, `number of ${kind}s missing`, `${kind}s missing in three sentences in a row`, `${kind}s missing in the best three sentences`]),
  'runs of names missing', 'least of three words', 'least of four words', 'number of words missing',
  'least of three words in the best three sentences', 'least of four words in the best three sentences', 'number of words missing in the best three sentences',
  'least of three words in three sentences in a row', 'least of four words in three sentences in a row', 'number of words missing in three sentences in a row',
  'least of four words in one sentence', 'least of six words in one sentence', 'first half in the best three sentences', 'second half in the best three sentences', 'verbs missing',
  'share of what is found that three sentences in a row hold', 'share of what is found that the best sentence holds',
  'words in the claim', 'names in the claim', 'clauses in the claim', 'words in a row', 'three words in a row found in a row', 'another number of the kind', 'an opposite', 'negation differs', 'negation differs and words are shared', 'claim denies more',
  'a rule denies it', 'a rule tells them apart', 'length of the passages',
] as const

interface Read {
  readonly statement: Statement
  readonly index: WordIndex
  readonly comparison: Comparison
  /** How surely the sentence has each content word of the claim. */
  readonly found: readonly number[]
}

/** Measures a claim against passages. Says how alike their words are, which is no proof: to be used for ranking and flagging only. */
export function claimFeatures(text: string, cited: readonly CitedPassage[]): readonly number[] {
  const claim = readStatement(text, cited[0]?.language ?? 'en')
  const content = contentOf(claim)
  const read = cited.flatMap((passage) => readPassage(claim, content, passage))
  const rows = read.length === 0 ? [content.map(() => 0)] : read.map(({ found }) => found)
  return [
    ...coverage(content, rows),
    ...[content, content.filter(({ isName }) => isName), claim.words.filter(({ opensClause }) => opensClause)].map(({ length }) => Math.log1p(length)),
    longestRun(claim.words, read) / Math.max(1, claim.words.length), trigramShare(text, cited), ...turns(claim, content, read),
  ]
}

/** Light words are left out, unless the claim has no others. */
function contentOf({ words }: Statement): readonly Word[] {
  const content = words.filter(({ isContent }) => isContent)
  const heavy = content.filter(({ lower }) => !lightWords.has(lower))
  return heavy.length === 0 ? content : heavy
}

function readPassage(claim: Statement, content: readonly Word[], passage: CitedPassage): Read[] {
  return splitSentences(passage.text, passage.language).map(({ startOffset, endOffset }) => {
    const statement = readStatement(passage.text.slice(startOffset, endOffset), passage.language)
    const index = indexWords(statement)
    return { statement, index, comparison: compare(claim, statement, new Set()), found: content.map((word) => matchWord(word, index)) }
  })
}

type Row = readonly number[]

/** How much of the claim is found, in one sentence, in three in a row, in the three that together hold most and anywhere. */
function coverage(content: readonly Word[], rows: readonly Row[]): readonly number[] {
  const kindOf = content.map(kindOfWord)
  const share = (row: Row): number => weighted(kindOf, row) / Math.max(0.5, weighted(kindOf, row.map(() => 1)))
  const all = together(rows)
  const best = bestOf(rows, share)
  const near = bestOf(rows.map((_, at) => together(rows.slice(Math.max(0, at - 1), at + 2))), share)
  const [, two = best, three = two] = greedy(rows, share)
  const missing = (row: Row, kind: Kind): readonly number[] => row.filter((_, at) => kindOf[at] === kind).map((value) => 1 - value)
  const half = Math.floor(content.length / 2)
  const verbs = all.filter((_, at) => kindOf[at] === 'plain' && /(?:ed|ing|es)$/.test(content[at]?.lower ?? ''))
  return [
    share(all), share(best), share(two), share(three), share(near),
    ...kinds.flatMap((kind) => [mean(missing(all, kind)), Math.log1p(sum(missing(all, kind))), mean(missing(near, kind)), mean(missing(three, kind))]),
    Math.min(3, missingNames(kindOf, all)),
    ...[all, three, near].flatMap((row) => [leastOf([row], 3), leastOf([row], 4), Math.log1p(sum(row.map((value) => 1 - value)))]),
    leastOf(rows, 4), leastOf(rows, 6), mean(three.slice(0, Math.max(1, half))), mean(three.slice(half)), mean(verbs.map((value) => 1 - value)),
    ...[near, best].map((row) => weighted(kindOf, row) / Math.max(0.5, weighted(kindOf, all))),
  ]
}

function kindOfWord({ date, unit, isName }: Word): Kind {
  return date !== null ? 'date' : unit !== null ? 'number' : isName ? 'name' : 'plain'
}

function weighted(kindOf: readonly Kind[], row: Row): number {
  return sum(row.map((value, at) => value * weights[kindOf[at] ?? 'plain']))
}

/** The best of each word over sentences. */
function together(rows: readonly Row[]): Row {
  return (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at] ?? 0)))
}

function bestOf(rows: readonly Row[], worth: (row: Row) => number): Row {
  return rows.reduce<{ readonly row: Row; readonly worth: number }>((top, row) => (worth(row) > top.worth ? { row, worth: worth(row) } : top), { row: rows[0] ?? [], worth: worth(rows[0] ?? []) }).row
}

/** The best sentence, and what the best two and three hold together, chosen one by one. */
function greedy(rows: readonly Row[], worth: (row: Row) => number): readonly Row[] {
  const held: Row[] = []
  for (let round = 0; round < 3; round += 1) {
    const before = held[held.length - 1]
    held.push(bestOf(before === undefined ? rows : rows.map((row) => together([before, row])), worth))
  }
  return held
}

/** Of so many words in a row, those that are found least, each stretch in the sentence that holds most of it. */
function leastOf(rows: readonly Row[], length: number): number {
  const starts = Array.from({ length: Math.max(1, (rows[0]?.length ?? 0) - length + 1) }, (_, at) => at)
  return Math.min(...starts.map((start) => Math.max(...rows.map((row) => mean(row.slice(start, start + length))))))
}

/** Names of several words count once. */
function missingNames(kindOf: readonly Kind[], row: Row): number {
  const lost = row.map((value, at) => kindOf[at] === 'name' && value < 0.5)
  return lost.filter((is, at) => is && lost[at - 1] !== true).length
}

/** What turns the sense of words that are alike, against the sentence that holds most of them. */
function turns(claim: Statement, content: readonly Word[], read: readonly Read[]): readonly number[] {
  const best = read.reduce<Read | null>((top, next) => (top !== null && sum(top.found) >= sum(next.found) ? top : next), null)
  const near = best === null ? [] : read.slice(Math.max(0, read.indexOf(best) - 1), read.indexOf(best) + 2).flatMap(({ statement }) => statement.words)
  const isLost = ({ key }: Word): boolean => best?.index.keys.has(key) !== true
  const lostNumbers = content.filter((word) => word.unit !== null && read.every(({ index }) => !index.keys.has(word.key)))
  const negated = best !== null && claim.negationCount !== best.statement.negationCount
  return [
    flag(lostNumbers.some((word) => near.some((other) => word.unit === other.unit && other.unit !== '' && !content.some(({ key }) => key === other.key)))),
    flag(content.some((word) => isLost(word) && near.some((other) => isOpposite(word, other)))),
    flag(negated), negated ? mean(best.found) : 0, flag(claim.negationCount > (best?.statement.negationCount ?? 0)),
    flag(best !== null && best.comparison.conflict !== null), flag(best !== null && best.comparison.difference !== null),
    Math.log1p(sum(read.map(({ statement }) => statement.words.length))),
  ]
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** 0 of nothing. */
function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length
}

function flag(is: boolean): number {
  return is ? 1 : 0
}
