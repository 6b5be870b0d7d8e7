export type { EvidenceItem, EvidenceRelation, EvidenceSet } from './evidence-set'
