import { basename } from 'node:path'
import { z } from 'zod'
import { halfOf, type Half } from './evaluate-set'
import { readJsonLines } from './read-json-lines'

export const claimLabels = ['supported', 'partially', 'contradicted', 'not_established'] as const
export type ClaimLabel = (typeof claimLabels)[number]

/** Claims, each with one text it is held against and what people say of the pair. */
export interface ClaimSet {
  readonly kind: 'claims'
  /** The file's name without `.jsonl`. */
  readonly name: string
  readonly claims: readonly LabelledClaim[]
}

export interface LabelledClaim {
  readonly id: string
  readonly claim: string
  readonly evidence: string
  /** Of the text it is held against; empty where the set has none. */
  readonly title: string
  readonly label: ClaimLabel
  /** By the claim's own words, so that a claim with several texts never stands in both halves. */
  readonly half: Half
}

const claimSchema = z.object({
  id: z.union([z.string(), z.number().transform(String)]), claim: z.string().min(1), evidence: z.string(), title: z.string().default(''), label: z.enum(claimLabels),
})

/** Reads a `.jsonl` file of claims. Throws Fault `bad-input` naming the line that is none. */
export async function readClaimSet(file: string): Promise<ClaimSet> {
  const records = await readJsonLines(file, claimSchema, `a claim with an id, an evidence text and one of the labels ${claimLabels.join(', ')}`)
  return { kind: 'claims', name: basename(file, '.jsonl'), claims: records.map((record) => ({ ...record, half: halfOf(record.claim.toLowerCase().replace(/\s+/g, ' ').trim()) })) }
}
