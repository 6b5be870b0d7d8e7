import { analyze } from '@/lib/analysis'
import { statedRow, type Answerability, type PartDecision, type RankedSentence } from '@/lib/answerability'
import { looksLikeInstruction, type EvidenceItem } from '@/lib/evidence'
import type { DraftClaim, Synthesizer } from './draft-claim'

/** How an extractive answer is put together; part of the answer's configuration. */
export const extractionSettings = {
  version: 'extractive-1',
  /** Sentences at most per part of a question, and how far behind the first another may stand and still answer, by what is asked. */
  most: { person: 1, time: 1, number: 1, verdict: 1, statement: 2, comparison: 2, reason: 2, list: 3 },
  margin: { person: 0, time: 0, number: 0, verdict: 0, statement: 0.08, comparison: 0.2, reason: 0.12, list: 0.2 },
  /** Two sentences that share more of their words than this say the same. */
  sameWords: 0.6,
} as const

/**
 * Answers with the author's own sentences: picks them from the decision's ranking, orders them, quotes them exactly
 * and cites each. Needs no model and gives the same claims for the same evidence. Parts that were declined are left out.
 */
export function extractiveSynthesizer(answerability: Answerability, items: readonly EvidenceItem[]): Synthesizer {
  return {
    name: 'extractive',
    promptVersion: extractionSettings.version,
    async *synthesize(): AsyncGenerator<DraftClaim> {
      const drafted: DraftClaim[] = []
      for (const part of answerability.parts) {
        if (part.kind !== 'answerable') continue
        for (const draft of extract(part, items)) {
          if (drafted.some((other) => sameStatement(other.text, draft.text))) continue
          drafted.push(draft)
          yield draft
        }
      }
    },
  }
}

type Answerable = Extract<PartDecision, { kind: 'answerable' }>

function extract(part: Answerable, items: readonly EvidenceItem[]): DraftClaim[] {
  const best = part.sentences[0]
  if (best === undefined) return []
  const most = extractionSettings.most[part.type]
  const near = part.sentences.filter((entry) => entry.score >= best.score - extractionSettings.margin[part.type] && !looksLikeInstruction(entry.candidate.text))
  const current = best.candidate.item
  // What was replaced does not stand beside what replaced it.
  const holding = near.filter(({ candidate: { item } }) => item === current || !(item.superseded || !item.current) || item.revisionId === current.revisionId)
  const chosen = distinct([best, ...holding]).slice(0, most)
  const drafts = chosen.map(draftOf)
  const explained = drafts[0] === undefined ? null : explainIdentifier(drafts[0], best, items, chosen)
  return explained === null ? drafts : [...drafts.slice(0, 1), explained, ...drafts.slice(1, most)]
}

function distinct(sentences: readonly RankedSentence[]): RankedSentence[] {
  const kept: RankedSentence[] = []
  for (const entry of sentences) if (!kept.some((other) => other === entry || sameStatement(other.candidate.text, entry.candidate.text))) kept.push(entry)
  return kept
}

function sameStatement(left: string, right: string): boolean {
  const ours = new Set(analyze(left, 'en').map(({ lexeme }) => lexeme))
  const theirs = new Set(analyze(right, 'en').map(({ lexeme }) => lexeme))
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return shared / Math.max(1, Math.min(ours.size, theirs.size)) > 0.85 || shared / Math.max(1, ours.size + theirs.size - shared) >= extractionSettings.sameWords
}

const opensWithPronoun = /^(it|he|she|they|this|that|these|those|both|such|there|its|their)\b/i

function draftOf({ candidate }: RankedSentence): DraftClaim {
  const { item, cells, text, previous, startOffset } = candidate
  if (cells !== null) return { text: statedRow(cells), kind: 'table-cell', evidenceIds: [item.evidenceId] }
  const before = previous !== null && opensWithPronoun.test(text) ? item.passage.text.lastIndexOf(previous, startOffset) : -1
  return { text: fold(before >= 0 ? item.passage.text.slice(before, candidate.endOffset) : text), kind: 'quotation', evidenceIds: [item.evidenceId] }
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * A row or sentence that answers with an identifier ("outcome-unknown") is only half an answer where the same document
 * has a section of that name: its first sentence that uses the identifier is quoted too.
 */
function explainIdentifier(first: DraftClaim, best: RankedSentence, items: readonly EvidenceItem[], chosen: readonly RankedSentence[]): DraftClaim | null {
  const identifiers = analyze(first.text, 'en').filter(({ form }) => form === 'identifier').map(({ startOffset, endOffset }) => first.text.slice(startOffset, endOffset))
  for (const identifier of identifiers) {
    const parts = stems(identifier.replace(/[-_./]/g, ' '))
    if (parts.size < 2) continue
    for (const item of items) {
      const heading = item.headingPath.at(-1)
      if (item.documentId !== best.candidate.item.documentId || item.revisionId !== best.candidate.item.revisionId || item === best.candidate.item || heading === undefined) continue
      const named = stems(heading)
      if (named.size !== parts.size || ![...parts].every((stem) => named.has(stem))) continue
      const sentence = firstSentenceWith(item.passage.text, identifier)
      if (sentence !== null && !chosen.some(({ candidate }) => fold(candidate.text) === sentence)) return { text: sentence, kind: 'quotation', evidenceIds: [item.evidenceId] }
    }
  }
  return null
}

function stems(text: string): Set<string> {
  return new Set(analyze(text, 'en').filter(({ form }) => form !== 'identifier').map(({ lexeme }) => lexeme))
}

function firstSentenceWith(text: string, identifier: string): string | null {
  for (const match of text.matchAll(/[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*(?:[.!?]|$)/g)) {
    if (match[0].toLowerCase().includes(identifier.toLowerCase())) return fold(match[0])
  }
  return null
}
