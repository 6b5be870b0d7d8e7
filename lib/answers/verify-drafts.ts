import type { ClaimId } from '@/lib/foundation'
import { headerRowOf } from '@/lib/answerability'
import type { EvidenceItem } from '@/lib/evidence'
import type { DraftClaim } from '@/lib/synthesis'
import { verifyClaim, type CitedPassage, type Support, type Verification } from '@/lib/verification'
import type { AnswerClaim, Citation, WithheldClaim } from './answer-record'

/** Turns drafts into claims that may be shown, numbering citations by passage in the order of their first use. */
export interface DraftVerifier {
  /** The claim when its cited passages carry it, whole or narrowed; null when it was withheld. */
  verify(draft: DraftClaim): AnswerClaim | null
  /** Notes a draft that broke the schema's rules before it could be verified. */
  reject(draft: unknown, reason: string): void
  readonly withheld: readonly WithheldClaim[]
}

export function startVerifying(items: readonly EvidenceItem[]): DraftVerifier {
  const byId = new Map(items.map((item) => [item.evidenceId, item]))
  const numbers = new Map<string, number>()
  const withheld: WithheldClaim[] = []
  let claims = 0

  const show = (text: string, verification: Verification): AnswerClaim => {
    claims += 1
    const citations = bySpan(verification.support).flatMap(({ evidenceId, startOffset, endOffset }): Citation[] => {
      const item = byId.get(evidenceId)
      if (item === undefined) return []
      const number = numbers.get(evidenceId) ?? numbers.size + 1
      numbers.set(evidenceId, number)
      return [citationOf(item, number, startOffset, endOffset)]
    })
    return { id: `clm_${claims}` satisfies ClaimId, text, quoted: verification.basis === 'verbatim', verdict: verification.verdict, verdictWords: verification.reason, citations }
  }

  return {
    withheld,
    reject: (draft, reason) => {
      const text = typeof draft === 'object' && draft !== null && 'text' in draft && typeof draft.text === 'string' ? draft.text : '(not a claim)'
      withheld.push({ text, verdict: 'not-established', reason })
    },
    verify: (draft) => {
      const passages = draft.evidenceIds.flatMap((id) => { const item = byId.get(id); return item === undefined ? [] : [citedPassage(item)] })
      const verification = verifyClaim(draft, passages)
      if (verification.verdict === 'supported') return show(draft.text, verification)
      withheld.push({ text: draft.text, verdict: verification.verdict, reason: verification.reason })
      // What holds of a partly supported claim is the sentence that carries it, which is checked like any other.
      if (verification.verdict !== 'partially-supported' || verification.narrowed === null) return null
      const narrowed = verifyClaim({ text: verification.narrowed, evidenceIds: draft.evidenceIds }, passages)
      return narrowed.verdict === 'supported' ? show(verification.narrowed, narrowed) : null
    },
  }
}

function citedPassage(item: EvidenceItem): CitedPassage {
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
