import { join } from 'node:path'
import { mayRead } from '@/lib/access'
import { evaluate, readCases, type EvaluationRun } from '@/lib/evaluation'
import type { EvidenceStrategy } from '@/lib/evidence'
import { digest, Fault, readSettings } from '@/lib/foundation'
import { openRuntime, readIndexedFiles } from '@/lib/runtime'
import { askAndRead } from './ask-and-read'
import { followIndexing } from './progress'

/**
 * Runs the labelled cases of a corpus through the very search and ask that the product has, over an index of that
 * corpus alone, in a data folder of its own (inside the data folder; vectors are kept between runs).
 */
export async function evaluateCorpus(options: { readonly corpus: string; readonly cases: string; readonly only: readonly string[]; readonly strategy: EvidenceStrategy; readonly onProgress: (done: number, total: number) => void }): Promise<EvaluationRun> {
  const settings = readSettings()
  const cases = await readCases(options.cases)
  const chosen = options.only.length === 0 ? cases : cases.filter(({ id, category }) => options.only.includes(id) || options.only.includes(category))
  if (chosen.length === 0) throw new Fault('bad-input', 'No case has that id or category.')
  const runtime = await openRuntime({ ...settings, dataDir: join(settings.dataDir, folderOf(options.corpus, settings.rootDir)), databaseUrl: null }, 'k81r eval', { strategy: options.strategy })
  try {
    await runtime.index([options.corpus])
    const status = await followIndexing(() => runtime.status({ name: 'owner', scopes: 'all' }))
    if (status.lastFault !== null) throw new Fault('index-incomplete', status.lastFault)
    // A run must not depend on when they were asked.
    for (const identity of new Map(chosen.map(({ as }) => [as.name, as])).values()) await runtime.calibrate(identity)
    const files = await readIndexedFiles(runtime.database)
    const scopes = new Map(files.map(({ path, scope }) => [path, scope]))
    return await evaluate(chosen, {
      search: (identity, request) => runtime.search(identity, request),
      ask: (identity, request) => askAndRead(runtime, identity, request),
      readable: (identity, path) => mayRead(identity, scopes.get(path) ?? 'private'),
      describe: async () => ({ generation: status.generation ?? 0, corpusDigest: digest(JSON.stringify(files.map((file) => [file.path, file.digest]))), configuration: { ...status.configuration, evidenceStrategy: options.strategy } }),
    }, { onProgress: options.onProgress })
  } finally {
    await runtime.close()
  }
}

/** The sample corpus' own; of any other one that its path names, so that no two are searched together. */
function folderOf(corpus: string, rootDir: string): string {
  return corpus === join(rootDir, 'corpus') ? 'evaluation' : `evaluation-${digest(corpus).slice(0, 12)}`
}
