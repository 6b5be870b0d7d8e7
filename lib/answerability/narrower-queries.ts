import type { Identity } from '@/lib/access'
import { analyze, isPastForm } from '@/lib/analysis'
import { splitQuestion, type EvidenceItem, type EvidenceSet } from '@/lib/evidence'
import { retrieve, type Ranking, type RetrievalServices } from '@/lib/retrieval'
import type { PartDecision } from './answerability'
import { findOpenPeriod, timesOf } from './find-open-period'
import { namePlace } from './name-place'
import { lightWordsOf, tellingPhrases } from './phrase-words'
import { filedUnder, holdsName } from './stands-in'
import { understandQuestion, type Question } from './understand-question'
import { wordsHeldBy } from './words-held'

type Refused = Extract<PartDecision, { kind: 'refused' }>

const offered = 3
/** A result whose words weigh this share of what its query's words could is strong by itself: the measured limit of "matches well". */
const strongShare = 0.3

/**
 * Queries that read as a question or as a name, best first: the question without its slips (`corrected`), the same at the times that could
 * be meant, a phrase of it that the notes know, the names of the places found, the filters that a count asks for. Each keeps
 * what the question names, is run, and is offered only when it finds something that is not weak and as strong as what is `shown` already.
 */
export async function narrowerQueries(identity: Identity, set: EvidenceSet, part: Refused | undefined, shown: ReadonlySet<string>, corrected: string | null, services: RetrievalServices): Promise<string[]> {
  const found: string[] = []
  for (const query of new Set([...(corrected === null ? [] : [corrected]), ...candidates(set, part).map(tidy)])) {
    if (found.length >= offered) break
    if (query === '' || isSame(query, set.question) || found.some((other) => isSame(query, other))) continue
    const ranking = await retrieve(identity, { query, limit: 5 }, services)
    if (isAsStrong(ranking, shown)) found.push(query)
  }
  return found
}

function isSame(one: string, other: string): boolean {
  return tidy(one).toLowerCase() === tidy(other).toLowerCase()
}

function isAsStrong({ weak, results }: Ranking, shown: ReadonlySet<string>): boolean {
  const first = results[0]
  return !weak && first !== undefined && (shown.size === 0 || results.some(({ passage }) => shown.has(passage.id)) || first.lexicalShare >= strongShare)
}

function candidates(set: EvidenceSet, part: Refused | undefined): string[] {
  const text = part?.question ?? set.question
  const question = understandQuestion(splitQuestion(text).parts.join(' '), ['en'])
  const items = [...new Set([...(part?.sentences ?? []).map(({ candidate }) => candidate.item), ...set.items])].filter(({ superseded, current }) => current && !superseded)
  if (question.countsDocuments) return [filtersFor(set.question, items, contentWords(set.question)), filtersFor(set.question, items, [])]
  const project = items.find((item) => item.project !== null && text.toLowerCase().includes(item.project.toLowerCase()))?.project ?? null
  // Where nothing comes near, half of the words in common is chance.
  const isNear = (share: number) => (part?.reason === 'outside-the-collection' ? share > 0.5 : share >= 0.5)
  const near = items.filter((item) => isNear(shareHeld(question, item)))
  return [...atTimes(text, set.items), ...phrasesKnown(question, items, project), ...placesNamed(question, near, project)]
}

/** The question at each time that it could mean. */
function atTimes(text: string, items: readonly EvidenceItem[]): string[] {
  const open = findOpenPeriod(text)
  const rest = open === null ? '' : tidy(text.replace(open.words, ' '))
  return open === null || rest === '' ? [] : timesOf(open, items).map((day) => `as-of:${day} ${rest}`)
}

/** The longest phrase of the question that the nearest passages hold, with what the question names. */
function phrasesKnown(question: Question, items: readonly EvidenceItem[], project: string | null): string[] {
  const held = new Set(items.slice(0, 4).flatMap(({ passage, title, headingPath }) => stems([passage.text, title, ...headingPath].join('\n'))))
  const known = question.terms.filter(({ lexeme, weight, form }) => weight === 1 && form !== 'identifier-part' && held.has(lexeme))
  const phrases = tellingPhrases(question, new Set(known.map(({ lexeme }) => lexeme)), 6).map(withoutVerbs).filter((phrase) => phrase !== project && !/^[\d\s.,]+$/.test(phrase))
  const longest = phrases.toSorted((one, other) => countWords(other) - countWords(one))[0]
  if (longest === undefined) return []
  const query = named(question, longest, project, question.entities.filter(({ lexeme }) => held.has(lexeme)))
  return countWords(query) >= 2 || question.entities.some(({ surface }) => surface === query) ? [query] : []
}

