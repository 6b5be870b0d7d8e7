import type { ClaimId } from '@/lib/foundation'
import { headerRowOf } from '@/lib/answerability'
import type { EvidenceItem } from '@/lib/evidence'
import type { DraftClaim } from '@/lib/synthesis'
import { scoreClaim, verifyClaim, verifyWithJudge, type CitedPassage, type DraftedClaim, type Judge, type Support, type Verification } from '@/lib/verification'
import type { AnswerClaim, Citation, WithheldClaim } from './answer-record'

/** Turns drafts into claims that may be shown, numbering citations by passage in the order of their first use. */
export interface DraftVerifier {
  /** The claim when passages of the set carry it, whole or narrowed, by rules alone; null when it was withheld. */
  verify(draft: DraftClaim): AnswerClaim | null
  /** The same with a judge, who must agree to everything that is shown. */
  verifyJudged(draft: DraftClaim, judge: Judge): Promise<AnswerClaim | null>
  /** Notes a draft that broke the schema's rules before it could be verified. */
  reject(draft: unknown, reason: string): void
  readonly withheld: readonly WithheldClaim[]
}

/** What may be said instead of a draft that its own citations do not carry, and what was done to it. */
interface Fallback {
  readonly claim: DraftedClaim
  readonly verification: Verification
  readonly words: string
}

export function startVerifying(items: readonly EvidenceItem[]): DraftVerifier {
  const byId = new Map(items.map((item) => [item.evidenceId, item]))
  const passages = items.map(citedPassage)
  const numbers = new Map<string, number>()
  const withheld: WithheldClaim[] = []
  let claims = 0

  const show = ({ closestOnly, under }: DraftClaim, text: string, verification: Verification, words = ''): AnswerClaim => {
    claims += 1
    const citations = bySpan(verification.support).flatMap(({ evidenceId, startOffset, endOffset }): Citation[] => {
      const item = byId.get(evidenceId)
      if (item === undefined) return []
      const number = numbers.get(evidenceId) ?? numbers.size + 1
      numbers.set(evidenceId, number)
      return [citationOf(item, number, startOffset, endOffset)]
    })
    const reason = closestOnly === true ? verification.reason.replace(/^Supported/, 'Closest evidence') : verification.reason
    return {
      id: `clm_${claims}` satisfies ClaimId, text, quoted: verification.basis === 'verbatim', verdict: verification.verdict,
      verdictWords: `${reason}${under === undefined ? '' : `, under “${under}”`}${words}`, citations, ...(closestOnly === undefined ? {} : { closestOnly }),
    }
  }
  const withhold = ({ text }: DraftClaim, { verdict, reason }: Verification): null => {
    withheld.push({ text, verdict, reason })
    return null
  }

  return {
    withheld,
    reject: (draft, reason) => {
      const text = typeof draft === 'object' && draft !== null && 'text' in draft && typeof draft.text === 'string' ? draft.text : '(not a claim)'
      withheld.push({ text, verdict: 'not-established', reason })
    },
    verify: (draft) => {
      const verification = verifyClaim(draft, passages)
      if (verification.verdict === 'supported') return show(draft, draft.text, verification)
      const fallback = recite(draft, verification, items, passages) ?? narrow(draft, verification, passages)
      if (fallback === null || fallback.claim.text !== draft.text) withhold(draft, verification)
      return fallback === null ? null : show(draft, fallback.claim.text, fallback.verification, fallback.words)
    },
    verifyJudged: async (draft, judge) => {
      const verification = await verifyWithJudge(draft, passages, judge)
      if (verification.verdict === 'supported') return show(draft, draft.text, verification)
      for (const fallback of [recite(draft, verification, items, passages), narrow(draft, verification, passages)]) {
        if (fallback === null) continue
        const confirmed = await verifyWithJudge(fallback.claim, passages, judge)
        if (confirmed.verdict !== 'supported') continue
        if (fallback.claim.text !== draft.text) withhold(draft, verification)
        return show(draft, fallback.claim.text, confirmed, fallback.words)
      }
      return withhold(draft, verification)
    },
  }
}

/** The same claim with the passage of the set that carries it, when the passages it cites are known, do not carry it and do not speak against it. */
function recite({ text, evidenceIds }: DraftClaim, { verdict }: Verification, items: readonly EvidenceItem[], passages: readonly CitedPassage[]): Fallback | null {
  const cited = items.filter(({ evidenceId }) => evidenceIds.includes(evidenceId))
  if (verdict === 'contradicted' || cited.length === 0 || new Set(evidenceIds).size > cited.length) return null
  // What is no longer valid may not take the place of what is, nor a passage that reads like an instruction.
  const mayBeOld = cited.every((item) => item.superseded || !item.current)
  const others = passages
    .filter((_, at) => { const item = items[at]; return item !== undefined && !cited.includes(item) && !item.instructionLike && (mayBeOld || (item.current && !item.superseded)) })
    .map((passage) => ({ evidenceId: passage.evidenceId, score: scoreClaim(text, [passage]) }))
    .sort((one, other) => other.score - one.score)
  for (const { evidenceId } of others) {
    const claim = { text, evidenceIds: [evidenceId] }
    const verification = verifyClaim(claim, passages)
    if (verification.verdict === 'supported') return { claim, verification, words: '; the draft cited another passage, which does not say it' }
  }
  return null
}

/** What holds of a partly supported claim: the sentence that carries it, which is checked like any other. */
function narrow({ evidenceIds }: DraftClaim, { verdict, narrowed, unsupported }: Verification, passages: readonly CitedPassage[]): Fallback | null {
  if (verdict !== 'partially-supported' || narrowed === null) return null
  const claim = { text: narrowed, evidenceIds }
  const verification = verifyClaim(claim, passages)
  if (verification.verdict !== 'supported') return null
  return { claim, verification, words: unsupported === null ? '' : `; narrowed: the draft also said what no cited passage carries: ${unsupported}` }
}

/** An evidence item as verification reads it. */
export function citedPassage(item: EvidenceItem): CitedPassage {
  return { evidenceId: item.evidenceId, text: item.passage.text, headerRow: headerRowOf(item), title: item.title, headingPath: item.headingPath, language: 'en' }
}

/** One span per passage: the last, which in a table is the row and not its header. */
function bySpan(support: readonly Support[]): readonly Support[] {
  return [...new Map(support.map((span) => [span.evidenceId, span])).values()]
}

function citationOf(item: EvidenceItem, number: number, startOffset: number, endOffset: number): Citation {
  const { passage } = item
  const newlines = (text: string) => text.split('\n').length - 1
  const startLine = passage.startLine + newlines(passage.text.slice(0, startOffset))
  return {
    number, evidenceId: item.evidenceId, documentId: item.documentId, revisionId: item.revisionId, revision: item.revision, sourcePath: item.sourcePath,
    startLine, endLine: startLine + newlines(passage.text.slice(startOffset, endOffset).trimEnd()),
    quote: passage.text.slice(startOffset, endOffset), startOffset: passage.startOffset + startOffset, endOffset: passage.startOffset + endOffset,
  }
}
