import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { owner } from '@/lib/access'
import type { Settings } from '@/lib/foundation'
import type { Embedder } from '@/lib/models'
import { search, type RetrievalServices } from '@/lib/retrieval'
import { openFts5Baseline } from './baseline-fts5'
import { fillIndex, inDatabase } from './bench-database'
import { notesOf, readBenchNotes, writeNotes, type BenchNote } from './bench-texts'
import { percentile } from './percentile'
import { readBenchPassages } from './store-bench-passages'
import { openTsvectorBaseline } from './store-tsvector-baseline'

/** Milliseconds of one way to search, over the same queries. */
export interface Times {
  readonly name: string
  readonly median: number
  readonly p95: number
}

export interface SpeedFigures {
  readonly passages: number
  readonly queries: number
  readonly times: readonly Times[]
  /** Means of K81R's own stages. */
  readonly stages: Readonly<Record<string, number>>
  /** Questions in plain words that came back empty. */
  readonly empty: number
}

export interface SpeedBench {
  readonly settings: Settings
  readonly scratch: string
  /** Keeps vectors between runs. */
  readonly embedder: Embedder
  /** Embeds each query anew, as the product does. */
  readonly asker: Embedder
  readonly texts: string | null
  readonly passages: number
  readonly withoutFts5: boolean
  readonly queries: number
}

/** Warm searches in one process, each with its query embedded anew, beside baselines over the same passages and vectors. */
export async function measureSpeed({ settings, scratch, embedder, asker, texts, passages, withoutFts5, queries: count }: SpeedBench, say: (line: string) => void): Promise<SpeedFigures> {
  const large = notesOf(await readBenchNotes(texts ?? join(settings.rootDir, 'corpus', 'notes')), passages)
  const folder = join(scratch, 'speed')
  await writeNotes(folder, large.notes)
  say(`An index of ${large.passages} passages …`)
  return inDatabase(settings, `${folder}-data`, async (database, reader) => {
    await fillIndex(database, reader, folder, embedder)
    const services: RetrievalServices = { database, embedder: { state: 'ready', embedder: asker } }
    const indexed = await readBenchPassages(database, embedder, (path) => path)
    const fts5 = withoutFts5 ? null : await openFts5Baseline(indexed, asker)
    const tsvector = await openTsvectorBaseline(database, indexed)
    const questions = questionsOf(large.notes, count + 40)
    const stages = new Map<string, number>()
    let empty = 0
    for (const question of questions.slice(0, 40)) await search(owner, { query: question }, services)
    const asked = questions.slice(40)
    const own: number[] = []
    const baseline: number[] = []
    // In turn, so that whatever else the machine does meets both.
    for (const query of asked) {
      own.push(await timeOf(async () => {
        const { took, results } = await search(owner, { query }, services)
        if (results.length === 0) empty++
        for (const [stage, ms] of Object.entries(took)) stages.set(stage, (stages.get(stage) ?? 0) + ms / asked.length)
      }))
      if (fts5 !== null) baseline.push(await timeOf(() => fts5.rank(query)))
    }
    const atOnce: number[] = []
    for (let from = 0; from + 8 <= asked.length; from += 8) {
      await Promise.all(asked.slice(from, from + 8).map(async (query) => { atOnce.push(await timeOf(() => search(owner, { query: `${query} again` }, services))) }))
    }
    const plain: number[] = []
    for (const query of asked.slice(0, 40)) plain.push(await timeOf(() => tsvector.rank(query)))
    fts5?.close()
    return {
      passages: indexed.length, queries: asked.length, empty, stages: Object.fromEntries([...stages].map(([stage, ms]) => [stage, Math.round(ms * 10) / 10])),
      times: [
        timesOf('K81R, facets included', own), ...(fts5 === null ? [] : [timesOf('FTS5 + exact cosine, same embedder', baseline)]),
        timesOf('K81R, eight at once', atOnce), timesOf('ts_rank_cd, words alone', plain),
      ],
    }
  })
}

/** Eight words on from somewhere in each note, as people type part of a sentence. */
export function questionsOf(notes: readonly BenchNote[], count: number): readonly string[] {
  const lines = notes.flatMap(({ text }) => text.split('\n').filter((line) => (line.match(/\p{L}{3,}/gu) ?? []).length >= 6).slice(2, 5))
  const step = Math.max(1, Math.floor(lines.length / count))
  return lines.filter((_, at) => at % step === 0).slice(0, count).map((line) => line.replace(/[^\p{L}\p{N} ]/gu, ' ').trim().split(/\s+/).slice(0, 8).join(' '))
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

export function timesOf(name: string, values: readonly number[]): Times {
  return { name, median: percentile(values, 0.5), p95: percentile(values, 0.95) }
}
