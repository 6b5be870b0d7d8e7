import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { Fault } from '@/lib/foundation'
import { parseJson } from './parse-json'

/**
 * The records of a `.jsonl` file, blank lines left out. Throws Fault `bad-input` naming the file, and the line that is
 * not what `expected` says ("a claim with …").
 */
export async function readJsonLines<T>(file: string, schema: z.ZodType<T>, expected: string): Promise<readonly T[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => { throw new Fault('bad-input', `${file} cannot be read. Check the path and its permissions.`, { cause }) })
  return text.split('\n').flatMap((line, at): T[] => {
    if (line.trim() === '') return []
    const parsed = schema.safeParse(parseJson(line))
    if (!parsed.success) throw new Fault('bad-input', `${file}, line ${at + 1}: not ${expected}.`)
    return [parsed.data]
  })
}
