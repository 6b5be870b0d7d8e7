import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { readSettings, type Settings } from '@/lib/foundation'
import { buildIndex } from '@/lib/indexing'
import type { Embedder } from '@/lib/models'
import { rankingConfiguration } from '@/lib/retrieval'
import { addFolders } from '@/lib/sources'
import { fillIndex, inDatabase } from './bench-database'
import { startServer, type BenchServer } from './bench-server'
import { notesOf, perturb, readBenchNotes, writeNotes, type BenchNote } from './bench-texts'
import { percentile } from './percentile'
import { settleAndCountText } from './store-size'
import { openVectorCache, type VectorCache } from './vector-cache'
import { withEmbedder } from './with-embedder'

/** One measured number beside what it is to be. */
export interface BenchFigure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What the number is compared with, and how; null where it only informs. */
  readonly goal: string | null
  readonly met: boolean | null
  /** Single readings, the baseline, what was counted. */
  readonly remark: string
}

export interface BenchIndexOptions {
  /** A folder of public data; null: the sample notes. */
  readonly texts: string | null
  /** A vault for the first index; null: notes out of the texts. */
  readonly vault: string | null
  readonly passages: number
  /** Where vectors are kept between runs. */
  readonly cache: string
  readonly short: boolean
}

type PeakMemory = Awaited<ReturnType<BenchServer['peakMemory']>>

interface Bench {
  readonly settings: Settings
  readonly scratch: string
  readonly short: boolean
  readonly say: (line: string) => void
}

/** Where nothing tells how much memory a process takes. */
const untold = 'this system does not tell'
const median = (values: readonly number[]): number => percentile(values, 0.5)
const list = (values: readonly number[], digits = 2): string => values.map((value) => value.toFixed(digits)).join(', ')
const atMost = (name: string, value: number, unit: string, goal: number, remark: string): BenchFigure => ({ name, value, unit, goal: `at most ${goal} ${unit}`, met: value <= goal, remark })
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return (performance.now() - startedMs) / 1000
}

