import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  findPublicSets, formatAbstention, formatClaims, formatExtraction, formatInjection, measureClaims,
  type AbstentionFigures, type ClaimFigures, type ExtractionFigures, type InjectionFigures, type PublicSet,
} from '@/lib/evaluation'
import { Fault, readSettings } from '@/lib/foundation'
import { evaluateAbstention } from './evaluate-abstention'
import { evaluateInjection } from './evaluate-injection'

export interface PublicSetOptions {
  /** Claims, questions or payloads of each set at most; null: all. */
  readonly limit: number | null
  /** Where vectors are kept between runs; by default where the benches keep them. */
  readonly cache?: string
  /** Shows nothing while it works. */
  readonly quiet?: boolean
  /** Called after each claim, question or note of a set. */
  readonly onProgress?: (set: string, done: number, total: number) => void
}

/** What was measured: one list for each kind of set that was there. */
export interface PublicSetFigures {
  readonly claims: readonly ClaimFigures[]
  readonly abstention: readonly AbstentionFigures[]
  /** Of the abstention sets that hold answers. */
  readonly extraction: readonly ExtractionFigures[]
  readonly injection: readonly InjectionFigures[]
}

/**
 * Runs the claims, abstention or injection sets that a path (absolute) is or holds through the product's own code, in a
 * scratch folder. Throws Fault `bad-input` when there are none, with what was expected.
 */
export async function evaluatePublicSet(path: string, options: PublicSetOptions): Promise<{ readonly text: string; readonly json: PublicSetFigures }> {
  const sets = await findPublicSets(path)
  if (sets.length === 0) {
    throw new Fault('bad-input', `${path} is no set of claims (.jsonl with claim, evidence and label), abstention (corpus.jsonl, and queries.jsonl with answerable) or injection (.jsonl with text, and injection or kind), and holds none.`)
  }
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-eval-'))
  try {
    const json = await measureSets(sets, scratch, options)
    const { claims, abstention, extraction, injection } = json
    const text = [
      ...(claims.length === 0 ? [] : [formatClaims(claims)]), ...(abstention.length === 0 ? [] : [formatAbstention(abstention)]),
      ...(extraction.length === 0 ? [] : [formatExtraction(extraction)]), ...(injection.length === 0 ? [] : [formatInjection(injection)]),
    ].join('\n\n')
    return { text, json }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function measureSets(sets: readonly PublicSet[], scratch: string, { limit, cache, quiet, onProgress }: PublicSetOptions): Promise<PublicSetFigures> {
  const claims: ClaimFigures[] = []
  const abstention: AbstentionFigures[] = []
  const extraction: ExtractionFigures[] = []
  const injection: InjectionFigures[] = []
  for (const set of sets) {
    const shared = { limit, onProgress: (done: number, total: number) => onProgress?.(set.name, done, total) }
    if (set.kind === 'claims') claims.push(measureClaims(set, shared))
    else if (set.kind === 'abstention') {
      const measured = await evaluateAbstention(set, { ...shared, scratch, cache: cache ?? join(readSettings().dataDir, 'bench-vectors') })
      abstention.push(measured.abstention)
      if (measured.extraction !== null) extraction.push(measured.extraction)
    }
    else injection.push(await evaluateInjection(set, { ...shared, scratch, quiet: quiet === true }))
  }
  return { claims, abstention, extraction, injection }
}
