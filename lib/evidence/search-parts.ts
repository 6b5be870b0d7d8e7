import type { Ranking } from '@/lib/retrieval'
import { recordKindAsked, recordNamed, withName } from './asked-record'
import { questionParts } from './question-parts'

/** Results among which the record that one part asks for is looked for, to search the next part by its name: of its own passages, then of what tells of it. */
const looked = { own: 10, telling: 5 } as const

/**
 * The ranking of each part of a question that asks several things, in their order; none for a single question. After "which
 * decision …" a part that goes on about it is searched by the name of the decision that the part before found.
 */
export async function searchParts(question: string, search: (query: string) => Promise<Ranking>): Promise<Ranking[]> {
  const rankings: Ranking[] = []
  let asked = ''
  for (const { text, query, leans } of questionParts(question)) {
    const before = rankings.at(-1)
    const name = before === undefined || !leans ? null : recordFound(asked, before)
    const named = name === null ? text : withName(text, name)
    rankings.push(await search(name === null ? query : named === text ? `${name} ${query}` : named))
    asked = text
  }
  return rankings
}

/** The name of the record that a search for one of its kind found: of the best passage of such a record, or the one that it tells of. */
function recordFound(question: string, { results }: Ranking): string | null {
  const kind = recordKindAsked(question)
  if (kind === null) return null
  const own = results.slice(0, looked.own).filter((result) => kind.kinds.includes(result.kind)).map((result) => recordNamed(kind, '', result))
  const told = results.slice(0, looked.telling).map((result) => recordNamed(kind, result.passage.text, result))
  return [...own, ...told].find((name) => name !== null) ?? null
}
