import { analyze } from '@/lib/analysis'
import { looksLikeInstruction, type EvidenceItem } from '@/lib/evidence'
import type { Embedder } from '@/lib/models'
import type { Ranking } from '@/lib/retrieval'
import { findKind } from './answer-kind'
import { speaksOf } from './compared-sides'
import { embedSentences } from './embed-sentences'
import { spokenText, type SentenceCandidate } from './sentence-candidates'
import { sectionRole } from './section-role'
import { sentenceFeatures, type SentenceFeatures } from './sentence-features'
import { sentenceSignals, weighSignals, type PassageStanding, type SentenceSignals } from './sentence-signals'
import { holdsName } from './stands-in'
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
  /** A tenth of a logit, so that .1 is the odds e : 1 over another sentence. */
  readonly score: number
  /** Of the softmax over the question's candidates: this sentence's and of those that say the same. Below `sentenceWeights.answerShare` the first is the closest evidence and no answer. */
  readonly share?: number
  /** BM25 of the question over the candidates, as a share of the most it could reach. */
  readonly bm25?: number
  /** What the learned part of the score was made of, for fitting it again. */
  readonly signals?: SentenceSignals
}

/**
 * Weights with their provenance. `learned` are logits of a softmax over a question's candidates; `placed` are tenths of a
 * logit, set by their meaning, for what no public set has: revisions, dates, kinds of note, orders to a machine.
 */
export const sentenceWeights = {
  version: 'sentences-4',
  learned: { coverage: 2.2, ownCoverage: 2.2, topicCoverage: 2.1, cosine: 2.9, bm25: 0.8, proximity: 1, verbs: 1.3, answerNear: 2, passageRank: 1.9, passageCosine: 1.4, passageBm25: 1.1 },
  placed: {
    /** A table row that meets or fails a condition of the question. */
    polarity: 0.3,
    /** Only for questions about now, by the order of the effective dates in the set. */
    recent: 0.15,
    /** What no longer holds stands behind what does; what reads like an order to a machine is never a first choice. */
    superseded: -0.2, notCurrent: -0.2, instructionLike: -0.3, code: -0.15,
    /** A whole list where several things are asked for; with as many items as the question says; where none is asked for. */
    list: 0.15, listOfCount: 0.3, unwantedList: -1,
    /** Of the very day that the question names, in the sentence or its headings. */
    day: 0.3,
    /** Repeats the question; only points elsewhere. */
    echo: -0.3, pointer: -0.3,
    /** "product: z29c-client" says which document this is; it answers who asks for that field. */
    field: -0.3,
    /** A yes or no stands in a sentence that says so before it stands in a table. */
    rowForVerdict: -0.15,
    /** What was decided or proposed, before why it had to be and what else there is; for a reason the other way round. */
    section: { answer: 0.08, background: -0.06, aside: -0.1, backgroundForReason: 0.08 },
    /** Written after the past day asked about, and nothing in it is of that time. */
    tooLate: -0.4,
    /** Of two things set against each other it speaks of both. */
    bothSides: 0.25,
    /** Says itself that it is of a time gone by, and the question is about none. */
    formerly: -0.2,
    /** The kinds written to be relied on, before logs and drafts. */
    kind: { decision: 0.04, reference: 0.04, project: 0.02, release: 0.02, incident: 0.01, note: 0, 'case-study': -0.04 },
  },
  /** On half B the first sentence holds the answer in 93 % of the questions at or above this share (162 of 174), and in 45 % below (44 of 98). */
  answerShare: 0.7,
  provenance: 'learned: conditional logit, L2 1, on half A (228 answerable questions) of abstention/squad2 over retrieved passages, again by `k81r eval --set abstention/squad2 --fit`. placed: by hand on the sample cases',
} as const

/** Sentences that are embedded: on half A the first 24 by words alone hold every answer that the passages hold. */
const mostEmbedded = 40
/** A passage outside the list of the closest in meaning has no cosine; the lowest that those in it have. */
const unlistedCosine = 0.3

