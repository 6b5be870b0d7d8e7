import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readBeir, type RetrievalSet } from '@/lib/evaluation'
import { Fault } from '@/lib/foundation'

function isSet(names: readonly string[]): boolean {
  return names.includes('corpus.jsonl') && names.includes('queries.jsonl') && (names.includes('qrels.tsv') || names.includes('qrels'))
}

/** The folders of retrieval sets: this one, or those directly inside it; none where there are none or nothing can be read. */
export async function findSets(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (isSet(entries.map(({ name }) => name))) return [folder]
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)).sort()
  const sets = await Promise.all(inside.map(async (path) => isSet(await readdir(path))))
  return inside.filter((_, at) => sets[at] === true)
}

/** Reads the sets of a folder. Throws Fault `bad-input` when there is none. */
export async function readSets(folder: string): Promise<readonly RetrievalSet[]> {
  await access(folder).catch((cause: unknown) => { throw new Fault('bad-input', `${folder} cannot be read. Name a retrieval set, or a folder of them.`, { cause }) })
  const found = await findSets(folder)
  if (found.length === 0) throw new Fault('bad-input', `${folder} is no retrieval set and holds none. A set has corpus.jsonl, queries.jsonl and qrels.tsv.`)
  const sets: RetrievalSet[] = []
  for (const path of found) sets.push(await readBeir(path))
  return sets
}
