import { analyze, type Term } from '@/lib/analysis'
import { answerKind, findKind } from './answer-kind'
import { spokenText, type SentenceCandidate } from './sentence-candidates'
import type { Question } from './understand-question'

/** What a candidate offers a question, by words alone: shares between 0 and 1. */
export interface SentenceFeatures {
  /** Share of the question's idf that stands in the sentence, its headings and title, or the sentence before. */
  readonly coverage: number
  /** Share that stands in the sentence itself. */
  readonly ownCoverage: number
  /** The same as coverage over the words of full weight alone: what the question is about, without how it is put. */
  readonly topicCoverage: number
  /** BM25 over the candidates ÷ the most the question could reach. */
  readonly bm25: number
  /** Neighbouring words of the question that stand within 8 words of each other, falling with distance. */
  readonly proximity: number
  /** The question's verbs that stand in the sentence. */
  readonly verbs: number
  /** A new token of the kind asked for, falling with its distance from the nearest word of the question. */
  readonly answerNear: number
  /** Says nothing that the question does not say itself: it answers nothing. */
  readonly echo: boolean
  readonly covered: ReadonlySet<string>
}

const inHeading = 0.8
const inPrevious = 0.5
const furthestApart = 8
const { k1, b } = { k1: 1.2, b: 0.75 }

interface Read {
  readonly candidate: SentenceCandidate
  readonly words: string
  readonly terms: readonly Term[]
  readonly positions: ReadonlyMap<string, readonly number[]>
}

/** The features of each candidate, in their order; idf as the collection has it. */
export function sentenceFeatures(question: Question, idf: ReadonlyMap<string, number>, candidates: readonly SentenceCandidate[]): SentenceFeatures[] {
  const read = candidates.map((candidate): Read => {
    const words = spokenText(candidate)
    const terms = analyze(words, 'en')
    const positions = new Map<string, number[]>()
    for (const { lexeme, position } of terms) positions.set(lexeme, [...(positions.get(lexeme) ?? []), position])
    return { candidate, words, terms, positions }
  })
  const above = new Map<string, ReadonlySet<string>>()
  const before = new Map<string, ReadonlySet<string>>()
  const meanLength = Math.max(1, read.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, read.length))
  const verbs = verbsOf(question)
  const kind = answerKind(question)
  const asked = new Set(question.terms.map(({ lexeme }) => lexeme))
  return read.map((entry) => {
    const { item, previous, introduction } = entry.candidate
    const cover = coverage(question, idf, entry.positions, stemsOf([item.title, ...item.headingPath, item.project ?? ''].join('\n'), above), stemsOf([previous ?? '', introduction ?? ''].join('\n'), before))
    const near = kind === null ? 0 : nearestAnswer(question, entry, kind)
    return {
      ...cover,
      bm25: bm25(question, idf, entry, meanLength), proximity: proximity(question, entry.positions),
      verbs: verbs.length === 0 ? 0 : verbs.filter((verb) => entry.positions.has(verb)).length / verbs.length,
      answerNear: near,
      echo: near === 0 && echoes(entry.terms, asked),
    }
  })
}

/** A few words of which all but one, or all, are the question's. */
function echoes(terms: readonly Term[], asked: ReadonlySet<string>): boolean {
  const stems = new Set(terms.map(({ lexeme }) => lexeme))
  const news = [...stems].filter((stem) => !asked.has(stem)).length
  return stems.size > 0 && (news === 0 || (news === 1 && stems.size <= 4))
}

function stemsOf(text: string, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
  const stems = known.get(text) ?? new Set(analyze(text, 'en').map(({ lexeme }) => lexeme))
  known.set(text, stems)
  return stems
}

function coverage(question: Question, idf: ReadonlyMap<string, number>, own: ReadonlyMap<string, unknown>, above: ReadonlySet<string>, before: ReadonlySet<string>): Pick<SentenceFeatures, 'coverage' | 'ownCoverage' | 'topicCoverage' | 'covered'> {
  let total = 0
  let reached = 0
  let held = 0
  let topic = 0
  let topicReached = 0
  const covered = new Set<string>()
  for (const { lexeme, weight, form, surface } of question.terms) {
    if (form === 'identifier-part') continue
    const worth = weight * (idf.get(lexeme) ?? 0)
    total += worth
    const isIn = (words: { has(lexeme: string): boolean }) => words.has(lexeme) || (form === 'identifier' && holdsParts(surface, words))
    const share = isIn(own) ? 1 : isIn(above) ? inHeading : isIn(before) ? inPrevious : 0
    if (share > 0) covered.add(lexeme)
    reached += worth * share
    if (weight === 1) {
      topic += worth
      topicReached += share > 0 ? worth : 0
    }
    if (isIn(own)) held += worth
  }
  return total === 0 ? { coverage: 0, ownCoverage: 0, topicCoverage: 0, covered } : { coverage: reached / total, ownCoverage: held / total, topicCoverage: topic === 0 ? 1 : topicReached / topic, covered }
}

