import { analyze, type QueryTerm } from '@/lib/analysis'
import type { EvidenceItem } from '@/lib/evidence'
import { filedUnder, holdsName } from './stands-in'

/** Whether words of a question stand in a passage, its title, headings or path. */
export function wordsHeldBy(item: EvidenceItem): (term: QueryTerm) => boolean {
  const text = [item.passage.text, filedUnder(item)].join('\n')
  const lexemes = new Set(analyze(text, 'en').map(({ lexeme }) => lexeme))
  return ({ lexeme, surface, form }) => lexemes.has(lexeme) || (form === 'identifier' && holdsName(text, surface))
}
