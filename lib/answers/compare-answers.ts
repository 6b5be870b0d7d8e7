import type { EvidenceItem } from '@/lib/evidence'
import type { AnswerClaim, AnswerRecord, Citation } from './answer-record'

/** A passage that an answer cites, once, however many claims rest on it. */
export interface CitedPassage {
  readonly number: number
  readonly citation: Citation
  /** Null where the evidence is no longer kept. */
  readonly item: EvidenceItem | null
}

export interface ClaimChange {
  /** same: word for word; reworded: another sentence from a passage that both cite. */
  readonly state: 'same' | 'reworded' | 'gone' | 'new'
  readonly before: AnswerClaim | null
  readonly after: AnswerClaim | null
}

export interface PassageChange {
  /** same: the very passage; other-revision: its words in another revision of the document; changed: the same place, with other words. */
  readonly state: 'same' | 'other-revision' | 'changed' | 'gone' | 'new'
  readonly before: CitedPassage | null
  readonly after: CitedPassage | null
}

/** Two revisions of one answer beside each other: every claim and every cited passage of either stands in exactly one entry. */
export interface AnswerComparison {
  readonly before: AnswerRecord
  readonly after: AnswerRecord
  readonly claims: readonly ClaimChange[]
  readonly passages: readonly PassageChange[]
}

interface Pair<T> {
  readonly before: T | null
  readonly after: T | null
  /** Which of the tests joined them; null for what has no counterpart. */
  readonly test: number | null
}

/** Compares claim by claim and passage by passage, in the order of the earlier revision, what is new at the end. */
export function compareAnswers(before: AnswerRecord, after: AnswerRecord, itemsBefore: readonly EvidenceItem[], itemsAfter: readonly EvidenceItem[]): AnswerComparison {
  const passagePairs = pairUp(citedPassages(before, itemsBefore), citedPassages(after, itemsAfter), [samePassage, sameWords, samePlace])
  const states = ['same', 'other-revision', 'changed'] as const
  const passages = passagePairs.map((pair): PassageChange => ({ before: pair.before, after: pair.after, state: pair.test === null ? stateOfSingle(pair) : (states[pair.test] ?? 'changed') }))
  const joined = passages.flatMap(({ before: old, after: now }) => (old === null || now === null ? [] : [[old.number, now.number] as const]))
  const shareCitation = (old: AnswerClaim, now: AnswerClaim) => joined.some(([one, other]) => old.citations.some(({ number }) => number === one) && now.citations.some(({ number }) => number === other))
  const claimPairs = pairUp(before.claims, after.claims, [(old, now) => old.text === now.text, shareCitation])
  const claims = claimPairs.map((pair): ClaimChange => ({ before: pair.before, after: pair.after, state: pair.test === null ? stateOfSingle(pair) : pair.test === 0 ? 'same' : 'reworded' }))
  return { before, after, claims, passages }
}

function stateOfSingle({ before }: Pair<unknown>): 'gone' | 'new' {
  return before === null ? 'new' : 'gone'
}

function citedPassages(record: AnswerRecord, items: readonly EvidenceItem[]): readonly CitedPassage[] {
  const byNumber = new Map(record.claims.flatMap(({ citations }) => citations).toReversed().map((citation) => [citation.number, citation]))
  return [...byNumber.values()].sort((left, right) => left.number - right.number)
    .map((citation) => ({ number: citation.number, citation, item: items.find(({ evidenceId, revisionId }) => evidenceId === citation.evidenceId && revisionId === citation.revisionId) ?? null }))
}

function samePassage(old: CitedPassage, now: CitedPassage): boolean {
  if (old.citation.revisionId !== now.citation.revisionId) return false
  return old.item === null || now.item === null ? old.citation.quote === now.citation.quote : old.item.passage.startOffset === now.item.passage.startOffset
}

function sameWords(old: CitedPassage, now: CitedPassage): boolean {
  return old.citation.documentId === now.citation.documentId && (old.item?.passage.text ?? old.citation.quote) === (now.item?.passage.text ?? now.citation.quote)
}

function samePlace(old: CitedPassage, now: CitedPassage): boolean {
  return old.citation.documentId === now.citation.documentId && old.item !== null && now.item !== null && old.item.headingPath.join('\n') === now.item.headingPath.join('\n')
}

/** Joins each with at most one counterpart, by the first test first. */
function pairUp<T>(before: readonly T[], after: readonly T[], tests: readonly ((old: T, now: T) => boolean)[]): readonly Pair<T>[] {
  const found = new Map<T, { readonly now: T; readonly test: number }>()
  const taken = new Set<T>()
  tests.forEach((same, test) => {
    for (const old of before) {
      const now = found.has(old) ? undefined : after.find((candidate) => !taken.has(candidate) && same(old, candidate))
      if (now === undefined) continue
      found.set(old, { now, test })
      taken.add(now)
    }
  })
  return [
    ...before.map((old): Pair<T> => ({ before: old, after: found.get(old)?.now ?? null, test: found.get(old)?.test ?? null })),
    ...after.filter((now) => !taken.has(now)).map((now): Pair<T> => ({ before: null, after: now, test: null })),
  ]
}
