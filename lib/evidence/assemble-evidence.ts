import { createId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { analyze } from '@/lib/analysis'
import { countTokens } from '@/lib/indexing'
import { holdsProperties, readWholeDocument, retrieve, type RankedPassage, type Ranking, type RetrievalServices, type SearchRequest } from '@/lib/retrieval'
import { choosePassages, type ChosenPassages } from './choose-passages'
import { findCrowdedDocument, isAboutWhole } from './choose-strategy'
import type { EvidenceItem, EvidenceSet, EvidenceStrategy } from './evidence-set'
import { evidenceSettings } from './evidence-settings'
import { looksLikeInstruction } from './instruction-like'
import { relateItems, repeats, wordsOf, type PassageWords } from './relate-items'
import { resolvePeriod, type Period } from './resolve-period'
import { asksNow, withoutPeriod } from './question-parts'
import { readSection } from './read-section'
import { searchParts } from './search-parts'
import { searchProperties } from './search-properties'
import { insertEvidenceSet } from './store'
import { readCorpusSize } from './store-corpus'

/** What assembling needs besides a search. */
export interface EvidenceServices extends RetrievalServices {
  /**
   * Every question by one strategy, as an evaluation wants it; where it is left out, each question chooses. A question for
   * which it is impossible (no document crowds the best passages, no model reads a corpus) gets the next smaller one.
   */
  readonly strategy?: EvidenceStrategy
  /** A language model that reads this many tokens at once is configured; null or left out where none is. */
  readonly wholeCorpusTokens?: number | null
}

/** The stored set with the ranking it came from, for the stages that follow at once. */
export interface AssembledEvidence {
  readonly set: EvidenceSet
  readonly ranking: Ranking
  /** The ranking of each part of a question that asks several things, in their order; empty for a single question. */
  readonly parts: readonly Ranking[]
  /** What was in force on the past day asked about, by the question's words without that day; null for now. */
  readonly past: Ranking | null
  /** The day or period the question asks about; null for now. */
  readonly period: Period | null
}

/**
 * Searches for a question and stores revision 1 of a new evidence set: best first, within a token budget and a cap per
 * document, near duplicates left out, with a few places for older revisions and superseded documents, labelled. A question
 * about a past day reads what was in force then; one that asks several things is searched part by part as well. How much context, and why, is recorded. Nothing found is an empty set.
 */
export async function assembleEvidence(identity: Identity, request: SearchRequest, services: EvidenceServices): Promise<AssembledEvidence> {
  const period = request.filters?.asOf === undefined ? resolvePeriod(request.query) : null
  const wanted = { ...request, limit: 30 }
  const now = await retrieve(identity, wanted, services)
  const filters = { ...now.filters }
  const past = period === null ? null : await retrieve(identity, { ...wanted, query: withoutPeriod(request.query), filters: { ...request.filters, asOf: period.asOf } }, services)
  const history = filters.history === true || filters.asOf !== undefined ? null : await retrieve(identity, { ...wanted, filters: { ...request.filters, history: true } }, services)
  const parts = await searchParts(request.query, (query) => retrieve(identity, { ...wanted, query, filters }, services))
  const later = asksNow(request.query) ? await searchLater(identity, now, { ...wanted, filters }, services) : []
  const properties = await searchProperties(identity, request.query, [past ?? now, ...parts], services)
  const section = past === null ? await readSection(identity, request.query, now, services) : []
  const context = await chooseContext({ identity, request, now, isPast: past !== null, services })
  const texts = new Map<string, PassageWords>()
  const wordsIn = ({ passage: { id, text } }: RankedPassage): PassageWords => {
    const known = texts.get(id) ?? wordsOf(text)
    texts.set(id, known)
    return known
  }
  const chosen = choosePassages(
    { past: past?.results ?? [], now: [...now.results.slice(0, 1), ...properties, ...named(now), ...section, ...later, ...inTurn([now, ...parts])], history: history?.results ?? [], whole: context.whole },
    { tokensOf: ({ passage }) => countTokens(passage.text), repeats: (one, other) => !holdsProperties(one.passage.contentType, one.sourcePath) && repeats(wordsIn(one), wordsIn(other)), isNamed: ({ features }) => features.named > 0 },
  )
  const items = relateItems(toItems(chosen))
  const held = new Set(items.map(({ passage }) => passage.id))
  const set: EvidenceSet = {
    evidenceSetId: createId('evd'), revision: 1, question: request.query, request, generation: now.generation ?? 0, mode: now.mode, weak: now.weak,
    strategy: context.strategy, strategyReason: context.reason, tokens: items.reduce((sum, { tokens }) => sum + tokens, 0), items, excluded: [],
    rest: context.corpus.filter(({ passage }) => !held.has(passage.id)).map((passage, at) => toItem(passage, items.length + at + 1)),
    base: null, cause: 'assembled', createdAt: new Date().toISOString(),
  }
  await insertEvidenceSet(services.database, set, identity)
  return { set, ranking: now, parts, past, period }
}

/** Passages that name the same identifiers as the best one and are newer: what was turned on in one note may be gone in another, in other words. */
async function searchLater(identity: Identity, { results: [best] }: Ranking, request: SearchRequest, services: EvidenceServices): Promise<RankedPassage[]> {
  const identifiers = best === undefined ? [] : analyze(best.passage.text, 'en').filter(({ form }) => form === 'identifier').map(({ startOffset, endOffset }) => best.passage.text.slice(startOffset, endOffset))
  if (best === undefined || identifiers.length === 0) return []
  const { results } = await retrieve(identity, { ...request, query: [...new Set(identifiers)].slice(0, mostIdentifiers).join(' ') }, services)
  return results.filter(({ documentId, effectiveAt, undated }) => documentId !== best.documentId && undated !== true && effectiveAt > best.effectiveAt).slice(0, mostLater)
}

/** The best of each ranking, then the second of each, and so on; a passage stands where it is found first. */
function inTurn(rankings: readonly Ranking[]): RankedPassage[] {
  const found = new Map<string, RankedPassage>()
  const longest = Math.max(...rankings.map(({ results }) => results.length))
  for (let at = 0; at < longest; at++) {
    for (const { results } of rankings) {
      const result = results[at]
      if (result !== undefined && !found.has(result.passage.id)) found.set(result.passage.id, result)
    }
  }
  return [...found.values()]
}

/** What a question calls by its number or file stands among the first. */
function named({ results }: Ranking): readonly RankedPassage[] {
  return results.filter(({ features }) => features.named > 0).slice(0, mostNamed)
}

const mostNamed = 8
const mostIdentifiers = 4
const mostLater = 3

interface Question {
  readonly identity: Identity
  readonly request: SearchRequest
  readonly now: Ranking
  readonly isPast: boolean
  readonly services: EvidenceServices
}

interface ChosenContext {
  readonly strategy: EvidenceStrategy
  readonly reason: string
  /** The document that is used whole, in its order. */
  readonly whole: readonly RankedPassage[]
  /** Everything in scope, for a model alone. */
  readonly corpus: readonly RankedPassage[]
}

/** How much context this question needs: everything for a model that can read it, one whole document, or selected passages. */
async function chooseContext(question: Question): Promise<ChosenContext> {
  const { now, isPast, services: { strategy: fixed = null } } = question
  const selected = (reason: string): ChosenContext => ({ strategy: 'passages', reason, whole: [], corpus: [] })
  if (fixed === 'passages') return selected('Selected passages, as this run has it for every question.')
  if (now.weak || now.generation === null || now.results.length === 0) return selected('No passage matches well, so there is nothing that would be wanted whole.')
  if (isPast) return selected('The question is about a past day, and what was in force then is selected passage by passage.')
  const corpus = fixed === 'whole-document' ? null : await wholeCorpus(question, now.generation)
  if (corpus !== null) return corpus
  const crowded = findCrowdedDocument(now.results)
  if (crowded === null) return selected('The best passages are from several documents.')
  if (!isAboutWhole(crowded)) return selected('Several of the best passages are from one document, and one of them stands out.')
  const whole = await readWholeDocument(question.identity, question.request, crowded.revisionId, now, question.services)
  const tokens = whole.reduce((sum, { passage }) => sum + countTokens(passage.text), 0)
  const about = `${crowded.passages} of the ${evidenceSettings.wholeDocument.of} best passages are from one document and lie close together, so the question is about the whole of it`
  if (tokens > evidenceSettings.wholeDocument.tokens) return selected(`${about}; at ${tokens.toLocaleString('en')} tokens it is too long for that.`)
  return { strategy: 'whole-document', reason: `${about}: ${tokens.toLocaleString('en')} tokens.`, whole, corpus: [] }
}

/** Everything in scope where a model reads it at once; null where it does not, and for a search that filters narrow. */
async function wholeCorpus({ identity, request, now, services }: Question, generation: number): Promise<ChosenContext | null> {
  const most = services.wholeCorpusTokens ?? null
  if (most === null || Object.keys(now.filters).length > 0) return null
  const { tokens, documents, revisionIds } = await readCorpusSize(services.database, identity, generation)
  if (tokens > most) return null
  const corpus: RankedPassage[] = []
  for (const revisionId of revisionIds) corpus.push(...await readWholeDocument(identity, request, revisionId, now, services))
  const reason = `All ${documents.toLocaleString('en')} documents in scope are about ${tokens.toLocaleString('en')} tokens, within the ${most.toLocaleString('en')} that the language model is given at once.`
  return { strategy: 'whole-corpus', reason, whole: [], corpus: corpus.map((passage) => ({ ...passage, why: 'Given to the language model with everything else in scope.' })) }
}

function toItems({ chosen, repeated }: ChosenPassages<RankedPassage>): EvidenceItem[] {
  return chosen.map((result, at) => {
    const others = repeated.get(result.passage.id) ?? []
    const alsoIn = [...new Map(others.map((other) => [other.documentId, other])).values()].map(({ documentId, revision, title, sourcePath, scope }) => ({ documentId, revision, title, sourcePath, scope }))
    return { ...toItem(result, at + 1), ...(alsoIn.length === 0 ? {} : { alsoIn }) }
  })
}

/** A found passage as the n-th item of a set, not yet related to others. */
export function toItem({ features: _features, lexicalShare: _share, language: _language, ...result }: RankedPassage, number: number): EvidenceItem {
  return { ...result, rank: number, evidenceId: `e${number}`, tokens: countTokens(result.passage.text), relations: [], instructionLike: looksLikeInstruction([result.title, ...result.headingPath, result.passage.text].join('\n')) }
}
