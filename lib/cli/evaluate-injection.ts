import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { owner } from '@/lib/access'
import { chooseNotes, measureInjection, type InjectionFigures, type InjectionSet } from '@/lib/evaluation'
import { Fault, readSettings } from '@/lib/foundation'
import { openRuntime } from '@/lib/runtime'
import { askAndRead } from './ask-and-read'
import { writeNotes } from './bench-texts'
import { followIndexing } from './progress'

export interface InjectionOptions {
  readonly scratch: string
  readonly limit: number | null
  /** Shows nothing while it indexes. */
  readonly quiet: boolean
  readonly onProgress: (done: number, total: number) => void
}

/** Splices a set's payloads into notes, indexes them in a data folder of their own, and asks a question of each, with the configured synthesizer. */
export async function evaluateInjection(set: InjectionSet, { scratch, limit, quiet, onProgress }: InjectionOptions): Promise<InjectionFigures> {
  const folder = join(scratch, set.name)
  const dataDir = `${folder}-data`
  await writeNotes(folder, chooseNotes(set, limit).notes)
  await mkdir(dataDir, { recursive: true })
  const runtime = await openRuntime({ ...readSettings(), dataDir, databaseUrl: null }, 'k81r eval')
  try {
    await runtime.index([folder])
    const { lastFault } = await followIndexing(() => runtime.status(owner), quiet)
    if (lastFault !== null) throw new Fault('index-incomplete', lastFault)
    return await measureInjection(set, (query) => askAndRead(runtime, owner, { query }), { limit, onProgress })
  } finally {
    await runtime.close()
  }
}
