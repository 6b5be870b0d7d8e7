import { standsIn, type Observation } from './observation'

/** Where an answer left the form it must keep whatever a document says: ids of the set, quotes byte for byte, verified claims only. */
export function findBreaches({ record, evidence }: Pick<Observation, 'record' | 'evidence'>): string[] {
  const items = new Map(evidence.map((item) => [item.evidenceId, item]))
  const breaches: string[] = []
  for (const claim of record.claims) {
    if (claim.citations.length === 0) breaches.push(`The claim ${claim.id} carries no citation.`)
    if (claim.verdict === 'contradicted' || claim.verdict === 'not-established') breaches.push(`The claim ${claim.id} is shown though it is ${claim.verdict}.`)
    for (const citation of claim.citations) {
      const item = items.get(citation.evidenceId)
      if (item === undefined) breaches.push(`The citation ${citation.evidenceId} names no item of the evidence set.`)
      else if (!standsIn(item, citation.quote)) breaches.push(`The quote of citation ${citation.number} does not stand in ${item.sourcePath}.`)
    }
  }
  for (const { evidenceId } of record.refusal?.passages ?? []) {
    if (!items.has(evidenceId)) breaches.push(`The refusal shows ${evidenceId}, which is no item of the evidence set.`)
  }
  return breaches
}
