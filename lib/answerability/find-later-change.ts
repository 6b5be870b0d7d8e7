import { analyze } from '@/lib/analysis'
import type { RankedSentence } from './rank-sentences'

/** How people write that something they once wrote about has ended. */
const ended = /\b(gone|removed?|deleted|dropped|retired|disabled|turned off|switched off|no longer|not any ?more|abandoned|withdrawn|discontinued|stopped|ended|reverted|rolled back|taken out|replaced)\b/i

/**
 * A sentence of a later document that says that what `first` speaks of has ended, though nothing supersedes anything:
 * it names one of its identifiers. Null where there is none; then `first` holds as far as the notes know.
 */
export function findLaterChange(first: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence | null {
  const identifiers = new Set(analyze(first.candidate.text, 'en').filter(({ form }) => form === 'identifier').map(({ lexeme }) => lexeme))
  if (identifiers.size === 0 || ended.test(first.candidate.text)) return null
  const { item } = first.candidate
  return ranked.find(({ candidate }) => candidate.item.documentId !== item.documentId && candidate.item.current && !candidate.item.superseded
    // A file's time makes nothing later.
    && item.undated !== true && candidate.item.undated !== true && candidate.item.effectiveAt > item.effectiveAt && ended.test(candidate.text)
    && analyze(candidate.text, 'en').some(({ lexeme, form }) => form === 'identifier' && identifiers.has(lexeme))) ?? null
}
