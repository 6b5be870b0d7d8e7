import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

const suffix = /^[0-9a-z]{16,}$/
const idSchema = <P extends string>(prefix: P) =>
  z.templateLiteral([z.literal(`${prefix}_`), z.string().regex(suffix)])

export const documentIdSchema = idSchema('doc')
export const revisionIdSchema = idSchema('rev')
export const evidenceSetIdSchema = idSchema('evd')
export const answerIdSchema = idSchema('ans')
export const evaluationRunIdSchema = idSchema('evr')
const passagePlace = /^[0-9a-z]{16,}_\d{1,9}_[0-9a-f]{6}$/
export const passageIdSchema = z.templateLiteral([z.literal('psg_'), z.string().regex(passagePlace)])

export type DocumentId = `doc_${string}`
export type RevisionId = `rev_${string}`
export type PassageId = `psg_${string}`
export type EvidenceSetId = `evd_${string}`
export type AnswerId = `ans_${string}`
export type ClaimId = `clm_${string}`
export type EvaluationRunId = `evr_${string}`

/** A fresh random id, 100 bits, lower-case base 36 after its prefix. */
export function createId<P extends string>(prefix: P): `${P}_${string}` {
  const value = BigInt(`0x${randomBytes(13).toString('hex')}`)
  return `${prefix}_${value.toString(36).padStart(21, '0')}`
}

/** A passage's id outside the database: its revision, its place there from 0, and what read it. Numbers over all passages would tell a reader how many are hidden. */
export function passageId(revisionId: RevisionId, ordinal: number, readWith: string): PassageId {
  return `psg_${revisionId.replace('rev_', '')}_${ordinal}_${digest(readWith).slice(0, 6)}`
}

/** The SHA-256 of a text's UTF-8 bytes (or of bytes), in lower-case hexadecimal. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
