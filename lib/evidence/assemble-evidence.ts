import { createId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { analyze } from '@/lib/analysis'
import { countTokens } from '@/lib/indexing'
import { readWholeDocument, retrieve, type RankedPassage, type Ranking, type RetrievalServices, type SearchRequest } from '@/lib/retrieval'
import type { EvidenceItem, EvidenceRelation, EvidenceSet } from './evidence-set'
import { looksLikeInstruction } from './instruction-like'
import { resolvePeriod, type Period } from './resolve-period'
import { insertEvidenceSet } from './store'

/** What fills the set, and what it must leave room for. */
export const evidenceSettings = {
  version: 'evidence-1',
  /** Tokens of passage text; a passage of this collection is about 150. */
  tokenBudget: 3_000,
  mostItems: 18,
  perDocument: 4,
  /** A document with this many of the six best passages is what the question is about: it comes whole, within this many tokens. */
  wholeDocument: { of: 6, passages: 3, tokens: 1_600 },
  /** Places for what default search leaves out: older revisions and superseded documents. */
  history: 3,
} as const

/** The stored set with the ranking it came from, for the stages that follow at once. */
export interface AssembledEvidence {
  readonly set: EvidenceSet
  readonly ranking: Ranking
  /** The day or period the question asks about; null for now. */
  readonly period: Period | null
}

/**
 * Searches for a question and stores revision 1 of a new evidence set: best first, within a token budget and a cap per
 * document, near duplicates collapsed, with a few places for older revisions and superseded documents, labelled. A
 * question about a past day reads what was in force then. Nothing found is an empty set.
 */
export async function assembleEvidence(identity: Identity, request: SearchRequest, services: RetrievalServices): Promise<AssembledEvidence> {
  const period = request.filters?.asOf === undefined ? resolvePeriod(request.query) : null
  const wanted = { ...request, limit: 30 }
  const now = await retrieve(identity, wanted, services)
  const filters = { ...now.filters }
  const past = period === null ? null : await retrieve(identity, { ...wanted, filters: { ...request.filters, asOf: period.asOf } }, services)
  const history = filters.history === true || filters.asOf !== undefined ? null : await retrieve(identity, { ...wanted, filters: { ...request.filters, history: true } }, services)
  const whole = past === null ? await wholeDocument(identity, request, now, services) : []
  const chosen = choose(now.results, past?.results ?? [], history?.results ?? [], whole)
  const items = label(chosen)
  const set: EvidenceSet = {
    evidenceSetId: createId('evd'), revision: 1, question: request.query, request, generation: now.generation ?? 0, mode: now.mode, weak: now.weak,
    strategy: whole.length > 0 ? 'whole-document' : 'passages', tokens: items.reduce((sum, { tokens }) => sum + tokens, 0), items, createdAt: new Date().toISOString(),
  }
  await insertEvidenceSet(services.database, set, identity, 'assembled')
  return { set, ranking: now, period }
}

/** The document that the best passages are from, whole, where several of them are from one and it is short enough. */
async function wholeDocument(identity: Identity, request: SearchRequest, now: Ranking, services: RetrievalServices): Promise<RankedPassage[]> {
  const { of, passages, tokens } = evidenceSettings.wholeDocument
  const best = now.results.slice(0, of)
  const revisionId = best.map((result) => result.revisionId).find((id) => best.filter((result) => result.revisionId === id).length >= passages)
  if (revisionId === undefined || now.weak) return []
  const all = await readWholeDocument(identity, request, revisionId, now, services)
  return all.reduce((sum, { passage }) => sum + countTokens(passage.text), 0) <= tokens ? all : []
}

/** Within the budget: what was in force on the day asked about first, then what holds now, then history. */
function choose(now: readonly RankedPassage[], past: readonly RankedPassage[], history: readonly RankedPassage[], whole: readonly RankedPassage[]): RankedPassage[] {
  const chosen: RankedPassage[] = []
  const seen = new Set<string>()
  const perDocument = new Map<string, number>()
  let tokens = 0
  const add = (result: RankedPassage): boolean => {
    const count = perDocument.get(result.documentId) ?? 0
    const cost = countTokens(result.passage.text)
    const isWhole = whole[0]?.revisionId === result.revisionId
    if (seen.has(result.passage.id) || (!isWhole && count >= evidenceSettings.perDocument) || chosen.length >= evidenceSettings.mostItems || tokens + cost > evidenceSettings.tokenBudget) return false
    seen.add(result.passage.id)
    perDocument.set(result.documentId, count + 1)
    tokens += cost
    chosen.push(result)
    return true
  }
  const left = history.filter(({ current, superseded }) => !current || superseded)
  const room = Math.min(evidenceSettings.history, left.length)
  for (const result of past.slice(0, 8)) add(result)
  for (const result of now.slice(0, evidenceSettings.wholeDocument.of)) add(result)
  for (const result of whole) add(result)
  for (const result of now) if (chosen.length < evidenceSettings.mostItems - room) add(result)
  let older = 0
  for (const result of left) if (older < room && add(result)) older++
  return chosen
}

function label(results: readonly RankedPassage[]): EvidenceItem[] {
  const ids = new Map(results.map(({ passage }, at) => [passage.id, `e${at + 1}`]))
  const words = new Map(results.map(({ passage, language }) => [passage.id, new Set(analyze(passage.text, language).map(({ lexeme }) => lexeme))]))
  return results.map(({ features: _features, lexicalShare: _share, language: _language, ...result }, at): EvidenceItem => {
    const relations = results.flatMap((other): EvidenceRelation[] => {
      const evidenceId = ids.get(other.passage.id)
      if (evidenceId === undefined || other.passage.id === result.passage.id) return []
      const kind = relationOf(result, other, words.get(result.passage.id), words.get(other.passage.id))
      return kind === null ? [] : [{ kind, evidenceId }]
    })
    return { ...result, rank: at + 1, evidenceId: `e${at + 1}`, tokens: countTokens(result.passage.text), relations, instructionLike: looksLikeInstruction(result.passage.text) }
  })
}

function relationOf(one: Omit<RankedPassage, 'features' | 'lexicalShare' | 'language'>, other: RankedPassage, words: ReadonlySet<string> | undefined, otherWords: ReadonlySet<string> | undefined): EvidenceRelation['kind'] | null {
  if (one.documentId === other.documentId) return one.revisionId === other.revisionId ? 'same-document' : 'other-revision'
  if (one.supersededBy?.documentId === other.documentId) return 'superseded-by'
  if (other.supersededBy?.documentId === one.documentId) return 'supersedes'
  if (words === undefined || otherWords === undefined) return null
  const shared = [...words].filter((word) => otherWords.has(word)).length
  return shared / Math.max(1, words.size + otherWords.size - shared) >= 0.6 ? 'near-duplicate' : null
}
