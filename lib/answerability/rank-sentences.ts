import { analyze } from '@/lib/analysis'
import { looksLikeInstruction } from '@/lib/evidence'
import type { Embedder } from '@/lib/models'
import { statedRow, type SentenceCandidate } from './sentence-candidates'
import type { Question } from './understand-question'

export interface RankedSentence {
  readonly candidate: SentenceCandidate
  /** Share of the question's idf that stands in the sentence, its headings and title, or the sentence before. */
  readonly coverage: number
  /** Share that stands in the sentence itself. */
  readonly ownCoverage: number
  /** The same as coverage over the words of full weight alone: what the question is about, without how it is put. */
  readonly topicCoverage: number
  /** Cosine with the question; null in lexical-only mode. */
  readonly cosine: number | null
  /** Holds a new token of the kind the question asks for. */
  readonly hasType: boolean
  readonly covered: ReadonlySet<string>
  readonly score: number
}

/**
 * Weights with provenance: ½·coverage + cosine is the measured, untrained start (.74 first, .85 in three on SQuAD 2
 * retrieved; .81/.93 elsewhere). The additions are decided by their meaning and checked on the sample cases.
 */
export const sentenceWeights = {
  version: 'sentences-1',
  coverage: 0.5, ownCoverage: 0.15, answerType: 0.12, polarity: 0.3,
  /** Only for questions about now, by the order of the effective dates in the set. */
  recent: 0.15,
  /** What no longer holds stands behind what does; what reads like an order to a machine is never a first choice. */
  superseded: -0.2, notCurrent: -0.2, instructionLike: -0.3, code: -0.15,
  /** The kinds written to be relied on, before logs and drafts. */
  kind: { decision: 0.04, reference: 0.04, project: 0.02, release: 0.02, incident: 0.01, note: 0, 'case-study': -0.04 },
  provenance: 'untrained start of the recipes; additions set by hand on the development half of the sample cases',
} as const

/** Sentences that are embedded: the rest cannot rise far enough on meaning alone to matter. */
const embedded = 28
const vectors = new Map<string, Float32Array>()
const mostVectors = 4_000

/** Orders the sentences of a set by how well each would answer the question, best first. */
export async function rankSentences(question: Question, idf: ReadonlyMap<string, number>, queryVector: Float32Array | null, candidates: readonly SentenceCandidate[], embedder: Embedder | null): Promise<RankedSentence[]> {
  const lexical = candidates.map((candidate) => ({ candidate, ...cover(question, idf, candidate) }))
  lexical.sort((a, b) => b.coverage + b.ownCoverage - (a.coverage + a.ownCoverage))
  const cosines = embedder === null || queryVector === null ? null : await embedSentences(lexical.slice(0, embedded).map(({ candidate }) => spoken(candidate)), queryVector, embedder)
  const dates = [...new Set(candidates.map(({ item }) => item.effectiveAt))].sort()
  const recencies = new Map(dates.map((date, at) => [date, dates.length <= 1 ? 0 : at / (dates.length - 1)]))
  const ranked = lexical.slice(0, cosines === null ? lexical.length : embedded).map((entry, at): RankedSentence => {
    const cosine = cosines?.[at] ?? null
    const hasType = holdsType(question, entry.candidate)
    return { ...entry, cosine, hasType, score: scoreSentence(question, entry, cosine, hasType, recencies.get(entry.candidate.item.effectiveAt) ?? 0) }
  })
  return ranked.sort((a, b) => b.score - a.score)
}

function scoreSentence(question: Question, { candidate, coverage, ownCoverage }: { candidate: SentenceCandidate; coverage: number; ownCoverage: number }, cosine: number | null, hasType: boolean, recency: number): number {
  const w = sentenceWeights
  const { item } = candidate
  return w.coverage * coverage + w.ownCoverage * ownCoverage + (cosine ?? coverage * 0.6)
    + (hasType ? w.answerType : 0) + w.polarity * polarity(question, candidate)
    + (question.asksNow ? w.recent * recency : 0)
    + (item.superseded ? w.superseded : 0) + (item.current ? 0 : w.notCurrent) + (looksLikeInstruction(candidate.text) ? w.instructionLike : 0)
    + (item.passage.contentType === 'code' ? w.code : 0) + w.kind[item.kind]
}

/** The sentence as it is understood: a table row with its headers, under its heading. */
function spoken({ item, cells, text }: SentenceCandidate): string {
  const words = cells === null ? text : statedRow(cells)
  const heading = item.headingPath.at(-1)
  return heading === undefined || words.length > 160 ? words : `${heading}: ${words}`
}

