import { looksLikeInstruction } from '@/lib/evidence'
import { countedNoun, formLacking, formsAsked, holdsCount, listLacking, listsAsked } from './asked-form'
import { askedRecord, namesRecord } from './asked-record'
import { asksOfDecision, findKind } from './answer-kind'
import { rareName } from './check-entities'
import { describeMissing } from './describe-missing'
import { lacksAttribute, lacksDegree, lacksWhole } from './lacks-asked'
import { anyMonth } from './months'
import { idsOf, type Finding, type PartView } from './part-view'
import { phrasesOf, quoteList } from './phrase-words'
import { filedUnder, holdsName, passageHolds, readable } from './stands-in'
import { needsType, polarity, type RankedSentence } from './rank-sentences'
import { isAsked, isName } from './section-asked'
import { sectionRole } from './section-role'
import { spokenText } from './sentence-candidates'
import type { Question } from './understand-question'

/**
 * Whether a sentence, with its headings and title, holds enough of what the question is about. The closer in meaning,
 * the fewer of the words it must share. Set on the sample cases.
 */
export const directness = {
  version: 'directness-4', topicCoverage: 0.6, countedTopicCoverage: 0.65, closeCosine: 0.68, closeTopicCoverage: 0.4, nearlySameCosine: 0.78,
  /** A long question says more of what it means: the same closeness tells more, and one sentence holds less of it. Set on half A of claude-docs. */
  long: { words: 6, cosine: 0.55, topicCoverage: 0.25 },
  /** A sentence holds about so many of the words that carry a question: of a longer one it need hold no more. */
  wordsOfASentence: 5,
  /** What the front sentences together must hold of a long question. */
  togetherCoverage: 0.55,
  /** What the sentence that names a decision must hold of the question, for that decision's reasons to answer it. */
  decisionTopicCoverage: 0.75,
  /** Closeness in meaning that makes up for the rarest word of a question. */
  rarestCosine: 0.6,
  /** How far behind the best sentence one with the right kind of fact may stand and still be the answer. */
  slack: 0.3,
} as const

/** Whether a sentence says what is asked: about the thing, of the kind of fact asked for, and done rather than planned. */
export function checkDirectness(view: PartView): Finding {
  const { question, standing, ranked } = view
  const refuse = (missing: string): Finding => ({ passed: false, reason: 'missing-relationship', missing, evidenceIds: idsOf(standing) })
  const properties = standing.filter(({ candidate }) => candidate.isProperty === true)
  if (properties.length > 0) return { passed: true, note: 'A property at the head of the note says it.', evidenceIds: idsOf(properties), standing: [...properties, ...standing.filter((entry) => !properties.includes(entry))] }
  const uncovered = importantUncovered(view)
  if (uncovered.size > 0) {
    const counted = question.type === 'number' ? countedNoun(question.text) : null
    return refuse(`No passage connects ${quoteList(phrasesOf(question, uncovered))} with the rest of the question${counted === null ? '' : `, so none says how many ${counted.words}`}.`)
  }
  const best = standing[0]
  const wantsRecord = askedRecord(question.text) !== null
  const wantsForm = formsAsked(question.text).length > 0
  // In the best sentence's own passage what has the form asked for, or names the record, answers however few words it shares.
  const answersThere = (entry: RankedSentence) => entry.candidate.item === best?.candidate.item && ((wantsRecord && namesRecord(question.text, entry.candidate)) || (wantsForm && formLacking(question.text, spoken(entry)) === null))
  const close = standing.filter((entry) => !looksLikeInstruction(entry.candidate.text) && (entry.score >= (best?.score ?? 0) - directness.slack || answersThere(entry)))
  // The section of a named document that answers goes before what only mentions the document.
  const asked = standing.filter((entry) => isAsked(question, entry))
  // Of words that only name it none says which sentence is meant: then as it was written.
  const inSection = isName(question) ? [...asked].sort((a, b) => a.candidate.item.rank - b.candidate.item.rank || a.candidate.startOffset - b.candidate.startOffset) : asked
  const direct = [...inSection, ...close.filter((entry) => !inSection.includes(entry) && addresses(view, entry))]
  if (direct.length === 0) return refuse(describeMissing(question, close.length > 0 ? close : ranked))
  const done = direct.filter((entry) => !onlyPlanned(question, entry))
  if (done.length === 0) return refuse(`What stands there of ${quoteList(phrasesOf(question, new Set(question.terms.filter(({ weight }) => weight === 1).map(({ lexeme }) => lexeme))))} was still to come, and no passage says what came of it.`)
  const right = ofTheKind(question, wantsRecord ? nearestFirst(done, standing) : done, view.ranked)
  if (typeof right === 'string') return refuse(right)
  return { passed: true, note: 'A sentence states it, of the kind of fact asked for.', evidenceIds: idsOf(right), standing: [...right, ...standing.filter((entry) => !right.includes(entry))] }
}

