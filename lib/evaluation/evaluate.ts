import { digest, Fault } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { isClosestOnly, type AnswerRecord } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import type { SearchRequest, SearchResponse } from '@/lib/retrieval'
import { verifierVersion } from '@/lib/verification'
import type { Case } from './case'
import type { CaseResult, EvaluationRun } from './evaluation-run'
import { countsOf, scoreCase } from './score-case'

/** The product's own search and ask, as a page or a command calls them, and the facts about the collection they run on. */
export interface EvaluationServices {
  search(identity: Identity, request: SearchRequest): Promise<SearchResponse>
  /** Waits for the record. Throws a Fault when the run failed or was interrupted. */
  ask(identity: Identity, request: SearchRequest): Promise<{ readonly record: AnswerRecord; readonly evidence: readonly EvidenceItem[] }>
  /** Whether an identity may read the document at this source path, found out by other means than the search under test. */
  readable(identity: Identity, sourcePath: string): boolean
  describe(): Promise<{ readonly generation: number | null; readonly corpusDigest: string; readonly configuration: Readonly<Record<string, unknown>> }>
}

export interface EvaluateOptions {
  /** Called after each case. */
  readonly onProgress?: (done: number, total: number) => void
  /** Checked between cases; the run then rejects with its reason. */
  readonly signal?: AbortSignal
}

/**
 * Runs each case through search and ask, one after the other and in their order, and scores it by its labels. A case whose
 * question ends in a Fault is kept with the fault's message and counts as wrong in every stage its labels speak of.
 */
export async function evaluate(cases: readonly Case[], services: EvaluationServices, options: EvaluateOptions = {}): Promise<EvaluationRun> {
  const startedAt = new Date().toISOString()
  const described = await services.describe()
  const results: CaseResult[] = []
  let answering: Readonly<Record<string, unknown>> = {}
  for (const asked of cases) {
    options.signal?.throwIfAborted()
    const { result, record } = await runCase(asked, services)
    // What is answered from the index's records comes from no passage that was ranked or drafted from.
    if (record !== null && record.records === undefined) answering = answeringConfiguration(record)
    results.push(result)
    options.onProgress?.(results.length, cases.length)
  }
  return {
    version: 1, startedAt, finishedAt: new Date().toISOString(), ...described, configuration: { ...described.configuration, ...answering },
    casesDigest: digest(JSON.stringify(cases)), results, gates: null,
  }
}

/** What answered, as every record of one process says: everything in its configuration but what is about its own question, or is the index's. */
function answeringConfiguration({ model, promptVersion, configuration }: AnswerRecord): Readonly<Record<string, unknown>> {
  const { checks: _checks, ranking: _ranking, ...settings } = configuration
  return { model, prompt: promptVersion, verifier: verifierVersion, ...settings }
}

async function runCase(asked: Case, services: EvaluationServices): Promise<{ readonly result: CaseResult; readonly record: AnswerRecord | null }> {
  const about = {
    id: asked.id, category: asked.category, question: asked.question, as: asked.as.name, asOf: asked.asOf, trap: asked.trap,
    expected: asked.outcome, acceptable: asked.acceptable,
  }
  try {
    const { results } = await services.search(asked.as, requestFor(asked, asked.question))
    const { record, evidence } = await services.ask(asked.as, requestFor(asked, asked.question))
    const workingQueries = await findWorkingQueries(asked, record.refusal?.narrower ?? [], services)
    const score = scoreCase(asked, { results, record, evidence, workingQueries, readable: (sourcePath) => services.readable(asked.as, sourcePath) })
    const result: CaseResult = {
      ...about, outcome: record.outcome, refusalReason: record.refusal?.reason ?? null, fault: null, answerId: record.answerId, closestOnly: isClosestOnly(record),
      claims: record.claims.map(({ text }) => text), ...score, measures: record.stages,
    }
    return { result, record }
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    const result: CaseResult = {
      ...about, outcome: null, refusalReason: null, fault: cause.message, answerId: null, closestOnly: false, claims: [],
      counts: lostCounts(asked), findings: [{ stage: 'outcome', message: `The question could not be asked: ${cause.message}` }], ranks: asked.relevant.length === 0 ? null : { 'nDCG@10': 0, MRR: 0 }, measures: [],
    }
    return { result, record: null }
  }
}

function requestFor(asked: Case, query: string): SearchRequest {
  return asked.asOf === null ? { query } : { query, filters: { asOf: asked.asOf } }
}

async function findWorkingQueries(asked: Case, queries: readonly string[], services: EvaluationServices): Promise<ReadonlySet<string>> {
  const working = new Set<string>()
  for (const query of queries) {
    const { results, weak } = await services.search(asked.as, requestFor(asked, query))
    if (results.length > 0 && !weak) working.add(query)
  }
  return working
}

/** Nothing leaves its form or its scope where nothing was said; everything else the labels ask for is lost. */
function lostCounts(asked: Case): CaseResult['counts'] {
  const lost: Partial<CaseResult['counts']> = {
    retrieval: { n: 0, of: asked.relevant.length }, selection: { n: 0, of: asked.relevant.length },
    outcome: { n: 0, of: 1 }, required: { n: 0, of: asked.outcome === 'refused' ? 0 : asked.required.length },
  }
  return countsOf((stage) => lost[stage] ?? { n: 0, of: 0 })
}
