import { sql } from 'drizzle-orm'
import { rows, textArray } from '@/lib/database'
import { scoreCandidate } from './rank-candidates'
import type { DocumentConditions } from './search-documents'
import type { LexicalScores } from './search-lexical'
import type { NameView } from './search-names'
import { entryCondition, isNoteHead } from './search-visible'
import { readCandidates, readTexts } from './store'
import { toResult, type RankedPassage } from './to-result'

const passagesEach = 3
const statusHeading = '^([0-9.]+ *)?status'
const tellingHeading = '^([0-9.]+ *)?(decision|decision outcome|summary|what happened|abstract)$'
const statedLine = '(^|\n)[^[:alnum:]\n]*(date|status)[^[:alnum:]\n]'
const statedRelation = 'supersed|replace'

/** Of each revision the passages that say most of it by themselves: its status or what it replaces where that is asked for, what was decided or happened, how it begins. */
export async function readTelling(view: NameView, revisionIds: readonly string[], { status, named }: DocumentConditions): Promise<ReadonlyMap<string, readonly RankedPassage[]>> {
  if (revisionIds.length === 0) return new Map()
  const last = sql`coalesce(p.heading_path[cardinality(p.heading_path)], '')`
  const ofRelation = named !== null && named.relation !== null
  const chosen = await rows<{ id: number }>(view.database, sql`
    select telling.id from (
      select e.passage_id as id, e.revision_id, row_number() over (partition by e.revision_id order by case
        when ${status !== null || named !== null} and ${last} ~* ${statusHeading} then 0
        when ${ofRelation} and p.text ~* ${statedRelation} then 1
        when ${named !== null} and p.text ~* ${statedLine} then 2
        when ${isNoteHead} then ${status !== null || named !== null ? 2 : 5}
        when ${last} ~* ${tellingHeading} then 3 else 4 end, p.ordinal) as place
      from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = p.revision_id
      where e.revision_id = any(${textArray(revisionIds)}) and ${entryCondition(view.generation, view.identity, { history: true })}
    ) telling where telling.place <= ${passagesEach} order by telling.revision_id, telling.place`)
  const telling = new Map<string, RankedPassage[]>()
  for (const passage of await readListed(view, chosen.map(({ id }) => id))) telling.set(passage.revisionId, [...(telling.get(passage.revisionId) ?? []), passage])
  return telling
}

const noScores: LexicalScores = { ranking: [], score: () => 0, best: 0, attainable: 0, idf: new Map(), holding: () => 0, matched: 0 }

/** Passages by their ids, in that order, as results that no search ranked. */
export async function readListed({ database, generation, identity }: NameView, ids: readonly number[]): Promise<readonly RankedPassage[]> {
  const candidates = await readCandidates(database, generation, identity, { history: true }, ids)
  const texts = await readTexts(database, [...candidates.values()])
  return ids.flatMap((id) => {
    const candidate = candidates.get(id)
    if (candidate === undefined) return []
    const ranks = { lexical: noScores, lexicalRanks: new Map<number, number>(), vectorRanks: new Map<number, number>(), fusion: new Map<number, { rank: number; score: number }>(), mode: 'lexical-only' as const }
    return [{ ...toResult(scoreCandidate(candidate, [], noScores, null), 0, [], ranks, texts.get(id) ?? { text: '', context: [] }), why: 'Its document meets the conditions of the question.' }]
  })
}