/** For a record that is to be named: first what stands where the question's own words stand, in that passage, then in that document. */
function nearestFirst(direct: readonly RankedSentence[], standing: readonly RankedSentence[]): readonly RankedSentence[] {
  const place = [...standing].sort((a, b) => b.score - a.score)[0]?.candidate.item
  const apart = ({ candidate: { item } }: RankedSentence) => (item === place ? 0 : item.documentId === place?.documentId ? 1 : 2)
  return [...direct].sort((a, b) => apart(a) - apart(b))
}

/** The sentences that hold the kind of fact asked for; else what is missing, in a sentence. */
function ofTheKind(question: Question, direct: readonly RankedSentence[], ranked: readonly RankedSentence[]): readonly RankedSentence[] | string {
  const about = direct[0]?.candidate.item.title ?? ''
  const typed = needsType(question) ? direct.filter((entry) => entry.hasType || (question.type === 'time' && (asksWhatWasDone.test(question.text) ? isDated(entry) : asksWhatIsToBe.test(question.text) && isEntryOfDay(entry)))) : direct
  if (typed.length === 0) {
    const given = question.type === 'reason' ? reasonsGiven(question, direct, ranked) : saidNext(question, direct, ranked)
    return given.length > 0 ? given : missingType(question, about)
  }
  const named = organisation.test(question.text) ? typed.filter((entry) => namesOne(question, entry)) : typed
  if (named.length === 0) return `The notes (“${about}” above all) speak of this, and none names the ${organisation.exec(question.text)?.[1] ?? 'one'}.`
  const recorded = named.filter(({ candidate }) => namesRecord(question.text, candidate))
  if (recorded.length === 0) return `The notes (“${about}” above all) speak of this, and none names ${askedRecord(question.text) ?? 'a record'} for it: “${question.text.replace(/[?.\s]+$/, '')}”.`
  const asked = formsAsked(question.text)
  const listing = recorded.filter((entry) => listLacking(question.text, spoken(entry)) === null)
  // One that only speaks of "these four" stands for the list that names them.
  const lists = listing.length > 0 ? [] : ranked.filter(({ candidate }) => candidate.item.documentId === recorded[0]?.candidate.item.documentId && listsAsked(question.text, candidate))
  if (lists.length > 0) return lists
  if (listing.length === 0) return `The notes (“${about}” above all) speak of this, and none gives ${listLacking(question.text, recorded.map(spoken)[0] ?? '') ?? 'them by name'}.`
  const formed = listing.filter((entry) => formLacking(question.text, [spoken(entry), ...(isDated(entry) ? [entry.candidate.item.headingPath.at(-1) ?? entry.candidate.item.title] : [])].join('\n')) === null)
  if (formed.length === 0) return `The notes (“${about}” above all) speak of this, and none gives ${asked.join(' and ')} for it: “${question.text.replace(/[?.\s]+$/, '')}”.`
  const counted = countedNoun(question.text)
  const counting = counted === null ? formed : formed.filter((entry) => holdsCount(counted, spoken(entry), [entry.candidate.item.headingPath.at(-1) ?? '', entry.candidate.previous ?? ''].join('\n')))
  if (counted !== null && counting.length === 0) return `The notes (“${about}” above all) speak of this, and none says how many ${counted.words}.`
  const qualified = counting.filter((entry) => holdsQualifiers(question, entry))
  if (question.qualifiers.length > 0 && needsType(question) && qualified.length === 0) return `The notes (“${about}” above all) give a figure for this, and none says that it is the ${question.qualifiers.join(' or ')}: “${question.text.replace(/[?.\s]+$/, '')}”.`
  if (asksForExtreme.test(question.text) && qualified.length === 0) return `The notes (“${about}” above all) speak of this, and none says which is the ${question.qualifiers.join(' or ')}.`
  return qualified.length > 0 ? qualified : counting
}

/** One of several is wanted, by its place among them. */
const asksForExtreme = /^(?:and |so )*(?:what|which|who) (?:is|was|were) (?:the |my |our )(?:very )?(?:latest|newest|last|first|oldest|earliest)\b/i

