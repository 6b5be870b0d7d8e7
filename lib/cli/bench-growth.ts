import { join } from 'node:path'
import { owner } from '@/lib/access'
import { digest, seededIntegers, type Settings } from '@/lib/foundation'
import type { Embedder } from '@/lib/models'
import { search, type RetrievalServices } from '@/lib/retrieval'
import { fillIndex, inDatabase } from './bench-database'
import { questionsOf, timeOf, timesOf } from './bench-speed'
import { notesOf, readBenchNotes, writeNotes } from './bench-texts'
import { withScratchDatabase } from './store-scratch-database'

export interface GrowthRow {
  readonly database: 'embedded' | 'PostgreSQL'
  readonly passages: number
  readonly median: number
  readonly p95: number
}

interface GrowthBench {
  readonly settings: Settings
  readonly scratch: string
  readonly embedder: Embedder
  readonly texts: string | null
  readonly sizes: readonly number[]
  readonly postgres: string | null
}

/**
 * Warm searches over indexes of growing size. The passages' vectors are made up (embedding 100,000 texts takes forty
 * minutes and changes nothing about the time of a search); queries are embedded by the model.
 */
export async function measureGrowth({ settings, scratch, embedder, texts, sizes, postgres }: GrowthBench, say: (line: string) => void): Promise<readonly GrowthRow[]> {
  if (sizes.length === 0) return []
  const notes = await readBenchNotes(texts ?? join(settings.rootDir, 'corpus', 'notes'))
  const madeUp: Embedder = { ...embedder, embed: (batch, options) => (options?.priority === 'batch' ? Promise.resolve(batch.map((text) => randomVector(text, embedder.model.dimensions))) : embedder.embed(batch, options)) }
  const rows: GrowthRow[] = []
  for (const size of sizes) {
    const folder = join(scratch, `growth-${size}`)
    const grown = notesOf(notes, size)
    await writeNotes(folder, grown.notes)
    const measure = (name: GrowthRow['database'], url: string | null) => inDatabase(settings, `${folder}-${name}`, async (database, reader) => {
      say(`${name}, ${grown.passages} passages …`)
      await fillIndex(database, reader, folder, madeUp)
      const services: RetrievalServices = { database, embedder: { state: 'ready', embedder: madeUp } }
      const questions = questionsOf(grown.notes, 140)
      for (const query of questions.slice(0, 40)) await search(owner, { query }, services)
      const times: number[] = []
      for (const query of questions.slice(40)) times.push(await timeOf(() => search(owner, { query }, services)))
      const { median, p95 } = timesOf(name, times)
      rows.push({ database: name, passages: grown.passages, median, p95 })
    }, url)
    await measure('embedded', null)
    if (postgres !== null) await withScratchDatabase(postgres, `k81r_growth_${size}`, (url) => measure('PostgreSQL', url))
  }
  return rows
}

function randomVector(text: string, dimensions: number): Float32Array {
  const next = seededIntegers(Number.parseInt(digest(text).slice(0, 8), 16))
  return Float32Array.from({ length: dimensions }, () => next() / 2_147_483_648 - 1)
}