interface RankingOptions {
  /** One part's own search; null where the set's search was for the question alone. */
  readonly found?: Ranking | null
  /** Days that the question names. */
  readonly days?: readonly string[]
  /** The past day that the question asks about, and the passages that were in force then; null for now. */
  readonly past?: { readonly asOf: string; readonly inForce: ReadonlySet<string> } | null
}

/**
 * Orders the sentences of a set by how well each would answer the question, best first. Passages count as the set's search
 * found them, or, for one part of a question, as the part's own search did.
 */
export async function rankSentences(question: Question, idf: ReadonlyMap<string, number>, queryVector: Float32Array | null, candidates: readonly SentenceCandidate[], embedder: Embedder | null, { found = null, days = [], past = null }: RankingOptions = {}): Promise<RankedSentence[]> {
  const features = sentenceFeatures(question, idf, candidates)
  const standingOf = found === null ? standingInSet : standingIn(found)
  const isOfDay = ({ text, item: { headingPath } }: SentenceCandidate) => days.some((day) => holdsName(`${text}\n${headingPath.join('\n')}`, day))
  const mostBm25 = Math.max(Number.EPSILON, ...candidates.map(({ item }) => standingOf(item).bm25))
  const dates = [...new Set(candidates.map(({ item }) => item.effectiveAt))].sort()
  const recencies = new Map(dates.map((date, at) => [date, dates.length <= 1 ? 0 : at / (dates.length - 1)]))
  const byWords = candidates.map((candidate, at) => {
    const own = features[at] ?? noFeatures
    const recency = recencies.get(candidate.item.effectiveAt) ?? 0
    const signals = sentenceSignals(own, standingOf(candidate.item), mostBm25)
    return { candidate, own, signals, score: weighSignals(signals, sentenceWeights.learned) / 10 + placeSentence(question, candidate, own, recency) + (isOfDay(candidate) ? sentenceWeights.placed.day : 0) + (past !== null && isTooLate(candidate, past) ? sentenceWeights.placed.tooLate : 0) }
  }).sort((a, b) => b.score - a.score)
  const cosines = embedder === null || queryVector === null ? null : await embedSentences(byWords.slice(0, mostEmbedded).map(({ candidate }) => candidate), queryVector, embedder)
  const ranked = byWords.slice(0, cosines === null ? byWords.length : mostEmbedded).map(({ candidate, own, signals, score }, at): RankedSentence => {
    const { coverage, ownCoverage, topicCoverage, covered, bm25 } = own
    const cosine = cosines?.[at] ?? null
    return { candidate, coverage, ownCoverage, topicCoverage, covered, bm25, cosine, hasType: holdsType(question, candidate), signals: { ...signals, cosine: cosine ?? 0 }, score: score + ((cosine ?? 0) * sentenceWeights.learned.cosine) / 10 }
  })
  return shareOut(ranked.sort((a, b) => b.score - a.score))
}

const noFeatures: SentenceFeatures = { coverage: 0, ownCoverage: 0, topicCoverage: 0, bm25: 0, proximity: 0, verbs: 0, answerNear: 0, echo: false, covered: new Set() }

function standingInSet({ rank, reasons }: Pick<EvidenceItem, 'rank' | 'reasons'>): PassageStanding {
  return { rank, cosine: reasons.find(({ arm }) => arm === 'vector')?.score ?? unlistedCosine, bm25: reasons.find(({ arm }) => arm === 'lexical')?.score ?? 0 }
}

/** What a part's own search did not find stands behind all that it found. */
function standingIn({ results }: Ranking): (item: EvidenceItem) => PassageStanding {
  const found = new Map(results.map(({ passage, reasons }, at) => [passage.id, standingInSet({ rank: at + 1, reasons })]))
  return ({ passage }) => found.get(passage.id) ?? { rank: results.length + 1, cosine: unlistedCosine, bm25: 0 }
}

