import { looksLikeInstruction, type AssembledEvidence, type EvidenceItem } from '@/lib/evidence'
import type { Embedder } from '@/lib/models'
import type { Ranking } from '@/lib/retrieval'
import type { Answerability, AnswerabilityCheck, PartDecision, RefusalReason } from './answerability'
import { findContradiction } from './find-contradiction'
import { findLaterChange } from './find-later-change'
import { needsType, rankSentences, type RankedSentence } from './rank-sentences'
import { sentenceCandidates } from './sentence-candidates'
import { splitQuestion, understandQuestion, type Question } from './understand-question'

/**
 * The gate, a logit over the best evidence, with its provenance. Off-collection questions: on documentation 98 % of
 * answerable ones kept and 99–100 % of foreign ones refused; on encyclopedic prose 95–97 and 93–94. Near misses it
 * catches about a third; the other checks are for those.
 */
export const gateCoefficients = {
  version: 'gate-1',
  sentenceCosine: 11.52, passageCosine: 6.13, passageShare: 2.31, sentenceCoverage: 4.22, unknownShare: 0.69, constant: -12.56, threshold: -0.75,
  /** Without vectors: words alone, set on the sample cases. */
  lexicalCoverage: 0.55,
  provenance: 'recipe of 2026-11, trained on SQuAD 2 with documents removed and counts recomputed',
} as const

/** Passages whose sentences are considered. */
const passagesRead = 9

/** Decides, part by part, whether a set supports an answer; reasons and the sentences each decision rests on. */
export async function assess({ set, ranking, period }: AssembledEvidence, embedder: Embedder | null): Promise<Answerability> {
  const questions: Question[] = []
  const isPast = period !== null || set.request.filters?.asOf !== undefined
  for (const text of splitQuestion(withoutPeriod(questionText(set.question), isPast))) questions.push(understandQuestion(text, ['en'], questions.at(-1) ?? null))
  const candidates = set.items.slice(0, set.strategy === 'whole-document' ? set.items.length : passagesRead).flatMap(sentenceCandidates)
  const vectors = embedder === null || ranking.queryVector === null ? null : questions.length === 1 ? [ranking.queryVector] : await embedder.embed(questions.map(({ text }) => text), { priority: 'query' })
  const parts: PartDecision[] = []
  for (const [at, question] of questions.entries()) {
    const ranked = await rankSentences(question, weigh(question, ranking), vectors?.[at] ?? null, candidates, embedder)
    parts.push(decide(question, ranked, set.items, ranking, period))
  }
  const answerable = parts.filter(({ kind }) => kind === 'answerable').length
  return { outcome: answerable === parts.length ? 'answerable' : answerable > 0 ? 'partly' : 'refused', parts }
}

/** The question without search syntax. */
function questionText(query: string): string {
  return query.replace(/\b(project|kind|status|year|as-of|history|before|after|tag|path|title):("[^"]*"|\S*)/gi, '').replace(/"/g, '').replace(/\s+/g, ' ').trim()
}

/** Once a past day is read from the words or a filter, the words that name it are no part of what a passage must hold. */
function withoutPeriod(question: string, isPast: boolean): string {
  if (!isPast) return question
  const without = question.replace(/[,\s]*\b(?:back |early |late )?(?:(?:in|during|on|at|as of|by|before|until|since)\s+)?(?:the\s+)?(?:(?:beginning|start|end|middle|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)\s+(?:of\s+)?)*(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:(?:19|20)\d{2}(?:-\d{2}(?:-\d{2})?)?)\b/gi, '')
  return without.trim() === '' ? question : without
}

/** idf of every word, the highest for those the collection does not hold. */
function weigh(question: Question, { idf }: Ranking): ReadonlyMap<string, number> {
  const highest = Math.max(1, ...idf.values())
  return new Map(question.terms.map(({ lexeme }) => [lexeme, idf.get(lexeme) ?? highest]))
}

