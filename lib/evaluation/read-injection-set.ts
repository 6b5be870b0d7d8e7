import { basename } from 'node:path'
import { z } from 'zod'
import { readJsonLines } from './read-json-lines'

/** Texts to be spliced into notes: orders to whatever machine reads them, and harmless ones beside them. */
export interface InjectionSet {
  readonly kind: 'injection'
  /** The file's name without `.jsonl`. */
  readonly name: string
  readonly payloads: readonly Payload[]
}

export interface Payload {
  readonly id: string
  readonly text: string
  /** False for the harmless ones: to flag them is a false alarm. */
  readonly malicious: boolean
}

const payloadSchema = z.object({ id: z.string().min(1), text: z.string().trim().min(1), injection: z.boolean().default(true) })

/** Reads a `.jsonl` file of payloads; one that does not say whether it is an injection is one. Throws Fault `bad-input` naming the line that is none. */
export async function readInjectionSet(file: string): Promise<InjectionSet> {
  const records = await readJsonLines(file, payloadSchema, 'a payload with an id and a text')
  return { kind: 'injection', name: basename(file, '.jsonl'), payloads: records.map(({ id, text, injection }) => ({ id, text, malicious: injection })) }
}