/** A name that a sentence introduces: "(ESM)", `outcome-unknown`. */
const introduced = /`[^`\n]+`|(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\d]+(?![\p{L}\p{N}])/gu

/** The best sentence with the one right after it, where that gives the time or number asked for of what the best one names: "… maintenance (ESM). ESM will end in April." */
function saidNext({ text, type }: Question, [best]: readonly RankedSentence[], ranked: readonly RankedSentence[]): readonly RankedSentence[] {
  if (best === undefined || (type !== 'time' && type !== 'number') || best.candidate.cells !== null || best.candidate.listItems !== undefined || best.topicCoverage < directness.decisionTopicCoverage) return []
  const { item, startOffset, endOffset, text: said } = best.candidate
  const names = [...said.matchAll(introduced)].map(([name]) => name).filter((name) => !text.includes(name))
  const next = ranked.find(({ candidate, hasType }) => hasType && candidate.item === item && candidate.cells === null && candidate.listItems === undefined && candidate.startOffset >= endOffset
    && item.passage.text.slice(endOffset, candidate.startOffset).trim() === '' && names.some((name) => holdsName(candidate.text, name)))
  return next === undefined ? [] : [{ ...best, hasType: true, candidate: { ...best.candidate, endOffset: next.candidate.endOffset, text: item.passage.text.slice(startOffset, next.candidate.endOffset) } }]
}

/** What the notes of a decision give as its reasons, in their order, where the question asks of the decision and the words that match it stand elsewhere in them. */
function reasonsGiven({ text }: Question, [best]: readonly RankedSentence[], ranked: readonly RankedSentence[]): readonly RankedSentence[] {
  if (best === undefined || best.candidate.item.kind !== 'decision' || best.topicCoverage < directness.decisionTopicCoverage || !asksOfDecision.test(text)) return []
  return ranked.filter(({ candidate: { item, listItems } }) => item.revisionId === best.candidate.item.revisionId && sectionRole(item) === 'background' && listItems === undefined)
    .sort((a, b) => a.candidate.item.passage.startOffset - b.candidate.item.passage.startOffset || a.candidate.startOffset - b.candidate.startOffset)
}

/** Asks for one by its name; in the plural a description may do. */
const organisation = /\b(?:which|what) (provider|vendor|supplier|company|firm|manufacturer|organi[sz]ation)\b/i

const monthName = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g

/** A new name that is not a month's or that of the project the note is about, or a code or an address. */
function namesOne(question: Question, entry: RankedSentence): boolean {
  const { project } = entry.candidate.item
  const words = spoken(entry).replace(monthName, ' ')
  const text = project === null ? words : words.replaceAll(project, ' ')
  return findKind('name', text, question, entry.candidate).length > 0 || /`[^`]+`|\b[\w-]+\.\w{2,}\b/.test(text)
}

/** Under a heading that is a day, what stands there happened on it. */
function isDated({ candidate: { item } }: RankedSentence): boolean {
  return /\b\d{4}-\d{2}-\d{2}\b|\b(?:19|20)\d{2}\b.*\p{L}{3}|\p{L}{3}.*\b(?:19|20)\d{2}\b/u.test(item.headingPath.at(-1) ?? item.title)
}

const onlyADay = new RegExp(`^(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)? (?:${anyMonth}),? \\d{4}|(?:${anyMonth}) \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})$`, 'i')

/** What a list of changes says under a day is so from that day on. */
function isEntryOfDay({ candidate: { item } }: RankedSentence): boolean {
  return onlyADay.test((item.headingPath.at(-1) ?? item.title).trim())
}

function spoken({ candidate }: RankedSentence): string {
  return spokenText(candidate)
}