function decide(question: Question, ranked: readonly RankedSentence[], items: readonly EvidenceItem[], ranking: Ranking, period: AssembledEvidence['period']): PartDecision {
  const checks: AnswerabilityCheck[] = []
  const supported = describeSupport(ranked)
  const refuse = (check: AnswerabilityCheck['check'], reason: RefusalReason, missing: string, support: string | null = supported): PartDecision => ({
    kind: 'refused', question: question.text, reason, missing, supported: support, sentences: ranked.slice(0, 6), checks: [...checks, { check, passed: false, note: missing }],
  })
  const pass = (check: AnswerabilityCheck['check'], note: string) => checks.push({ check, passed: true, note })

  if (ranking.generation === null) return refuse('evidence', 'outside-the-collection', 'Nothing is indexed yet, so nothing can be answered. Ask again once the notes have been read.', null)
  if (question.countsDocuments) return refuse('records', 'unsupported-combination', 'This asks for a count or a list of documents, which no single passage states. The filtered search lists them.', null)
  const unknown = unknownEntities(question, ranking)
  if (unknown.length > 0) return refuse('entities', 'missing-entity', `No note mentions ${quoteList(unknown)}.`, null)
  const best = ranked[0]
  if (items.length === 0 || best === undefined || ranking.weak) return refuse('evidence', 'outside-the-collection', 'Nothing in the notes you may read is about this.', null)
  pass('evidence', `${items.length} passages may bear on it.`)

  const absent = entitiesNotInEvidence(question, items)
  if (absent.length > 0) return refuse('entities', 'missing-relationship', `The notes mention ${quoteList(absent)}, but no passage about the rest of the question does.`)
  pass('entities', 'Every name in the question stands in the evidence.')

  const strength = gate(question, ranked, ranking)
  if (!strength.passed) return refuse('gate', 'only-indirect', describeMissing(question, ranked))
  pass('gate', strength.note)

  const uncovered = importantUncovered(question, ranked, ranking)
  if (uncovered.length > 0) return refuse('gate', 'missing-relationship', `No passage connects ${quoteList(uncovered)} with the rest of the question.`)

  const contradiction = period === null && (question.type === 'number' || question.type === 'time') ? findContradiction(ranked) : null
  if (contradiction !== null) {
    const [left, right] = [contradiction.left.candidate.item, contradiction.right.candidate.item]
    return {
      ...refuse('contradiction', 'contradicted-sources', `Two documents disagree and neither replaces the other: “${left.title}” (${left.effectiveAt}) says ${contradiction.values[0]}, “${right.title}” (${right.effectiveAt}) says ${contradiction.values[1]}. Which one holds is not written down.`, `Both state a value: ${contradiction.values[0]} and ${contradiction.values[1]}.`),
      sentences: [contradiction.left, contradiction.right, ...ranked.filter((entry) => entry !== contradiction.left && entry !== contradiction.right).slice(0, 3)],
    }
  }
  pass('contradiction', 'No two current passages give different values.')

  const close = ranked.filter((entry) => !looksLikeInstruction(entry.candidate.text) && entry.score >= best.score - typeSlack)
  const direct = close.filter((entry) => addresses(question, entry, weigh(question, ranking)))
  if (direct.length === 0) return refuse('directness', 'missing-relationship', describeMissing(question, close))
  pass('directness', 'A sentence addresses what the question is about.')
  if (!needsType(question)) return finish([...direct, ...ranked.filter((entry) => !direct.includes(entry))])
  const typed = direct.filter(({ hasType }) => hasType)
  if (typed.length === 0) return refuse('answer-type', 'missing-relationship', missingType(question, ranked))
  pass('answer-type', 'A passage holds the kind of fact asked for.')
  const qualified = typed.filter((entry) => holdsQualifiers(question, entry))
  if (question.qualifiers.length > 0 && qualified.length === 0) return refuse('answer-type', 'missing-relationship', `The notes give a figure for this, and none says that it is the ${question.qualifiers.join(' or ')}.`)
  return finish([...(qualified.length > 0 ? qualified : typed), ...ranked.filter((entry) => !typed.includes(entry))])

  function finish(sentences: readonly RankedSentence[]): PartDecision {
    const first = sentences[0]
    if (first !== undefined && period === null && (first.candidate.item.superseded || !first.candidate.item.current) && question.asksNow) {
      return refuse('currency', 'out-of-date', `The question is about now, and the passages that bear on it are from a document that was replaced or an older revision (${first.candidate.item.effectiveAt}).`)
    }
    const later = first === undefined || period !== null ? null : findLaterChange(first, ranked)
    if (later !== null) {
      pass('currency', `A later note (${later.candidate.item.effectiveAt}) says that this has ended; it goes first.`)
      return { kind: 'answerable', question: question.text, type: question.type, sentences: [later, ...sentences.filter((entry) => entry !== later && entry !== first)], checks }
    }
    pass('currency', period === null ? 'The best passage is current.' : `Read as of ${period.asOf}.`)
    return { kind: 'answerable', question: question.text, type: question.type, sentences, checks }
  }
}

