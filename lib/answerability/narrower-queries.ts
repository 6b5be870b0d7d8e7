import type { Identity } from '@/lib/access'
import { analyze } from '@/lib/analysis'
import { splitQuestion, type EvidenceItem, type EvidenceSet } from '@/lib/evidence'
import { retrieve, type Ranking, type RetrievalServices } from '@/lib/retrieval'
import type { PartDecision } from './answerability'
import { findOpenPeriod, timesOf } from './find-open-period'
import { filedUnder, holdsName } from './stands-in'
import { understandQuestion } from './understand-question'

type Refused = Extract<PartDecision, { kind: 'refused' }>

const offered = 3
/** A result whose words weigh this share of what its query's words could is strong by itself: the measured limit of "matches well". */
const strongShare = 0.3

/**
 * Queries made of what the notes do hold, about what the question is about: its own words that they know, the headings
 * that share some, the times that could be meant, the filters that a count asks for. Each keeps what the question
 * names, is run, and is offered only when it finds something that is not weak and as strong as what is `shown` already.
 */
export async function narrowerQueries(identity: Identity, set: EvidenceSet, part: Refused | undefined, shown: ReadonlySet<string>, services: RetrievalServices): Promise<string[]> {
  const found: string[] = []
  for (const query of new Set(candidates(set, part).map(tidy))) {
    if (found.length >= offered) break
    if (query === '' || query.toLowerCase() === tidy(set.question).toLowerCase()) continue
    const ranking = await retrieve(identity, { query, limit: 5 }, services)
    if (isAsStrong(ranking, shown)) found.push(query)
  }
  return found
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
  const asked = analyze(text, 'en').filter(({ startOffset, endOffset, form }) => form !== 'identifier-part' && !phrasesOnly.test(text.slice(startOffset, endOffset)))
  const held = new Set(items.slice(0, 4).flatMap(({ passage, title, headingPath }) => stems([passage.text, title, ...headingPath].join('\n'))))
  const project = items.find((item) => item.project !== null && text.toLowerCase().includes(item.project.toLowerCase()))?.project ?? null
  const words = [...new Set(asked.filter(({ lexeme }) => held.has(lexeme)).map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)))].filter((word) => word !== project)
  const filter = project === null ? '' : `project:${project} `
  const own = words.length >= 2 || (words.length === 1 && project !== null) ? `${filter}${words.join(' ')}` : ''
  const open = findOpenPeriod(text)
  const times = open === null || own === '' ? [] : timesOf(open, set.items).map((day) => `as-of:${day} ${words.join(' ')}`)
  const about = new Set(asked.map(({ lexeme }) => lexeme))
  const headings = items.flatMap((item) => {
    const heading = item.headingPath.at(-1) ?? item.title
    if (!stems(`${item.title} ${heading}`).some((stem) => about.has(stem))) return []
    const named = question.entities.filter(({ surface }) => holdsName(item.passage.text, surface) && !holdsName(filedUnder(item), surface)).map(({ surface }) => surface)
    return [[project !== null && item.project === project && !`${heading} ${item.title}`.includes(project) ? `project:${project}` : '', ...named, heading, heading === item.title ? '' : item.title].join(' ')]
  })
  return [...times, own, ...headings]
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
