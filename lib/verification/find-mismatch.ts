import { splitSentences, type Span } from '@/lib/analysis'
import { inOrder } from './align'
import { differentTime, surplus } from './compare'
import { isOpposite, isOtherAmount } from './conflict'
import { reportingWords, senseFamilies } from './logic-words'
import { readStatement, type Statement, type Word } from './statement'
import { headerOf, splitRow, tableRows } from './table'
import { findVerbatim } from './verbatim'
import type { CitedPassage } from './verdict'

/** The stretch of evidence a claim's sentence rests on most, and what in it cannot be said by somebody who read it rightly. */
export interface Footing {
  readonly passage: CitedPassage
  readonly span: Span
  /** Share of the claim's content words that stand in it or in its title and headings, 0 to 1. */
  readonly coverage: number
  /** In words for people; null when nothing speaks against the claim. */
  readonly mismatch: string | null
}

/** Below this share of common words a yes of the judge has nothing to rest on. */
const fewestShared = 0.5

/**
 * The sentence or table row of the cited passages that holds most of one sentence's words, and the first deterministic mismatch: a number, date,
 * identifier or name that is not there, another order of names, another negation, modality, quantifier, direction, time or speaker. What
 * it finds no judge can argue away. Null without any sentence.
 */
export function findFooting(text: string, cited: readonly CitedPassage[]): Footing | null {
  const footings = cited.flatMap((passage) => footingsIn(text, passage))
  const most = Math.max(0, ...footings.map(({ coverage }) => coverage))
  const best = footings.filter(({ coverage }) => coverage === most)
  return best.find(({ mismatch }) => mismatch === null) ?? best[0] ?? null
}

function footingsIn(text: string, passage: CitedPassage): Footing[] {
  const claim = readStatement(text, passage.language)
  const above = readStatement([passage.title, ...passage.headingPath].join('. '), passage.language)
  const rows = tableRows(passage.text)
  const header = headerOf(passage, rows)
  const sentences = splitSentences(passage.text, passage.language)
  const read = (span: Span | undefined): Statement => readStatement(span === undefined ? '' : passage.text.slice(span.startOffset, span.endOffset), passage.language)
  const prose = sentences.filter((span) => !rows.some((row) => row.startOffset <= span.startOffset && span.endOffset <= row.endOffset))
  return [
    ...prose.map((span): Footing => {
      const evidence = read(span)
      const before = pronoun.test(passage.text.slice(span.startOffset, span.endOffset)) ? read(sentences[sentences.indexOf(span) - 1]).words : []
      const { coverage, mismatch } = weigh(claim, evidence, above.words, before)
      return { passage, span, coverage, mismatch: mismatch ?? takenBack(span, passage) }
    }),
    ...rows.filter((row) => row !== header?.span).map((row): Footing => {
      const cells = splitRow(passage.text.slice(row.startOffset, row.endOffset))
      const titles = header?.cells ?? []
      const weighed = weigh(claim, read(row), above.words, readStatement(titles.join('. '), passage.language).words)
      return { passage, span: row, coverage: weighed.coverage, mismatch: weighed.mismatch ?? misplacedCell(claim, cells, titles, passage.language) }
    }),
  ]
}

/** A sentence that does not stand for itself, such as one struck out, a question, or an item under "We will not:". */
function takenBack({ startOffset, endOffset }: Span, passage: CitedPassage): string | null {
  const finding = findVerbatim(passage.text.slice(startOffset, endOffset), passage)
  return finding === null || finding.found ? null : finding.reason.toLowerCase()
}

const pronoun = /\b(?:it|he|she|they|its|his|her|their|this|these)\b/i

/** `above` are the words of title and headings, `beside` those that a pronoun or a cell may stand for. */
function weigh(claim: Statement, evidence: Statement, above: readonly Word[], beside: readonly Word[]): { readonly coverage: number; readonly mismatch: string | null } {
  const content = claim.words.filter((word) => word.isContent)
  const held = new Set(evidence.words.flatMap(({ keys }) => keys))
  const known = new Set([...held, ...above.flatMap(({ keys }) => keys)])
  const named = new Set(beside.flatMap(({ keys }) => keys))
  const missing = content.filter((word) => !known.has(word.key) && (isExact(word) || !named.has(word.key)))
  const coverage = content.length === 0 ? 0 : 1 - missing.length / content.length
  const found = content.filter(({ key }) => held.has(key))
  return {
    coverage,
    mismatch: missingParticular(missing, content, evidence) ?? turnedSense(claim, evidence) ?? otherOrder(found, content, evidence)
      ?? otherUnit(found, evidence) ?? differentTime(claim.words, evidence.words) ?? otherSpeaker(claim, evidence) ?? opposite(missing, claim, evidence)
      ?? (found.length < fewestShared * content.length || content.length === 0 ? 'too few of its words stand there' : null),
  }
}