/**
 * Whether a sentence, with its headings and title, holds enough of what the question is about. The closer in meaning,
 * the fewer of the words it must share. Set on the sample cases.
 */
export const directness = { version: 'directness-1', topicCoverage: 0.6, closeCosine: 0.68, closeTopicCoverage: 0.4, rareName: 2 } as const

function addresses(question: Question, { topicCoverage, cosine, covered }: RankedSentence, idf: ReadonlyMap<string, number>): boolean {
  // A name that half the collection holds ("GOV.UK") distinguishes nothing; any other must be part of what is said.
  const named = question.entities.every(({ lexeme }) => covered.has(lexeme) || (idf.get(lexeme) ?? directness.rareName) < directness.rareName)
  if (!named) return false
  return topicCoverage >= directness.topicCoverage || ((cosine ?? 0) >= directness.closeCosine && topicCoverage >= directness.closeTopicCoverage)
}

function holdsQualifiers(question: Question, { candidate }: RankedSentence): boolean {
  const text = [candidate.text, candidate.item.headingPath.at(-1) ?? ''].join(' ').toLowerCase()
  return question.qualifiers.every((word) => (qualifierForms[word] ?? [word]).some((form) => text.includes(form)))
}

const qualifierForms: Readonly<Record<string, readonly string[]>> = {
  maximum: ['maximum', 'max', 'at most', 'up to', 'limit', 'no more than', 'largest'], max: ['max', 'at most', 'up to', 'limit'],
  minimum: ['minimum', 'min', 'at least', 'no less than', 'smallest'], min: ['min', 'at least'], average: ['average', 'mean', 'on average'], mean: ['mean', 'average'],
  latest: ['latest', 'last', 'newest'], last: ['last', 'latest', 'final'], largest: ['largest', 'biggest', 'maximum', 'most'], highest: ['highest', 'maximum', 'most'], lowest: ['lowest', 'minimum', 'least'],
  earliest: ['earliest', 'first'], total: ['total', 'in all', 'altogether', 'together'],
}

/** How far behind the best sentence one with the right kind of fact may stand and still be the answer. */
const typeSlack = 0.3

function unknownEntities(question: Question, ranking: Ranking): string[] {
  const unknown = new Set(ranking.unknown.map((word) => word.toLowerCase()))
  return question.entities.filter(({ surface }) => unknown.has(surface.toLowerCase())).map(({ surface }) => surface)
}

function entitiesNotInEvidence(question: Question, items: readonly EvidenceItem[]): string[] {
  const texts = items.map((item) => [item.passage.text, item.title, ...item.headingPath, item.project ?? '', item.sourcePath].join('\n').toLowerCase())
  return question.entities.filter(({ surface }) => !texts.some((text) => text.includes(surface.toLowerCase()))).map(({ surface }) => surface)
}