/** "Long-term" stands in "long-term-support" too; a name with figures or a path stands whole or not at all. */
function holdsParts(surface: string, words: { has(lexeme: string): boolean }): boolean {
  if (!/^\p{L}+(?:-\p{L}+)+$/u.test(surface)) return false
  const parts = analyze(surface, 'en').filter(({ form }) => form === 'identifier-part')
  return parts.length > 1 && parts.every(({ lexeme }) => words.has(lexeme))
}

function bm25(question: Question, idf: ReadonlyMap<string, number>, { terms, positions }: Read, meanLength: number): number {
  let most = 0
  let sum = 0
  for (const { lexeme, weight, form } of question.terms) {
    if (form === 'identifier-part') continue
    const worth = weight * (idf.get(lexeme) ?? 0)
    const frequency = positions.get(lexeme)?.length ?? 0
    most += worth * (k1 + 1)
    sum += (worth * frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * terms.length) / meanLength))
  }
  return most === 0 ? 0 : sum / most
}

function proximity(question: Question, positions: ReadonlyMap<string, readonly number[]>): number {
  const words = question.terms.filter(({ form, weight }) => form !== 'identifier-part' && weight === 1)
  if (words.length < 2) return 0
  let sum = 0
  for (const [at, { lexeme }] of words.slice(1).entries()) {
    const left = positions.get(words[at]?.lexeme ?? '') ?? []
    const right = positions.get(lexeme) ?? []
    const apart = Math.min(Infinity, ...left.flatMap((one) => right.map((other) => Math.abs(one - other))))
    if (apart > 0 && apart <= furthestApart) sum += 1 - (apart - 1) / furthestApart
  }
  return sum / (words.length - 1)
}

/** What follows "did", "was" or "can" in a question and is no name: the relation that it asks about. */
function verbsOf({ text, terms }: Question): string[] {
  const at = /\b(?:did|does|do|was|were|is|are|has|have|had|can|could|will|would|should|may|might|must)\b/i.exec(text)
  const from = at === null ? -1 : at.index + at[0].length
  const verbs: string[] = []
  for (const { lexeme, surface, weight, form } of terms) {
    if (weight !== 1 || form !== 'word' || /^\p{Lu}/u.test(surface)) continue
    const place = text.indexOf(surface)
    const next = text.slice(place + surface.length).trimStart()
    const inflected = /(?:ed|en|ing)$/i.test(surface)
    const closes = /^(?:[?.,]|(?:to|in|on|at|by|for|from|with|of|as|into|over|under|after|before|during|because|that|about|against)\b)/i.test(next) || next === ''
    if (inflected || (at !== null && /^(?:did|does|do|can|could|will|would|should|may|might|must)$/i.test(at[0]) && place > from && closes && verbs.length === 0)) verbs.push(lexeme)
  }
  return [...new Set(verbs)]
}

/** Positions are those of the index terms: what lies between two words is counted by the words of the text. */
function nearestAnswer(question: Question, { words, terms, candidate }: Read, kind: NonNullable<ReturnType<typeof answerKind>>): number {
  const found = findKind(kind, words, question, candidate)
  if (found.length === 0) return 0
  const asked = new Set(question.terms.filter(({ form }) => form !== 'identifier-part').map(({ lexeme }) => lexeme))
  const held = terms.filter(({ lexeme }) => asked.has(lexeme))
  if (held.length === 0) return 0.2
  const apart = Math.min(...found.flatMap((place) => held.map(({ startOffset, endOffset }) => wordsBetween(words, place, startOffset, endOffset))))
  return 0.3 + 0.7 / (1 + apart / 4)
}

function wordsBetween(text: string, place: { readonly startOffset: number; readonly endOffset: number }, startOffset: number, endOffset: number): number {
  const [from, to] = place.startOffset >= endOffset ? [endOffset, place.startOffset] : [place.endOffset, startOffset]
  return from >= to ? 0 : (text.slice(from, to).match(/[\p{L}\p{N}]+/gu) ?? []).length
}
