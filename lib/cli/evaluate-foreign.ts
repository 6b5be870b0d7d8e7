import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { owner } from '@/lib/access'
import { assess, type PartDecision } from '@/lib/answerability'
import { halfOf, readBeirQueries, type RetrievalSet } from '@/lib/evaluation'
import { assembleEvidence } from '@/lib/evidence'
import { readSettings } from '@/lib/foundation'
import { calibrateWeak } from '@/lib/retrieval'
import { withIndexedSet, type IndexedSet } from './bench-set'
import { readSets } from './find-sets'
import { openVectorCache } from './vector-cache'
import { withEmbedder } from './with-embedder'

interface ForeignOptions {
  /** Foreign questions of each file at most; null: all. */
  readonly limit: number | null
  /** Where vectors are kept between runs. */
  readonly cache: string
}

interface Decided {
  readonly id: string
  readonly text: string
  readonly refused: readonly PartDecision[] | null
}

/**
 * Has each set's own questions, and those of other collections, decided as an answer is, up to where synthesis would
 * begin: how many of its own are kept, how many of the others refused, and each that should not have come out so.
 */
export async function evaluateForeign(folder: string, files: readonly string[], { limit, cache: cacheFolder }: ForeignOptions): Promise<string> {
  const settings = readSettings()
  const foreign = await Promise.all(files.map(async (file) => (await readBeirQueries(file)).slice(0, limit ?? undefined)))
  const cache = await openVectorCache(cacheFolder)
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-foreign-'))
  try {
    return await withEmbedder(settings, async (opened) => {
      const reports: string[] = []
      for (const set of await readSets(folder)) {
        reports.push(await withIndexedSet(set, { settings, scratch, embedder: cache.over(opened) }, async ({ services }) => {
          await calibrateWeak(owner, services)
          return report(set, await decideAll(set.queries, services), await decideAll(foreign.flat(), services))
        }))
        await cache.save()
      }
      return reports.join('\n\n')
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function decideAll(queries: RetrievalSet['queries'], services: IndexedSet['services']): Promise<Decided[]> {
  const decided: Decided[] = []
  for (const { id, text } of queries) {
    const evidence = await assembleEvidence(owner, { query: text }, services)
    const { outcome, parts } = await assess(evidence, evidence.set.mode === 'hybrid' ? services.embedder.embedder : null)
    decided.push({ id, text, refused: outcome === 'refused' ? parts : null })
  }
  return decided
}

function report({ name }: RetrievalSet, own: readonly Decided[], foreign: readonly Decided[]): string {
  const kept = (half: 'A' | 'B') => {
    const those = own.filter(({ id }) => halfOf(id) === half)
    return `${those.filter(({ refused }) => refused === null).length} of ${those.length}`
  }
  const lost = own.flatMap(({ text, refused }) => (refused === null ? [] : [`  lost: ${text}`, ...refused.map(reasonOf)]))
  return [
    `${name}: own questions kept ${own.filter(({ refused }) => refused === null).length} of ${own.length} (half A ${kept('A')}, half B ${kept('B')}); foreign ones refused ${foreign.filter(({ refused }) => refused !== null).length} of ${foreign.length}`,
    ...lost, ...foreign.filter(({ refused }) => refused === null).map(({ text }) => `  let through: ${text}`),
  ].join('\n')
}

function reasonOf(part: PartDecision): string {
  const check = part.checks.find(({ passed }) => !passed)?.check ?? 'none'
  return part.kind === 'answerable' ? '' : `        ${check}: ${part.missing}`
}