function gate(question: Question, ranked: readonly RankedSentence[], ranking: Ranking): { readonly passed: boolean; readonly note: string } {
  const c = gateCoefficients
  const three = ranking.results.slice(0, 3)
  const coverage = Math.max(...ranked.slice(0, 8).map((entry) => entry.coverage))
  if (ranked[0]?.cosine === null || ranking.queryVector === null) {
    return { passed: coverage >= c.lexicalCoverage, note: 'By words only.' }
  }
  const terms = question.terms.filter(({ form }) => form !== 'identifier-part')
  const unknown = new Set(ranking.unknown.map((word) => word.toLowerCase()))
  const unknownShare = terms.length === 0 ? 0 : terms.filter(({ surface }) => unknown.has(surface.toLowerCase())).length / terms.length
  const logit = c.sentenceCosine * Math.max(...ranked.map(({ cosine }) => cosine ?? 0))
    + c.passageCosine * Math.max(0, ...three.map(({ features }) => features.cosine))
    // The recipe divides by Σ idf, the ranking by Σ idf · (k1 + 1).
    + c.passageShare * (three[0]?.lexicalShare ?? 0) * 2.6
    + c.sentenceCoverage * coverage + c.unknownShare * unknownShare + c.constant
  return { passed: logit >= c.threshold, note: 'The passages are close enough to the question.' }
}

/**
 * Words that carry the question and that no good sentence, its headings or title holds, when meaning does not make up
 * for them either: the near miss, which is about the right thing and does not say what was asked.
 */
function importantUncovered(question: Question, ranked: readonly RankedSentence[], ranking: Ranking): string[] {
  const idf = weigh(question, ranking)
  const front = ranked.slice(0, 4)
  const strongest = Math.max(...front.map(({ cosine }) => cosine ?? 0))
  const words = question.terms.filter(({ form, weight }) => form !== 'identifier-part' && weight === 1)
  const total = words.reduce((sum, { lexeme }) => sum + (idf.get(lexeme) ?? 0), 0)
  const uncovered = words.filter(({ lexeme }) => !front.some(({ covered }) => covered.has(lexeme)))
  const share = total === 0 ? 0 : uncovered.reduce((sum, { lexeme }) => sum + (idf.get(lexeme) ?? 0), 0) / total
  return share > uncoveredLimit(strongest) ? uncovered.slice(0, 3).map(({ surface }) => surface) : []
}

/** The closer in meaning, the more words may be missing: a paraphrase shares few. */
function uncoveredLimit(cosine: number): number {
  return cosine >= 0.7 ? 1 : cosine >= 0.55 ? 0.75 : 0.55
}

function missingType(question: Question, ranked: readonly RankedSentence[]): string {
  const about = ranked[0]?.candidate.item.title
  const what = question.type === 'number' ? 'a number' : question.type === 'time' ? 'a date or time' : question.type === 'reason' ? 'a reason' : 'a person or role'
  return `The notes${about === undefined ? '' : ` (“${about}” above all)`} speak of this, and none gives ${what} for it.`
}

/** Which of the question's words the nearest sentences hold and which they do not, in a sentence. */
function describeMissing(question: Question, ranked: readonly RankedSentence[]): string {
  const words = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  const nearest = ranked.slice(0, 3)
  const best = nearest.reduce<ReadonlySet<string>>((most, { covered }) => (covered.size > most.size ? covered : most), new Set())
  const distinct = (terms: typeof words) => [...new Map(terms.map(({ surface }) => [surface.toLowerCase(), surface])).values()].slice(0, 3)
  const held = distinct(words.filter(({ lexeme }) => best.has(lexeme)))
  const missing = distinct(words.filter(({ lexeme }) => !best.has(lexeme)))
  if (missing.length === 0) return 'The passages that hold these words do not state this directly.'
  return held.length === 0 ? `No passage speaks of ${quoteList(missing)}.` : `No passage that speaks of ${quoteList(held)} says anything of ${quoteList(missing)}.`
}

function describeSupport(ranked: readonly RankedSentence[]): string | null {
  const best = ranked[0]
  if (best === undefined || (best.cosine ?? best.coverage) < 0.35) return null
  const place = best.candidate.item.headingPath.at(-1) ?? best.candidate.item.title
  return `The nearest passages are about “${place}”${place === best.candidate.item.title ? '' : ` in “${best.candidate.item.title}”`}.`
}

function quoteList(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`)
  return quoted.length <= 1 ? (quoted[0] ?? 'it') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}
