import { z } from 'zod'
import type { DraftClaim } from './draft-claim'

/** The one form a model may give a claim in; anything beside it is rejected rather than ignored. */
export const draftClaimSchema = z.strictObject({
  text: z.string(),
  kind: z.enum(['fact', 'quotation', 'table-cell', 'not-answered']),
  evidenceIds: z.array(z.string()),
})

/** Characters of one sentence at most, a long table row included. */
const longestClaim = 1_500

export type AcceptedDraft =
  | { readonly accepted: true; readonly claim: DraftClaim }
  | { readonly accepted: false; readonly reason: string }

/**
 * The claim when its form is right and it cites only evidence of the set, each once; else the reason in one sentence.
 * Only a statement that something is not answered may stand without a citation. Whether a claim is true is not judged here.
 */
export function acceptDraft(draft: unknown, knownIds: ReadonlySet<string>): AcceptedDraft {
  const parsed = draftClaimSchema.safeParse(draft)
  if (!parsed.success) return { accepted: false, reason: 'The claim is not in the agreed form.' }
  const { text, kind } = parsed.data
  if (text.trim() === '') return { accepted: false, reason: 'The claim has no text.' }
  if (text.length > longestClaim) return { accepted: false, reason: 'The claim is longer than one sentence can be.' }
  const evidenceIds = [...new Set(parsed.data.evidenceIds)]
  if (evidenceIds.some((id) => !knownIds.has(id))) return { accepted: false, reason: 'The claim cites evidence that is not in the set.' }
  if (kind !== 'not-answered' && evidenceIds.length === 0) return { accepted: false, reason: 'The claim cites no evidence.' }
  return { accepted: true, claim: { text, kind, evidenceIds } }
}