function addresses(view: PartView, entry: RankedSentence): boolean {
  const { question, idf } = view
  const { cosine, covered } = entry
  if (question.leans && !saysWhen(question.text, entry)) return false
  if (isAsked(question, entry)) return true
  if (question.borrowed.size > 0 && ![...question.borrowed].some((lexeme) => covered.has(lexeme) || passageHolds(entry.candidate.item, lexeme))) return false
  // What has the form asked for ("address": a URL) need not name the form.
  const hasForm = formsAsked(question.text).length > 0 && formLacking(question.text, spoken(entry)) === null
  if (question.type === 'number' && !hasForm && lacksRarest(view, entry)) return false
  if (((cosine ?? 0) < directness.nearlySameCosine && lacksAttribute(view, entry)) || lacksWhole(question, entry) || lacksDegree(question, entry)) return false
  const topicCoverage = topicOf(question, idf, entry)
  // A name that half the collection holds ("GOV.UK") distinguishes nothing; any other must be part of what is said.
  const around = [readable(entry.candidate.item.passage.text), filedUnder(entry.candidate.item)].join('\n')
  const isLong = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part').length >= directness.long.words
  const held = question.entities.filter(({ lexeme, isCode, surface }) => isCode || covered.has(lexeme) || (idf.get(lexeme) ?? rareName) < rareName || holdsName(around, surface))
  // A long question names much in passing: of that, half must be there, and a single name need not.
  if (held.length < (isLong ? Math.floor(question.entities.length / 2) : question.entities.length)) return false
  // "What did faxgate answer?": a name and one word about it, and without that word nothing is said of what was asked.
  const carrying = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  if (carrying.length === 2 && question.entities.length === 1 && carrying.some(({ lexeme }) => !covered.has(lexeme)) && (cosine ?? 0) < directness.closeCosine) return false
  const isNear = (cosine ?? 0) >= directness.nearlySameCosine || (isLong && (cosine ?? 0) >= directness.long.cosine && topicCoverage >= directness.long.topicCoverage) || ((cosine ?? 0) >= directness.closeCosine && topicCoverage >= directness.closeTopicCoverage)
  // A row that meets what the question sets as conditions is about the case asked for, however the rest is put.
  const meetsConditions = polarity(question, entry.candidate) > 0
  return isNear || topicCoverage >= shareOfSentence(view) * (hasForm || meetsConditions ? directness.closeTopicCoverage : question.type === 'number' ? directness.countedTopicCoverage : directness.topicCoverage)
}

/** A figure is soon found: where not even its passage has the rarest word of the question that the notes hold, only closeness in meaning speaks for a sentence. */
function lacksRarest({ question, idf, ranking }: PartView, entry: RankedSentence): boolean {
  const unknown = new Set(ranking.unknown.map((word) => word.toLowerCase()))
  // "How many days" may be told in weeks.
  const counted = countedNoun(question.text)
  const words = question.terms.filter(({ weight, form, surface, lexeme }) => weight === 1 && form !== 'identifier-part' && !unknown.has(surface.toLowerCase()) && !(counted?.isDuration === true && counted.lexemes.has(lexeme)))
  const [rarest] = [...words].sort((a, b) => (idf.get(b.lexeme) ?? 0) - (idf.get(a.lexeme) ?? 0))
  return words.length > 2 && rarest !== undefined && !entry.covered.has(rarest.lexeme) && (entry.cosine ?? 0) < directness.rarestCosine && !passageHolds(entry.candidate.item, rarest.lexeme)
}

const monthOfYear = /\b(january|february|march|april|may|june|july|august|september|october|november|december) ((?:19|20)\d{2})\b/i

/** "… and how long in January 2024?" asks for another time than the part before: what answers must be of it. */
function saysWhen(question: string, { candidate }: RankedSentence): boolean {
  const [, month, year] = monthOfYear.exec(question) ?? []
  if (month === undefined || year === undefined) return true
  const { item } = candidate
  const text = [candidate.text, candidate.previous ?? '', item.title, ...item.headingPath, item.effectiveAt].join('\n')
  const number = String(new Date(`${month} 1, 2000 UTC`).getUTCMonth() + 1).padStart(2, '0')
  return new RegExp(`\\b${month} ${year}\\b|\\b${year}-${number}\\b`, 'i').test(text)
}

/** 1 for a question that one sentence can hold; less for a longer one whose words the front sentences hold together. */
function shareOfSentence({ question, standing, idf }: PartView): number {
  const words = question.terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  if (words.length <= directness.wordsOfASentence) return 1
  const front = standing.slice(0, 4)
  const worth = (held: (lexeme: string) => boolean) => words.reduce((sum, { lexeme }) => sum + (held(lexeme) ? (idf.get(lexeme) ?? 0) : 0), 0)
  const together = worth((lexeme) => front.some(({ covered }) => covered.has(lexeme))) / Math.max(worth(() => true), 1e-9)
  return together >= directness.togetherCoverage ? directness.wordsOfASentence / words.length : 1
}

/** As the ranking's own, and a code or a name that the sentence is about or filed under counts as held, in whatever spelling. */
function topicOf({ terms, entities }: Question, idf: ReadonlyMap<string, number>, { topicCoverage, covered, candidate }: RankedSentence): number {
  const under = filedUnder(candidate.item)
  const codes = entities.filter(({ isCode, surface }) => isCode || holdsName(under, surface))
  if (codes.length === 0) return topicCoverage
  const words = terms.filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  const worth = (held: (lexeme: string) => boolean) => words.reduce((sum, { lexeme }) => sum + (held(lexeme) ? (idf.get(lexeme) ?? 0) : 0), 0)
  const total = worth(() => true)
  return total === 0 ? 1 : worth((lexeme) => covered.has(lexeme) || codes.some(({ lexemes }) => lexemes.has(lexeme))) / total
}

