import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Fault } from '@/lib/foundation'
import { parseJson } from './parse-json'
import { readAbstentionSet, type AbstentionSet } from './read-abstention-set'
import { readClaimSet, type ClaimSet } from './read-claim-set'
import { readInjectionSet, type InjectionSet } from './read-injection-set'

export type PublicSet = ClaimSet | AbstentionSet | InjectionSet

/**
 * The sets of claims, abstention or injection that a file or folder is or directly holds, by name, told by their first
 * records. Empty where there are none: retrieval sets and sets of marked answers are none of these. Throws Fault
 * `bad-input` when nothing can be read there, or a set is not in its form.
 */
export async function findPublicSets(path: string): Promise<readonly PublicSet[]> {
  const found = await stat(path).catch((cause: unknown) => { throw new Fault('bad-input', `${path} cannot be read. Name a public set, or a folder that holds some.`, { cause }) })
  if (found.isFile()) return readFileSet(path)
  const own = await readFolderSet(path)
  if (own !== 'no set') return own
  const sets: PublicSet[] = []
  for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = join(path, entry.name)
    const held = entry.isDirectory() ? await readFolderSet(inside) : entry.isFile() && entry.name.endsWith('.jsonl') ? await readFileSet(inside) : []
    if (held !== 'no set') sets.push(...held)
  }
  return sets
}

/** A folder with both files is one set, of abstention or, where nothing says which questions are answerable, of another kind. */
async function readFolderSet(folder: string): Promise<readonly PublicSet[] | 'no set'> {
  const names = await readdir(folder)
  if (!names.includes('queries.jsonl')) return 'no set'
  return names.includes('corpus.jsonl') && 'answerable' in (await firstRecord(join(folder, 'queries.jsonl'))) ? [await readAbstentionSet(folder)] : []
}

async function readFileSet(file: string): Promise<readonly PublicSet[]> {
  const record = await firstRecord(file)
  if ('claim' in record && 'evidence' in record) return [await readClaimSet(file)]
  return 'text' in record && ('injection' in record || 'kind' in record) ? [await readInjectionSet(file)] : []
}

/** The first line that is not blank; an empty object where it is no JSON object or there is none. */
async function firstRecord(file: string): Promise<object> {
  const input = createReadStream(file, 'utf8')
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (line.trim() === '') continue
      const record = parseJson(line)
      return typeof record === 'object' && record !== null ? record : {}
    }
    return {}
  } finally {
    input.destroy()
  }
}
