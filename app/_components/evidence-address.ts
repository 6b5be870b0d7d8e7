import type { EvidenceSetId } from '@/lib/foundation'

/** The page of one revision of an evidence set. */
export function evidenceAddress(id: EvidenceSetId, revision: number, fields: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(fields).toString()
  return `/evidence/${id}/r/${revision}${query === '' ? '' : `?${query}`}`
}

/** The page that compares two revisions of an evidence set. */
export function evidenceComparison(id: EvidenceSetId, from: number, to: number): string {
  return `/evidence/${id}/compare?from=${from}&to=${to}`
}