const asksWhatIsToBe = /\bwill\b/i
const asksWhatWasDone = /\b(?:was|were|did|has been|have been)\b/i
const asksPlans = /\b(?:planned|proposed|to be|will|next|intended|expected)\b/i
const planned = /\bto be \p{L}+ed\b|^\W*next(?: \p{L}+)?:/iu

/** "To be decided in January" does not say what was decided. */
function onlyPlanned(question: Question, entry: RankedSentence): boolean {
  if (!asksWhatWasDone.test(question.text) || asksPlans.test(question.text)) return false
  const { status } = entry.candidate.item
  return planned.test(spoken(entry).replace(/\s+/g, ' ')) || ((status === 'proposed' || status === 'draft') && /\bdecided\b/i.test(question.text))
}

function holdsQualifiers(question: Question, entry: RankedSentence): boolean {
  const text = [spoken(entry), entry.candidate.item.headingPath.at(-1) ?? ''].join(' ').toLowerCase()
  return question.qualifiers.every((word) => (qualifierForms[word] ?? [word]).some((form) => text.includes(form)))
}

const together = ['total', 'in all', 'altogether', 'together', 'overall']
const qualifierForms: Readonly<Record<string, readonly string[]>> = {
  maximum: ['maximum', 'max', 'at most', 'up to', 'limit', 'no more than', 'largest'], max: ['max', 'at most', 'up to', 'limit'],
  minimum: ['minimum', 'min', 'at least', 'no less than', 'smallest'], min: ['min', 'at least'], average: ['average', 'mean', 'on average'], mean: ['mean', 'average'],
  latest: ['latest', 'last', 'newest', 'most recent'], newest: ['newest', 'latest', 'last', 'most recent'], last: ['last', 'latest', 'final'], oldest: ['oldest', 'earliest', 'first'], largest: ['largest', 'biggest', 'maximum', 'most'], highest: ['highest', 'maximum', 'most'], lowest: ['lowest', 'minimum', 'least'],
  earliest: ['earliest', 'first'], total: together, altogether: together,
}

/**
 * Words that carry the question and that no good sentence, its headings or title holds, when meaning does not make up
 * for them either: the near miss, which is about the right thing and does not say what was asked.
 */
function importantUncovered({ question, standing, idf }: PartView): ReadonlySet<string> {
  const front = standing.slice(0, 4)
  const strongest = Math.max(0, ...front.map(({ cosine }) => cosine ?? 0))
  const hasForm = formsAsked(question.text).length > 0 && front.some((entry) => formLacking(question.text, spoken(entry)) === null)
  if (front.some((entry) => isAsked(question, entry))) return new Set()
  const codes = new Set(question.entities.filter(({ isCode }) => isCode).flatMap(({ lexemes }) => [...lexemes]))
  const words = question.terms.filter(({ form, weight }) => form !== 'identifier-part' && weight === 1)
  const total = words.reduce((sum, { lexeme }) => sum + (idf.get(lexeme) ?? 0), 0)
  // Codes were looked for whole, by the check of entities.
  const uncovered = words.filter(({ lexeme }) => !codes.has(lexeme) && !front.some(({ covered }) => covered.has(lexeme)))
  const share = total === 0 ? 0 : uncovered.reduce((sum, { lexeme }) => sum + (idf.get(lexeme) ?? 0), 0) / total
  return share > uncoveredLimit(strongest) + (hasForm ? 0.1 : 0) ? new Set(uncovered.map(({ lexeme }) => lexeme)) : new Set()
}

/** The closer in meaning, the more words may be missing: a paraphrase shares few. */
function uncoveredLimit(cosine: number): number {
  return cosine >= 0.7 ? 1 : cosine >= 0.55 ? 0.75 : 0.55
}

function missingType(question: Question, about: string): string {
  const what = question.type === 'number' ? 'a number' : question.type === 'time' ? 'a date or time' : question.type === 'reason' ? 'a reason' : 'a person or role'
  const asked = phrasesOf(question, new Set(question.terms.filter(({ weight }) => weight === 1).map(({ lexeme }) => lexeme)))
  return `The notes${about === '' ? '' : ` (“${about}” above all)`} speak of this, and none gives ${what} for ${asked.length === 0 ? 'it' : quoteList(asked)}.`
}