/** Numbers, dates, identifiers and names are there, or the claim is about something else. A number of the heading does not stand for one of the sentence. */
function missingParticular(missing: readonly Word[], content: readonly Word[], evidence: Statement): string | null {
  const others = evidence.words.filter(({ keys }) => !content.some(({ key }) => keys.includes(key)))
  const held = new Set(evidence.words.flatMap(({ keys }) => keys))
  const word = missing.find(isParticular) ?? content.find((one) => one.unit !== null && !held.has(one.key) && others.some((other) => isOtherAmount(one, other)))
  return word === undefined ? null : `“${word.lower}” does not stand there`
}

function isParticular(word: Word): boolean {
  return word.isName || isExact(word)
}

/** A number, a date or an identifier. */
function isExact({ lower, unit }: Word): boolean {
  return unit !== null || /\d|\p{L}[_./:@#]\p{L}/u.test(lower)
}

function turnedSense(claim: Statement, evidence: Statement): string | null {
  if (claim.negationCount !== evidence.negationCount) return 'the negation differs'
  const more = surplus(claim.hedges, evidence.hedges) ?? surplus(evidence.hedges, claim.hedges)
  const said = new Set(claim.words.filter(({ isContent }) => isContent).map(({ key }) => key))
  const near = evidence.words.filter((_, index) => evidence.words.slice(Math.max(0, index - 1), index + 4).some(({ keys }) => keys.some((key) => said.has(key))))
  for (const [sense, family] of Object.entries(senseFamilies)) {
    const isOf = ({ lower, date }: Word): boolean => date === null && family.has(lower)
    const [mine, theirs] = [claim.words.find(isOf), (sense.startsWith('as ') || sense === 'for one alone' ? evidence.words : near).find(isOf)]
    if (mine && !evidence.words.some(isOf)) return `it does not say so ${sense}: “${mine.lower}”`
    if (theirs && !mine) return `it says so ${sense}: “${theirs.lower}”`
  }
  return more === undefined ? null : `only one of them says “${more}”`
}

/** Names and numbers in another order; and where all words are shared, any words. */
function otherOrder(found: readonly Word[], content: readonly Word[], evidence: Statement): string | null {
  const parties = found.length === content.length ? found : found.filter((word) => isParticular(word))
  return inOrder(parties, evidence.words) ? null : 'the words stand in another order'
}

function otherUnit(found: readonly Word[], evidence: Statement): string | null {
  const word = found.find((one) => {
    const others = evidence.words.filter(({ keys }) => keys.includes(one.key))
    return others.length > 0 && others.every((other) => (one.isMeasured || other.isMeasured) && one.unit !== other.unit)
  })
  return word === undefined ? null : `“${word.lower}” is of another unit there`
}

function otherSpeaker(claim: Statement, evidence: Statement): string | null {
  const speaks = ({ words }: Statement): Word | undefined => words.find(({ lower, isName }) => !isName && reportingWords.has(lower))
  const [mine, theirs] = [speaks(claim), speaks(evidence)]
  if (mine && !theirs) return `nobody says it there: “${mine.lower}”`
  return theirs && !mine ? `it is what somebody says: “${theirs.lower}”` : null
}

function opposite(missing: readonly Word[], claim: Statement, evidence: Statement): string | null {
  const mine = new Set(claim.words.map(({ key }) => key))
  for (const word of missing) {
    const other = evidence.words.find((candidate) => !mine.has(candidate.key) && isOpposite(word, candidate))
    if (other) return `“${other.lower}” there, “${word.lower}” here`
  }
  return null
}

/** A cell's number or identifier belongs to its row's label and its column's header: the claim must name both. */
function misplacedCell(claim: Statement, cells: readonly string[], titles: readonly string[], language: string): string | null {
  const said = new Set(claim.words.map(({ key }) => key))
  const names = (text: string): boolean => {
    const content = readStatement(text, language).words.filter(({ isContent }) => isContent)
    return content.length > 0 && content.every(({ key }) => said.has(key))
  }
  if (!names(cells[0] ?? '')) return 'it is about another row'
  const misplaced = cells.slice(1).find((cell, index) =>
    readStatement(cell, language).words.some((word) => isParticular(word) && said.has(word.key)) && !names(titles[index + 1] ?? ''))
  return misplaced === undefined ? null : `“${misplaced}” stands in another column`
}