/** Measures indexing on this machine, in a scratch folder, with the product's own server and threads. */
export async function benchIndex(options: BenchIndexOptions, say: (line: string) => void): Promise<readonly BenchFigure[]> {
  const settings = readSettings()
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-bench-'))
  const bench: Bench = { settings, scratch, short: options.short, say }
  const cache = await openVectorCache(options.cache)
  try {
    const texts = await readBenchNotes(options.texts ?? join(settings.rootDir, 'corpus', 'notes'))
    const vault = options.vault ?? join(scratch, 'vault')
    if (options.vault === null) await writeNotes(vault, notesOf(texts, options.short ? 300 : 8_000).notes)
    const figures: BenchFigure[] = []
    // Told as they come: the last of them take minutes.
    const add = (measured: readonly BenchFigure[]) => { figures.push(...measured); say(describeFigures(measured)) }
    add(await firstIndex(bench, vault))
    add(await embeddingThroughput(bench, notesOf(perturb(texts, 1_001), options.short ? 120 : 600).notes))
    add(await largeIndex(bench, texts, options.passages, cache))
    return figures
  } finally {
    await cache.save()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A vault's first index: searchable by words; then, in a running server, nothing changed. */
async function firstIndex({ settings, scratch, short, say }: Bench, vault: string): Promise<readonly BenchFigure[]> {
  say(`First index of ${vault} …`)
  const dataDir = join(scratch, 'first')
  const startedMs = performance.now()
  const server = await startServer(settings, dataDir, [vault])
  const searchable = await server.waitFor(({ generation, indexing }) => generation !== null || indexing === null)
  const whole = (performance.now() - startedMs) / 1000
  await server.stop()
  const lexical = await startServer(settings, dataDir, [vault], { K81R_EMBEDDER: 'off' })
  const { files } = await lexical.waitFor(({ indexing }) => indexing === null)
  const unchanged: number[] = []
  for (let run = 0; run < (short ? 2 : 7); run++) {
    unchanged.push(await seconds(async () => {
      await lexical.index()
      await lexical.waitFor(({ indexing }) => indexing === null, 50)
    }))
  }
  await lexical.stop()
  const { asOf, modeReason } = searchable
  return [
    atMost(`first index of ${files.indexed} files, searchable by words`, whole - server.startMs / 1000, 's', 15, `${searchable.passages} passages, ${searchable.mode ?? 'no'} generation as of ${asOf ?? 'never'}${modeReason === null ? '' : `: “${modeReason}”`} The program took ${(server.startMs / 1000).toFixed(1)} s more to start with an empty data folder.`),
    atMost(`nothing changed among ${files.seen} files, in a running server`, median(unchanged), 's', 1, `median of ${list(unchanged)}`),
  ]
}

/** Passages a second while they are embedded for the index, beside the same batches given to the embedder alone. */
async function embeddingThroughput({ settings, scratch, short, say }: Bench, notes: readonly BenchNote[]): Promise<readonly BenchFigure[]> {
  say('Embedding throughput …')
  const folder = join(scratch, 'throughput')
  await writeNotes(folder, notes)
  return withEmbedder(settings, async (embedder) => {
    const indexed: number[] = []
    const alone: number[] = []
    let count = 0
    for (let run = 0; run < (short ? 1 : 3); run++) {
      const batches: (readonly string[])[] = []
      const recording: Embedder = { ...embedder, embed: (texts, options) => { batches.push(texts); return embedder.embed(texts, options) } }
      indexed.push(await inDatabase(settings, join(scratch, `throughput-${run}`), async (database, reader) => {
        await addFolders(database, [{ location: folder, sample: false }])
        let startedMs = 0
        let endedMs = 0
        await buildIndex({
          database, reader, embedder: { state: 'ready', embedder: recording }, ranking: rankingConfiguration,
          onProgress: ({ stage, total }) => {
            if (stage === 'embedding' && startedMs === 0) { startedMs = performance.now(); count = total }
            if (stage === 'activating') endedMs = performance.now()
          },
        })
        return (1000 * count) / (endedMs - startedMs)
      }))
      alone.push(count / (await seconds(async () => { for (const batch of batches) await embedder.embed(batch, { priority: 'batch' }) })))
    }
    const share = (100 * median(indexed)) / median(alone)
    return [{
      name: `embedding ${count} passages into the index`, value: median(indexed), unit: 'passages/s', goal: 'at least 80 % of the embedder alone', met: share >= 80,
      remark: `${share.toFixed(0)} % of the embedder alone on the same batches: ${median(alone).toFixed(1)} passages/s (index ${list(indexed, 1)}; alone ${list(alone, 1)})`,
    }]
  })
}
/** An index of `passages` passages, with its vectors from the cache where it has them, behind a running server. */
async function largeIndex(bench: Bench, texts: readonly BenchNote[], passages: number, cache: VectorCache): Promise<readonly BenchFigure[]> {
  const { settings, scratch, short, say } = bench
  const folder = join(scratch, 'large')
  const large = notesOf(texts, passages)
  await writeNotes(folder, large.notes)
  const dataDir = join(scratch, 'large-data')
  say(`An index of ${large.passages} passages in ${large.notes.length} files …`)
  await withEmbedder(settings, (embedder) => inDatabase(settings, dataDir, (database, reader) => fillIndex(database, reader, folder, cache.over(embedder))))
  await cache.save()
  const queries = large.notes.map(({ text }) => text.split('\n').filter((line) => /\p{L}{3,}/u.test(line))[3] ?? 'notes').map((line) => line.replace(/[^\p{L}\p{N} ]/gu, ' ').split(/\s+/).slice(0, 8).join(' ').trim()).filter((query) => query.length > 8)
  const more = (seed: number) => notesOf(perturb(texts, seed), short ? 120 : 600).notes

  const server = await startServer(settings, dataDir, [folder])
  await server.waitFor(({ indexing }) => indexing === null)
  const edited = await editsUntilFound(server, folder, large.notes, short ? 2 : 7)
  const count = short ? 20 : 150
  for (const query of queries.slice(0, 20)) await server.search(query) // the caches of a server that has been running
  const idle = await searchTimes(server, queries, () => false, count)
  const busy: number[] = []
  const peaks: PeakMemory[] = []
  // The first run grows what a process grows once; what grows again from the second to the third is not flat.
  for (const run of [1, 2, 3]) {
    await server.forgetPeaks()
    const times = await searchWhileIndexing(server, join(scratch, `more-${run}`), more(2_000 + run), queries)
    if (run === 1) busy.push(...times)
    peaks.push(await server.peakMemory())
  }
  await server.stop()

  const ratio = percentile(busy, 0.95) / percentile(idle, 0.95)
  const sum = (peak: PeakMemory) => peak.reduce((total, { bytes }) => total + bytes, 0) / 1e9
  const tell = (peak: PeakMemory) => (peak.length === 0 ? untold : peak.map(({ process, bytes }) => `${process} ${(bytes / 1e9).toFixed(2)} GB`).join(', '))
  const [, second = 0, third = 0] = peaks.map(sum)
  return [
    atMost(`one changed file among ${large.passages} passages, searchable`, median(edited), 's', 2, `median of ${list(edited)}, from the write until a search finds it`),
    { name: 'search while indexing, 95th percentile', value: percentile(busy, 0.95), unit: 'ms', goal: 'at most 3 times idle', met: ratio <= 3, remark: `${ratio.toFixed(1)} times idle (${percentile(idle, 0.95).toFixed(0)} ms); medians ${median(busy).toFixed(0)} and ${median(idle).toFixed(0)} ms; ${busy.length} and ${idle.length} searches over HTTP` },
    ...(await diskUse(bench, dataDir)),
    atMost('peak memory of all processes while indexing', Math.max(...peaks.map(sum)), 'GB', 1.6, `the most of three runs: ${peaks.map(tell).join('; ')}`),
    { name: 'peak memory, third run', value: third, unit: 'GB', goal: 'flat: at most 5 % more than the second', met: third <= 1.05 * second, remark: second === 0 ? untold : `${second.toFixed(2)} GB in the second` },
  ]
}

async function editsUntilFound(server: BenchServer, folder: string, notes: readonly BenchNote[], runs: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const note = notes[Math.floor((run * notes.length) / runs)]
    if (note === undefined) break
    const word = `zubrowka${String(run)}qx`
    times.push(await seconds(async () => {
      await writeFile(join(folder, note.path), `${note.text}\n\nThe word of this edit is ${word}.\n`)
      for (;;) {
        const { results } = await server.search(word)
        if (results.some(({ passage }) => passage.text.includes(word))) return
        await new Promise((resolve) => { setTimeout(resolve, 100) })
      }
    }))
    await server.waitFor(({ indexing }) => indexing === null)
  }
  return times
}

async function searchTimes(server: BenchServer, queries: readonly string[], over: () => boolean, most: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let at = 0; at < most && !over(); at++) times.push(1000 * (await seconds(() => server.search(queries[(at * 7) % queries.length] ?? 'notes'))))
  return times
}