function placeSentence(question: Question, candidate: SentenceCandidate, { echo }: SentenceFeatures, recency: number): number {
  const w = sentenceWeights.placed
  const { item, text } = candidate
  return w.polarity * polarity(question, candidate) + placeList(question, candidate) + placeSection(question, candidate) + (question.sides?.every((side) => speaksOf(side, text)) === true ? w.bothSides : 0) + (formerly.test(text) && !asksOfPast.test(question.text) ? w.formerly : 0)
    + (question.asksNow ? w.recent * recency : 0)
    + (item.superseded ? w.superseded : 0) + (item.current ? 0 : w.notCurrent) + (looksLikeInstruction(text) ? w.instructionLike : 0)
    + (item.passage.contentType === 'code' ? w.code : 0) + (isFieldOfRecord(question, candidate) ? w.field : 0) + w.kind[item.kind]
    + (question.type === 'verdict' && candidate.cells !== null ? w.rowForVerdict : 0)
    + (echo && question.type !== 'verdict' ? w.echo : 0) + (pointer.test(text) || leadsElsewhere.test(text) ? w.pointer : 0)
}

const ofThePast = /\b(?:before|until|formerly|previously|originally|used to|was|were|had)\b/i

/** What was written later tells of a past day only where it looks back, and what it says holds since a later day did not hold then. */
function isTooLate({ item, text }: SentenceCandidate, { asOf, inForce }: NonNullable<RankingOptions['past']>): boolean {
  const since = /\bsince (\d{4}-\d{2}-\d{2})/i.exec(text)?.[1]
  if (since !== undefined && since > asOf) return true
  if (inForce.has(item.passage.id) || item.effectiveAt <= asOf) return false
  const years = text.match(/\b(?:19|20)\d{2}\b/g) ?? []
  return !ofThePast.test(text) && !years.some((year) => year <= asOf.slice(0, 4))
}

const formerly = /\b(?:traditionally|previously|formerly|historically|used to|in the past|at the time of writing)\b/i
const asksOfPast = /\b(?:was|were|did|had|before|previously|formerly|used to|until|earlier|old|originally|history)\b/i

const asksForAside = /\b(?:alternatives?|options?|considered|instead|drawbacks?|downsides?|disadvantages?|cons|pros|teach|taught|unresolved|open questions?|prior art|glossary|examples?)\b/i

function placeSection({ text, type }: Question, { item }: SentenceCandidate): number {
  const w = sentenceWeights.placed.section
  switch (sectionRole(item)) {
    case 'answer': return w.answer
    case 'background': return type === 'reason' ? w.backgroundForReason : w.background
    case 'aside': return asksForAside.test(text) ? 0 : w.aside
    default: return 0
  }
}

const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12 }
const countAsked = new RegExp(`\\b(?:which|what|the) (${Object.keys(counts).join('|')}|\\d{1,2})\\b`, 'i')

function placeList({ text, wantsList }: Question, { listItems }: SentenceCandidate): number {
  const w = sentenceWeights.placed
  if (listItems === undefined) return 0
  if (!wantsList) return w.unwantedList
  const asked = countAsked.exec(text)?.[1]?.toLowerCase()
  return w.list + (asked !== undefined && (counts[asked] ?? Number(asked)) === listItems ? w.listOfCount : 0)
}

