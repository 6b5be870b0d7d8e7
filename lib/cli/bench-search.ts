import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { owner } from '@/lib/access'
import { rankSet, scoreSet, type RetrievalSet } from '@/lib/evaluation'
import { Fault, readSettings } from '@/lib/foundation'
import { calibrateWeak, compareArms, type ArmComparison } from '@/lib/retrieval'
import { hasFts5, openFts5Baseline } from './baseline-fts5'
import { openMiniSearchBaseline } from './baseline-minisearch'
import { measureGrowth, type GrowthRow } from './bench-growth'
import { withIndexedSet, type SetWork } from './bench-set'
import { readSets } from './find-sets'
import { measureSpeed, type SpeedFigures } from './bench-speed'
import { measureScale, measureStability, type ScaleFigures } from './bench-stability'
import { openTsvectorBaseline } from './store-tsvector-baseline'
import { openVectorCache } from './vector-cache'
import { measureWeak, type WeakFigures } from './bench-weak'
import { withEmbedder } from './with-embedder'

export interface BenchSearchOptions {
  /** A folder that is a set in BEIR layout or holds some; null: no quality. */
  readonly sets: string | null
  /** Notes for the measurement of speed; null: the sample notes, perturbed. */
  readonly texts: string | null
  /** Size of the index whose speed is measured; 0: no speed. */
  readonly passages: number
  /** Sizes for the table of growth; empty: none. */
  readonly growth: readonly number[]
  /** A PostgreSQL server whose growth is measured too; null: the embedded database alone. */
  readonly postgres: string | null
  readonly cache: string
  readonly withoutFts5: boolean
  readonly short: boolean
}

export const setMethods = ['ts_rank_cd', 'MiniSearch', 'FTS5 + cosine, rank fusion', 'our BM25', 'our vectors', 'our arms, rank fusion', 'K81R'] as const
export type SetMethod = (typeof setMethods)[number]

export interface SetFigures {
  readonly name: string
  readonly documents: number
  readonly passages: number
  readonly evaluations: Readonly<Record<'all' | 'A' | 'B', ReturnType<typeof scoreSet<SetMethod>>>>
  /** Share of queries whose first five are the same in the same order when each arm lists 200 candidates instead of 50. */
  readonly stableTopFive: number
  readonly scale: ScaleFigures
}

export interface BenchSearchReport {
  readonly sets: readonly SetFigures[]
  readonly weak: readonly WeakFigures[]
  readonly speed: SpeedFigures | null
  readonly growth: readonly GrowthRow[]
}

/** Measures search on this machine, in a scratch folder: quality on public sets beside three baselines, what is weak, speed, growth. */
export async function benchSearch(options: BenchSearchOptions, say: (line: string) => void): Promise<BenchSearchReport> {
  const settings = readSettings()
  const withoutFts5 = options.withoutFts5 || !(await hasFts5())
  if (withoutFts5 && !options.withoutFts5) say('The FTS5 baseline is left out: its optional package better-sqlite3 is not installed. Run npm install better-sqlite3 with a C++ compiler at hand to have it.')
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-bench-'))
  const cache = await openVectorCache(options.cache)
  try {
    return await withEmbedder(settings, async (opened) => {
      const embedder = cache.over(opened)
      const sets = options.sets === null ? [] : await readSets(options.sets)
      const measured: SetFigures[] = []
      const weak: WeakFigures[] = []
      for (const set of sets) {
        say(`${set.name}: ${set.documents.length} documents, ${set.queries.length} queries …`)
        const figures = await measureSet({ settings, scratch, embedder, set, others: sets.filter((other) => other !== set), withoutFts5, short: options.short })
        measured.push(figures.set)
        weak.push(figures.weak)
        await cache.save()
      }
      const speed = options.passages === 0 ? null : await measureSpeed({ settings, scratch, embedder, asker: opened, texts: options.texts, passages: options.passages, withoutFts5, queries: options.short ? 20 : 200 }, say)
      await cache.save()
      const growth = await measureGrowth({ settings, scratch, embedder: opened, texts: options.texts, sizes: options.growth, postgres: options.postgres }, say)
      return { sets: measured, weak, speed, growth }
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

interface SetBench extends SetWork {
  readonly set: RetrievalSet
  readonly others: readonly RetrievalSet[]
  readonly withoutFts5: boolean
  readonly short: boolean
}

function measureSet({ set, others, withoutFts5, short, ...work }: SetBench): Promise<{ readonly set: SetFigures; readonly weak: WeakFigures }> {
  return withIndexedSet(set, work, async ({ services, passages, documentsOf }) => {
    await calibrateWeak(owner, services)
    const asked = new Map<string, Promise<ArmComparison>>()
    const armsOf = (text: string): Promise<ArmComparison> => {
      const known = asked.get(text) ?? compareArms(owner, { query: text }, services)
      asked.set(text, known)
      return known
    }
    const ofArm = (arm: 'lexical' | 'vector' | 'fused' | 'reranked') => async (text: string) => documentsOf((await armsOf(text))[arm])
    const fts5 = withoutFts5 ? null : await openFts5Baseline(passages, work.embedder)
    const miniSearch = openMiniSearchBaseline(passages)
    const tsvector = await openTsvectorBaseline(services.database, passages)
    const rankers: Readonly<Record<SetMethod, ((text: string) => Promise<readonly string[]>) | null>> = {
      'ts_rank_cd': tsvector.rank, 'MiniSearch': miniSearch.rank, 'FTS5 + cosine, rank fusion': fts5?.rank ?? null,
      'our BM25': ofArm('lexical'), 'our vectors': ofArm('vector'), 'our arms, rank fusion': ofArm('fused'), 'K81R': ofArm('reranked'),
    }
    const chosen = short ? { ...set, queries: set.queries.slice(0, 20), judgements: new Map([...set.judgements].filter(([id]) => set.queries.slice(0, 20).some((query) => query.id === id))) } : set
    const rankings = await rankSet(chosen, {
      methods: setMethods.filter((method) => rankers[method] !== null),
      rank: async (method, { text }) => [...new Set(await (rankers[method] ?? (() => { throw new Fault('internal', `There is no ranker ${method}.`) }))(text))],
    })
    const stableTopFive = await measureStability(chosen.queries.map(({ text }) => text), services)
    const scale = await measureScale(chosen, armsOf, documentsOf)
    const weak = await measureWeak({ set: chosen, others, weakOf: async (text) => (await armsOf(text)).weak })
    for (const baseline of [fts5, miniSearch, tsvector]) baseline?.close()
    return {
      set: {
        name: set.name, documents: set.documents.length, passages: passages.length, stableTopFive, scale,
        evaluations: { all: scoreSet(chosen, rankings), A: scoreSet(chosen, rankings, 100, 'A'), B: scoreSet(chosen, rankings, 100, 'B') },
      },
      weak,
    }
  })
}

