import type { Identity } from '@/lib/access'
import type { QueryTerm } from '@/lib/analysis'
import { readProperties, type RankedPassage, type Ranking, type RetrievalServices } from '@/lib/retrieval'
import { documentWordsOf, propertiesIn, titleFit } from './asked-property'
import { splitQuestion, withoutSyntax } from './question-parts'

/** Documents whose properties are looked at, of each ranking, and passages that are kept. */
const most = { documents: 12, passages: 3 } as const

/** The properties of the documents found that a part of the question asks for: of those that it names first, then of those whose titles it comes nearest to. */
export async function searchProperties(identity: Identity, question: string, rankings: readonly Ranking[], services: RetrievalServices): Promise<readonly RankedPassage[]> {
  const [first] = rankings
  if (first === undefined) return []
  const named = rankings.flatMap(({ results }) => results.filter(({ features }) => features.named > 0))
  const best = rankings.flatMap(({ results }) => [...new Set(results.map(({ revisionId }) => revisionId))].slice(0, most.documents))
  const revisionIds = [...new Set([...named.map(({ revisionId }) => revisionId), ...best])]
  const { parts } = splitQuestion(withoutSyntax(question))
  const found = await readProperties(identity, revisionIds, first, services)
  const fits = found.map((result) => ({ result, fit: Math.max(...propertiesIn(result.passage.text).flatMap((property) => parts.map((part) => fitOfTitle(documentWordsOf(part, property), result)))) }))
  return fits.filter(({ fit }) => fit >= 0).sort((a, b) => b.fit - a.fit).slice(0, most.passages).map(({ result }) => result)
}

/** How much of what names the document stands in its title, 0 to 1, and 1 for one that is named; below 0 where no property is asked for. */
function fitOfTitle(words: readonly QueryTerm[] | null, { title, features }: RankedPassage): number {
  if (words === null) return -1
  return features.named > 0 ? 1 : titleFit(words.map(({ lexeme }) => lexeme), title)
}
