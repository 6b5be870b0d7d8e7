import { basename } from 'node:path'
import { z } from 'zod'
import { claimFeatures, type CitedPassage } from '@/lib/verification'
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
  return { kind: 'claims', name: basename(file, '.jsonl'), claims: records.map((record) => ({ ...record, claim: withoutTreebankMarks(record.claim), evidence: withoutTreebankMarks(record.evidence), half: halfOf(record.claim.toLowerCase().replace(/\s+/g, ' ').trim()) })) }
}

const treebankMarks: readonly (readonly [RegExp, string])[] = [[/-LRB-/g, '('], [/-RRB-/g, ')'], [/-LSB-/g, '['], [/-RSB-/g, ']'], [/-LCB-/g, '{'], [/-RCB-/g, '}']]

/** Sets cut into words by the Penn Treebank's rules write brackets as -LRB-; their authors did not. */
function withoutTreebankMarks(text: string): string {
  return treebankMarks.reduce((plain, [mark, bracket]) => plain.replace(mark, bracket), text)
}

/** What a claim is held against, as the verifier takes it. */
export function passageOf({ evidence, title }: Pick<LabelledClaim, 'evidence' | 'title'>): CitedPassage {
  return { evidenceId: 'e1', text: evidence, title, headingPath: [], language: 'en' }
}

/** What the learned score is computed from. */
export function featuresOf(claim: Pick<LabelledClaim, 'claim' | 'evidence' | 'title'>): readonly number[] {
  return claimFeatures(claim.claim, [passageOf(claim)])
}
