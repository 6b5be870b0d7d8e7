import type { EvidenceSet } from '@/lib/evidence'
import type { Ranking } from '@/lib/retrieval'
import { countedNoun } from './asked-form'
import { listCandidates, sentenceCandidates, type SentenceCandidate } from './sentence-candidates'
import { holdsName } from './stands-in'
import type { Question } from './understand-question'

/** Passages whose sentences are considered, whatever their age; after these only what holds today, or has the very code asked for. */
const passagesRead = 9

/** The sentences of a set that a decision on these questions looks at. */
export function consideredSentences({ items, strategy }: Pick<EvidenceSet, 'items' | 'strategy'>, questions: readonly Question[]): SentenceCandidate[] {
  const codes = questions.flatMap(({ entities }) => entities.filter(({ isCode }) => isCode).map(({ surface }) => surface))
  const counting = questions.some(({ text }) => countedNoun(text) !== null)
  const wantsList = questions.some((question) => question.wantsList)
  return items.filter((item, at) => strategy === 'whole-document' || at < passagesRead || (item.current && !item.superseded) || codes.some((code) => holdsName(item.passage.text, code))).flatMap((item) => [...sentenceCandidates(item, { counting }), ...(wantsList ? listCandidates(item) : [])])
}

/** idf of every word, the highest for those the collection does not hold. */
export function weigh(question: Question, { idf }: Pick<Ranking, 'idf'>): ReadonlyMap<string, number> {
  const highest = Math.max(1, ...idf.values())
  return new Map(question.terms.map(({ lexeme }) => [lexeme, idf.get(lexeme) ?? highest]))
}