async function embedSentences(texts: readonly string[], query: Float32Array, embedder: Embedder): Promise<number[]> {
  const missing = [...new Set(texts.filter((text) => !vectors.has(text)))]
  if (missing.length > 0) {
    const fresh = await embedder.embed(missing, { priority: 'query' })
    if (vectors.size > mostVectors) vectors.clear()
    missing.forEach((text, at) => { const vector = fresh[at]; if (vector !== undefined) vectors.set(text, vector) })
  }
  return texts.map((text) => dot(query, vectors.get(text)))
}

function dot(left: Float32Array, right: Float32Array | undefined): number {
  if (right === undefined) return 0
  let sum = 0
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}

const inHeading = 0.8
const inPrevious = 0.5

function cover(question: Question, idf: ReadonlyMap<string, number>, { item, text, cells, previous }: SentenceCandidate): { coverage: number; ownCoverage: number; topicCoverage: number; covered: ReadonlySet<string> } {
  const lexemes = (words: string) => new Set(analyze(words, 'en').map(({ lexeme }) => lexeme))
  const own = lexemes(cells === null ? text : statedRow(cells))
  const above = lexemes([item.title, ...item.headingPath, item.project ?? ''].join('\n'))
  const before = previous === null ? new Set<string>() : lexemes(previous)
  let total = 0
  let reached = 0
  let held = 0
  let topic = 0
  let topicReached = 0
  const covered = new Set<string>()
  for (const { lexeme, weight, form } of question.terms) {
    if (form === 'identifier-part') continue
    const worth = weight * (idf.get(lexeme) ?? 0)
    total += worth
    const share = own.has(lexeme) ? 1 : above.has(lexeme) ? inHeading : before.has(lexeme) ? inPrevious : 0
    if (share > 0) covered.add(lexeme)
    reached += worth * share
    if (weight === 1) {
      topic += worth
      topicReached += share > 0 ? worth : 0
    }
    if (own.has(lexeme)) held += worth
  }
  return total === 0 ? { coverage: 0, ownCoverage: 0, topicCoverage: 0, covered } : { coverage: reached / total, ownCoverage: held / total, topicCoverage: topic === 0 ? 1 : topicReached / topic, covered }
}

const noneCell = /^(none|no|nein|brak|never|-+|–|—|n\/a|✗|✘|false)$/i
const yesCell = /^(yes|ja|tak|✓|✔|true)$/i

/**
 * Whether a table row says "none" where the question says "no …": +1 when every absent thing that has a column is none
 * there, −1 when one of them is there. 0 for prose and for rows without such a column.
 */
function polarity(question: Question, { cells }: SentenceCandidate): number {
  if (cells === null || question.absent.size === 0) return 0
  let agree = 0
  let disagree = 0
  for (const { header, cell } of cells) {
    if (!analyze(header, 'en').some(({ lexeme }) => question.absent.has(lexeme))) continue
    if (noneCell.test(cell)) agree++
    else if (yesCell.test(cell) || cell !== '') disagree++
  }
  return disagree > 0 ? -1 : agree > 0 ? 1 : 0
}

const numberWord = /\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|once|twice|half|quarter|dozen|never|every)\b/i
const timeWord = /\b\d{4}-\d{2}(-\d{2})?\b|\b(19|20)\d{2}\b|\b(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter)\b|\b\d{1,2}:\d{2}\b|\b\d+ (days?|weeks?|months?|years?|hours?|minutes?)\b/i
const reasonWord = /\b(because|since|so that|so the|due to|in order to|otherwise|therefore|which is why|as a result|reason|to avoid|to keep|to make|caused|led to|meant|cannot|could not|for the sake)\b/i
const roleWord = /\b(operator|owner|engineer|reviewer|approver|author|team|editor|manager|lead|on-call|person|people|group|customer|tenant|i|we|me|my)\b/i

/** Whether the candidate holds something of the kind asked for that the question did not already say. */
export function holdsType(question: Question, { text, item, cells }: SentenceCandidate): boolean {
  const words = cells === null ? text : statedRow(cells)
  const fresh = words.split(/\s+/).filter((word) => !question.text.toLowerCase().includes(word.toLowerCase().replace(/[.,;:()“”"'`]/g, ''))).join(' ')
  switch (question.type) {
    case 'number': return /\d/.test(fresh) || numberWord.test(fresh)
    case 'time': return timeWord.test(fresh)
    case 'person': return roleWord.test(fresh) || /(?:^|[^.!?]\s)\p{Lu}\p{Ll}+/u.test(fresh) || /\b\p{Lu}\.\s?\p{Lu}\./u.test(fresh)
    case 'reason': return reasonWord.test(words) || /reason|why|context|because|root cause/i.test(item.headingPath.at(-1) ?? '')
    case 'verdict': case 'list': case 'comparison': case 'statement': return false
    default: return question.type satisfies never
  }
}

/** Types without which a sentence cannot be the answer. */
export function needsType(question: Question): boolean {
  return question.type === 'number' || question.type === 'time' || question.type === 'person' || question.type === 'reason'
}
