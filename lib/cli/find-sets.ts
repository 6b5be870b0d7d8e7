import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readBeir, type RetrievalSet } from '@/lib/evaluation'
import { Fault } from '@/lib/foundation'

function isSet(names: readonly string[]): boolean {
  return names.includes('corpus.jsonl') && names.includes('queries.jsonl') && (names.includes('qrels.tsv') || names.includes('qrels'))
}

/** Whether a folder is a retrieval set or holds one. */
export async function holdsSets(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (isSet(entries.map(({ name }) => name))) return true
  for (const entry of entries) if (entry.isDirectory() && isSet(await readdir(join(folder, entry.name)))) return true
  return false
}

/** The retrieval set that a folder is, or those directly inside it. Throws Fault `bad-input` when there is none. */
export async function findSets(folder: string): Promise<readonly RetrievalSet[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => { throw new Fault('bad-input', `${folder} cannot be read. Name a retrieval set, or a folder of them.`, { cause }) })
  if (isSet(entries.map(({ name }) => name))) return [await readBeir(folder)]
  const sets: RetrievalSet[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory() && isSet(await readdir(join(folder, entry.name)))) sets.push(await readBeir(join(folder, entry.name)))
  }
  if (sets.length === 0) throw new Fault('bad-input', `${folder} is no retrieval set and holds none. A set has corpus.jsonl, queries.jsonl and qrels.tsv.`)
  return sets
}
