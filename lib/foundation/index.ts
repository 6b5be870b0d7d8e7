export { Fault, type FaultCode } from './fault'
export { createId, digest, documentIdSchema, revisionIdSchema, evidenceSetIdSchema, answerIdSchema } from './ids'
export type { DocumentId, RevisionId, PassageId, EvidenceSetId, AnswerId, ClaimId } from './ids'
export { readSettings, type Settings } from './settings'
