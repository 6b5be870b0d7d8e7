import { analyze } from '@/lib/analysis'
import { holdsProperties } from '@/lib/retrieval'
import type { EvidenceItem, EvidenceRelation } from './evidence-set'
import { evidenceSettings } from './evidence-settings'
import { conflictFinder } from './find-conflict'

const figure = /\d/
const denial = /^(?:not|no|never|none|nor|cannot|without|nicht|nie|kein\w*|\w+n['’]t)$/i

/** What comparing two passages by their words needs, read once for each. */
export interface PassageWords {
  readonly lexemes: ReadonlySet<string>
  /** Figures and denials: where these differ, two texts do not say the same, however alike they are. */
  readonly decisive: string
}

export function wordsOf(text: string): PassageWords {
  const lexemes = new Set(analyze(text, 'en').map(({ lexeme }) => lexeme))
  const denials = (text.match(/[\p{L}'’]+/gu) ?? []).filter((word) => denial.test(word)).length
  return { lexemes, decisive: `${[...lexemes].filter((lexeme) => figure.test(lexeme)).sort().join(' ')}|${denials}` }
}

/** The share of two passages' words that both hold. */
export function sharedWords({ lexemes: one }: PassageWords, { lexemes: other }: PassageWords): number {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / Math.max(1, one.size + other.size - shared)
}

/** Whether two passages say the same in nearly the same words. */
export function repeats(one: PassageWords, other: PassageWords): boolean {
  return one.decisive === other.decisive && one.lexemes.size > 0 && sharedWords(one, other) >= evidenceSettings.repetition.leftOut
}

/** Labels every relation among items anew; what stood there before is dropped. */
export function relateItems<T extends EvidenceItem>(items: readonly T[]): T[] {
  const words = items.map(({ passage }) => wordsOf(passage.text))
  const ofProperties = items.map(({ passage: { contentType }, sourcePath }) => holdsProperties(contentType, sourcePath))
  const conflictBetween = conflictFinder(items.map(({ passage }) => passage.text))
  return items.map((item, at) => ({
    ...item,
    relations: items.flatMap((other, place): EvidenceRelation[] => {
      if (place === at) return []
      const { evidenceId } = other
      const kind = relationByRecord(item, other)
      if (kind !== null) return [{ kind, evidenceId }]
      // Each is a fact of its own note: equal ones repeat nothing, and different ones contradict nothing.
      if (ofProperties[at] === true || ofProperties[place] === true) return []
      const [own, others] = [words[at], words[place]]
      const share = own === undefined || others === undefined ? 0 : sharedWords(own, others)
      const conflict = mayConflict(item, other) ? conflictBetween(at, place) : null
      return [
        ...(conflict === null ? [] : [{ kind: 'contradicts' as const, evidenceId, conflict }]),
        ...(conflict === null && share >= evidenceSettings.repetition.labelled ? [{ kind: 'near-duplicate' as const, evidenceId }] : []),
      ]
    }),
  }))
}

function relationByRecord(one: EvidenceItem, other: EvidenceItem): EvidenceRelation['kind'] | null {
  if (one.documentId === other.documentId) return one.revisionId === other.revisionId ? 'same-document' : 'other-revision'
  if (one.supersededBy?.documentId === other.documentId) return 'superseded-by'
  return other.supersededBy?.documentId === one.documentId ? 'supersedes' : null
}

/** Only what holds at one time for one thing can conflict: no history, no other project, no two events of their own day. */
function mayConflict(one: EvidenceItem, other: EvidenceItem): boolean {
  const holds = (item: EvidenceItem) => item.current && !item.superseded
  const isEvent = (item: EvidenceItem) => item.kind === 'incident' || item.kind === 'release'
  return holds(one) && holds(other) && !(isEvent(one) && isEvent(other)) && (one.project === null || other.project === null || one.project === other.project)
}
