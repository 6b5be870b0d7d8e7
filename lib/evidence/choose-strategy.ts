import { rankingConfiguration, type RankedPassage } from '@/lib/retrieval'
import { evidenceSettings } from './evidence-settings'

/** One document that holds several of the best passages. */
export interface CrowdedDocument {
  readonly revisionId: string
  readonly passages: number
  /** How far the last of them lies behind the first, as a share of the first's score. */
  readonly separation: number
}

/** The score that ordered a result, from its parts. */
export function scoreOf({ features }: Pick<RankedPassage, 'features'>): number {
  const { weights } = rankingConfiguration
  const names = ['lexical', 'cosine', 'phrase', 'proximity', 'title', 'named', 'project', 'recency'] as const
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0)
}

/** The document that holds most of the best passages, at least as many as count; null when there is none. */
export function findCrowdedDocument(results: readonly RankedPassage[]): CrowdedDocument | null {
  const { of, passages } = evidenceSettings.wholeDocument
  const best = results.slice(0, of)
  const counted = [...new Set(best.map(({ revisionId }) => revisionId))].map((revisionId) => ({ revisionId, own: best.filter((result) => result.revisionId === revisionId).map(scoreOf) }))
  const crowded = counted.filter(({ own }) => own.length >= passages).sort((a, b) => b.own.length - a.own.length)[0]
  if (crowded === undefined) return null
  const [first, last] = [Math.max(...crowded.own), Math.min(...crowded.own)]
  return { revisionId: crowded.revisionId, passages: crowded.own.length, separation: first <= 0 ? 0 : (first - last) / first }
}

/** Whether the passages of one document lie so close together that the question is about the whole of it. */
export function isAboutWhole({ separation }: CrowdedDocument): boolean {
  return separation <= evidenceSettings.wholeDocument.separation
}
