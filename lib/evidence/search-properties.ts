import type { Identity } from '@/lib/access'
import { readProperties, type RankedPassage, type Ranking, type RetrievalServices } from '@/lib/retrieval'
import { documentWordsOf, propertiesIn } from './asked-property'
import { splitQuestion, withoutSyntax } from './question-parts'

/** Documents whose properties are looked at, of each ranking, and passages that are kept. */
const most = { documents: 6, passages: 3 } as const

/** The properties of the documents found that a part of the question asks for, those that it names first, then the best. */
export async function searchProperties(identity: Identity, question: string, rankings: readonly Ranking[], services: RetrievalServices): Promise<readonly RankedPassage[]> {
  const [first] = rankings
  if (first === undefined) return []
  const named = rankings.flatMap(({ results }) => results.filter(({ features }) => features.named > 0))
  const best = rankings.flatMap(({ results }) => [...new Set(results.map(({ revisionId }) => revisionId))].slice(0, most.documents))
  const revisionIds = [...new Set([...named.map(({ revisionId }) => revisionId), ...best])]
  const { parts } = splitQuestion(withoutSyntax(question))
  const found = await readProperties(identity, revisionIds, first, services)
  return found.filter(({ passage }) => propertiesIn(passage.text).some((property) => parts.some((part) => documentWordsOf(part, property) !== null))).slice(0, most.passages)
}
