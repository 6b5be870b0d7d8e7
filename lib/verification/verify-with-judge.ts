import { splitSentences } from '@/lib/analysis'
import { findFooting, type Footing } from './find-mismatch'
import { findMisquotation } from './quotations'
import { verifyClaim } from './verify-claim'
import type { CitedPassage, DraftedClaim, Judge, Judgment, Verdict, Verification } from './verdict'

/** The more cautious of two verdicts stands further behind. */
const byCaution: readonly Verdict[] = ['supported', 'partially-supported', 'not-established', 'contradicted']

/**
 * Checks a claim by the rules and by a judge, and gives the most cautious of their verdicts. A deterministic mismatch is never put before
 * the judge; what a judge alone blesses shares its numbers, names, order, negation and modality with one sentence of the evidence. A judge
 * that fails, or says no verdict, leaves nothing supported. Without a judge, the rules alone. Never throws.
 */
export async function verifyWithJudge(claim: DraftedClaim, passages: readonly CitedPassage[], judge: Judge | null): Promise<Verification> {
  const byRules = verifyClaim(claim, passages)
  const cited = passages.filter(({ evidenceId }) => claim.evidenceIds.includes(evidenceId))
  const citesOnlyGiven = cited.length > 0 && claim.evidenceIds.every((id) => cited.some(({ evidenceId }) => evidenceId === id))
  if (judge === null || !citesOnlyGiven || byRules.verdict === 'contradicted') return byRules
  const grounds = byRules.verdict === 'supported' ? null : findGrounds(claim.text.trim(), cited)
  if (byRules.verdict !== 'supported' && (grounds === null || grounds.mismatch !== null)) return withoutSupport(byRules, grounds?.mismatch ?? null)
  const judgment = await ask(judge, claim.text, cited)
  if (judgment === null) return { ...nothing, reason: 'The judge could not be asked, so it is not shown as supported' }
  if (judgment.verdict !== 'supported') return byJudge(judgment, byRules)
  if (grounds === null) return byRules
  const support = grounds.footings.map(({ passage, span }) => ({ evidenceId: passage.evidenceId, ...span }))
  return { verdict: 'supported', basis: 'judge', reason: 'Supported, as the configured model reads the cited passage', support, unsupported: null, narrowed: null }
}

const nothing = { verdict: 'not-established', basis: 'none', support: [], unsupported: null, narrowed: null } as const

interface Grounds {
  readonly footings: readonly Footing[]
  readonly mismatch: string | null
}

/** Where each sentence of a claim rests, and the first mismatch of any; null when one rests nowhere. */
function findGrounds(text: string, cited: readonly CitedPassage[]): Grounds | null {
  const language = cited[0]?.language ?? 'en'
  // The words that turn a sentence are listed for English only: elsewhere no veto would hold.
  if (cited.some((passage) => passage.language !== 'en')) return null
  const footings = splitSentences(text, language).map((span) => findFooting(text.slice(span.startOffset, span.endOffset), cited))
  const found = footings.flatMap((footing) => (footing === null ? [] : [footing]))
  if (found.length === 0 || found.length < footings.length) return null
  const misquoted = findMisquotation(text, cited)
  return { footings: found, mismatch: misquoted !== null ? `“${misquoted}” does not stand there, word for word` : found.find(({ mismatch }) => mismatch !== null)?.mismatch ?? null }
}

function withoutSupport(byRules: Verification, mismatch: string | null): Verification {
  return mismatch === null || byRules.verdict === 'partially-supported' ? byRules : { ...byRules, reason: `Not established: ${mismatch}` }
}

async function ask(judge: Judge, text: string, cited: readonly CitedPassage[]): Promise<Judgment | null> {
  try {
    const judgment = await judge(text, cited)
    return byCaution.includes(judgment.verdict) ? judgment : null
  } catch {
    return null
  }
}

function byJudge({ verdict, reason }: Judgment, byRules: Verification): Verification {
  const cautious = byCaution.indexOf(verdict) >= byCaution.indexOf(byRules.verdict) ? verdict : byRules.verdict
  const isPartial = cautious === 'partially-supported'
  return { ...byRules, verdict: cautious, basis: 'none', reason: `The configured model reads it otherwise: ${reason}`, support: isPartial ? byRules.support : [], unsupported: isPartial ? byRules.unsupported : null, narrowed: isPartial ? byRules.narrowed : null }
}