function tellingTerms({ text, terms }: Question): Question['terms'] {
  const isLight = lightWordsOf(text)
  return terms.filter(({ form, weight, surface }) => form !== 'identifier-part' && weight === 1 && !isLight(surface))
}

function shareHeld(question: Question, item: EvidenceItem): number {
  const words = tellingTerms(question)
  return words.filter(wordsHeldBy(item)).length / Math.max(1, words.length)
}

/** Every document of its kind is called so. */
const documentNoun = /^(?:rfcs?|adrs?|decisions?|notes?|documents?|incidents?|releases?)$/i

/** "Receipt webhook attempted" names the webhook, "decided the retry policy" the policy. */
function withoutVerbs(phrase: string): string {
  const words = phrase.split(/\s+/)
  while (words.length > 1 && isPastForm(words.at(-1) ?? '')) words.pop()
  while (words.length > 1 && (isPastForm(words[0] ?? '') || /^(?:the|an?)$/i.test(words[0] ?? ''))) words.shift()
  return words.join(' ')
}

/** The names of the places found that share a word with the question, each with what the question names and its passage holds. */
function placesNamed(question: Question, items: readonly EvidenceItem[], project: string | null): string[] {
  const about = new Set(tellingTerms(question).filter(({ surface }) => !documentNoun.test(surface)).map(({ lexeme }) => lexeme))
  return items.flatMap((item) => {
    const name = namePlace(item)
    if (name === null || !stems(name).some((stem) => about.has(stem))) return []
    const entities = question.entities.filter(({ surface }) => holdsName(item.passage.text, surface) && !holdsName(filedUnder(item), surface))
    return [named(question, name, project !== null && item.project === project ? project : null, entities)]
  })
}

/** A name with one thing that the question names where it does not stand in it: the project as a filter, anything else before it. */
function named(question: Question, name: string, project: string | null, entities: Question['entities']): string {
  if (project !== null) return holdsName(name, project) ? name : `project:${project} ${name}`
  const [entity] = entities
  return entity === undefined || question.entities.some(({ surface }) => holdsName(name, surface)) ? name : `${entity.surface} ${name}`
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\b(?:decisions?|decision records?|adrs?|rfcs?)\b/i, 'decision'], [/\b(?:incidents?|post-?mortems?)\b/i, 'incident'], [/\breleases?\b/i, 'release'],
  [/\bcase stud(?:y|ies)\b/i, 'case-study'], [/\breferences?\b/i, 'reference'], [/\bnotes?\b/i, 'note'],
]

const documentStatus = /\b(superseded|deprecated|rejected|withdrawn|accepted|proposed|archived)\b/i

/** What a count says of the documents beside what records hold. */
function contentWords(text: string): string[] {
  const bare = kinds.reduce((rest, [noun]) => rest.replace(noun, ' '), text).replace(documentStatus, ' ')
  return [...new Set(analyze(bare, 'en').filter(({ form }) => form === 'word').map(({ startOffset, endOffset }) => bare.slice(startOffset, endOffset)))]
    .filter((word) => !phrasesOnly.test(word) && !/^(?:\d+|list|show|name|all|every|there|exist)$/i.test(word))
}

/** What a count or a list of documents asks for, as a filtered search; a search needs a word too, so without any the noun stays. */
function filtersFor(text: string, items: readonly EvidenceItem[], words: readonly string[]): string {
  const kind = kinds.find(([noun]) => noun.test(text))
  const project = items.find((item) => item.project !== null && text.toLowerCase().includes(item.project.toLowerCase()))?.project
  const year = /\b(?:19|20)\d{2}\b/.exec(text)?.[0]
  const status = documentStatus.exec(text)?.[0].toLowerCase()
  const own = words.filter((word) => word !== project)
  return [project === undefined ? '' : `project:${project}`, kind === undefined ? '' : `kind:${kind[1]}`, status === undefined ? '' : `status:${status}`, year === undefined ? '' : `year:${year}`, ...(own.length === 0 ? [kind?.[1] ?? ''] : own)].join(' ')
}

function tidy(query: string): string {
  return query.replace(/["“”?]|(?<!(?:^|\s)(?:project|kind|status|year|as-of)):/g, ' ').replace(/\s+/g, ' ').trim()
}

/** Words that say how a question is put and nothing of what it is about. */
const phrasesOnly = /^(how|what|which|who|whom|when|why|where|many|much|often|long|times?|does|did|do|is|are|was|were|has|have|had|can|could|will|would|should|give|gives|giving|given|before|after|up)$/i

function stems(text: string): string[] {
  return analyze(text, 'en').map(({ lexeme }) => lexeme)
}

function countWords(text: string): number {
  return text.split(/\s+/).length
}