/** A field that tells one record from another, which the question does not ask for by its name. */
function isFieldOfRecord({ terms, type }: Question, { item, text }: SentenceCandidate): boolean {
  const [, key = ''] = /^\s*["']?(product|project|component|package|name|title|release|version|status|kind|type|id|date|released|author|owner|commit|sha256|checksum|url)["']?:\s/i.exec(text) ?? []
  if (item.passage.contentType !== 'record' || key === '') return false
  const stem = analyze(key, 'en')[0]?.lexeme
  return !terms.some(({ lexeme, surface }) => lexeme === stem || surface.toLowerCase() === key.toLowerCase()) && !(type === 'time' && /^(?:date|released)$/i.test(key))
}

/** "See [[policy#Unknown outcome]].": the answer stands there, not here. */
const pointer = /^[\s*_(]*(?:see|cf\.|compare|details?(?: (?:in|at|under))?|more(?: (?:in|at|under))?)\b[\s:]*(?:also |the )?(?:!?\[\[[^\]]*\]\]|\[[^\]]*\]\([^)]*\)|`[^`]*`|§?\d+|[,;]|and|or|in|under|\s)+[\s.)*_]*$/i

/** "What happens after a timeout: [[policy]].": a line of a table of contents. */
const leadsElsewhere = /^[^.!?|]{0,80}:\s*(?:!?\[\[[^\]]*\]\]|\[[^\]]*\]\([^)]*\))[\s.)*_]*$/

/** The softmax over all candidates; what says the same in another place stands for it. */
function shareOut(ranked: readonly RankedSentence[]): RankedSentence[] {
  const best = ranked[0]?.score ?? 0
  const odds = ranked.map(({ score }) => Math.exp((score - best) * 10))
  const total = odds.reduce((sum, value) => sum + value, 0)
  const stems = ranked.map(({ candidate }) => new Set(analyze(spokenText(candidate), 'en').map(({ lexeme }) => lexeme)))
  return ranked.map((entry, at) => {
    const same = odds.reduce((sum, value, other) => sum + (other === at || saysTheSame(stems[at], stems[other]) ? value : 0), 0)
    return { ...entry, share: total === 0 ? 0 : same / total }
  })
}

function saysTheSame(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined || one.size < 3 || other.size < 3) return false
  const shared = [...one].filter((stem) => other.has(stem)).length
  return shared / (one.size + other.size - shared) >= 0.6
}

const noneCell = /^(none|no|nein|brak|never|-+|–|—|n\/a|✗|✘|false)$/i
const yesCell = /^(yes|ja|tak|✓|✔|true)$/i
const conditionWord = /^\s*(?:is|are|was|were|=|:|of)\s+["“`]?([\w-]+)/i

/**
 * Whether a table row meets the conditions that the question sets: "no status lookup", "where idempotency key is none".
 * +1 when it meets all that have a column, −1 when it fails one. 0 for prose and for rows without such a column.
 */
export function polarity(question: Pick<Question, 'text' | 'absent'>, { cells }: SentenceCandidate): number {
  if (cells === null) return 0
  let agree = 0
  let disagree = 0
  for (const { header, cell } of cells) {
    if (question.absent.size > 0 && analyze(header, 'en').some(({ lexeme }) => question.absent.has(lexeme))) {
      if (noneCell.test(cell)) agree++
      else disagree++
      continue
    }
    const at = header === '' ? -1 : question.text.toLowerCase().indexOf(header.toLowerCase())
    const wanted = at < 0 ? undefined : conditionWord.exec(question.text.slice(at + header.length))?.[1]
    // "the default is" asks for the cell; only a plain yes or no sets a condition on it.
    if (wanted === undefined || !(noneCell.test(wanted) || yesCell.test(wanted))) continue
    if (noneCell.test(wanted) === noneCell.test(cell)) agree++
    else disagree++
  }
  return disagree > 0 ? -1 : agree > 0 ? 1 : 0
}

/** Whether the candidate holds something of the kind asked for that the question did not already say; of which unit is for the decision to say. */
export function holdsType(question: Question, candidate: SentenceCandidate): boolean {
  const { type } = question
  if (type !== 'number' && type !== 'time' && type !== 'person' && type !== 'reason') return false
  return findKind(type, spokenText(candidate), question, candidate, { anyUnit: true }).length > 0
}

/** Types without which a sentence cannot be the answer. */
export function needsType(question: Question): boolean {
  return question.type === 'number' || question.type === 'time' || question.type === 'person' || question.type === 'reason'
}