async function searchWhileIndexing(server: BenchServer, folder: string, notes: readonly BenchNote[], queries: readonly string[]): Promise<readonly number[]> {
  await writeNotes(folder, notes)
  await server.addFolder(folder)
  let over = false
  const watching = server.waitFor(({ indexing }) => indexing === null).finally(() => { over = true })
  const times = await searchTimes(server, queries, () => over, 5_000)
  await watching
  return times
}

async function folderBytes(folder: string, without: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === without) continue
    bytes += entry.isDirectory() ? await folderBytes(join(folder, entry.name), without) : (await stat(join(folder, entry.name))).size
  }
  return bytes
}

async function diskUse({ settings, scratch }: Bench, dataDir: string): Promise<readonly BenchFigure[]> {
  const measure = (folder: string) => inDatabase(settings, folder, async (database) => {
    return { text: await settleAndCountText(database), database: await folderBytes(join(folder, 'database'), 'pg_wal'), log: await folderBytes(join(folder, 'database', 'pg_wal'), '') }
  })
  const empty = await measure(join(scratch, 'empty-data'))
  const full = await measure(dataDir)
  const factor = (full.database - empty.database) / full.text
  return [atMost('disk beyond the empty database', factor, 'times the text', 10, `${((full.database - empty.database) / 1e6).toFixed(1)} MB for ${(full.text / 1e6).toFixed(1)} MB of text; the empty database is ${(empty.database / 1e6).toFixed(1)} MB; write-ahead log ${(full.log / 1e6).toFixed(1)} MB apart`)]
}

export function describeFigures(figures: readonly BenchFigure[]): string {
  return figures.map(({ name, value, unit, goal, met, remark }) => `${name}: ${value.toFixed(2)} ${unit}${goal === null ? '' : ` (goal: ${goal}; ${met === true ? 'met' : 'not met'})`}\n   ${remark}`).join('\n')
}
