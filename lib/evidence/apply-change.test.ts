import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, type EvidenceChange } from './apply-change'
import { compareEvidence } from './compare-evidence'
import type { EvidenceItem, EvidenceSet } from './evidence-set'
import { evidenceSettings } from './evidence-settings'
import { testItem, testSet } from './testing'

const three = testSet([1, 2, 3].map((number) => testItem(number)))

/** Applies changes one after the other; what cannot be made is skipped, as it is for a person. */
function after(set: EvidenceSet, changes: readonly (EvidenceChange & { readonly found?: EvidenceItem })[]): EvidenceSet {
  return changes.reduce<EvidenceSet>((before, { found = null, ...change }) => {
    const applied = applyChange(before, change, found)
    return typeof applied === 'string' ? before : { ...before, ...applied, revision: before.revision + 1, tokens: applied.items.reduce((sum, { tokens }) => sum + tokens, 0) }
  }, set)
}
const order = (set: EvidenceSet) => set.items.map(({ evidenceId }) => evidenceId)
const exclude = (evidenceId: string, reason = 'off the point'): EvidenceChange => ({ kind: 'exclude', evidenceId, reason })
const add = (found: EvidenceItem) => ({ kind: 'add' as const, passageId: found.passage.id, query: 'words', found })

describe('a change of a set', () => {
  it('takes a passage out with its reason and puts it back in its place', () => {
    const without = after(three, [exclude('e2', '  another product ')])
    expect(order(without)).toEqual(['e1', 'e3'])
    expect(without.excluded.map(({ evidenceId, excluded }) => [evidenceId, excluded.reason])).toEqual([['e2', 'another product']])
    expect(order(after(without, [{ kind: 'restore', evidenceId: 'e2' }]))).toEqual(['e1', 'e2', 'e3'])
    expect(after(without, [{ kind: 'restore', evidenceId: 'e2' }]).excluded).toEqual([])
  })

  it('puts the latest pin first, keeps it there through other changes, and puts an added passage before what was found', () => {
    const pinned = after(three, [{ kind: 'pin', evidenceId: 'e3' }, { kind: 'pin', evidenceId: 'e2' }, exclude('e1'), add(testItem(9))])
    expect(order(pinned)).toEqual(['e2', 'e3', 'e4'])
    expect(pinned.items.map(({ rank }) => rank)).toEqual([1, 2, 3])
    expect(order(after(pinned, [{ kind: 'unpin', evidenceId: 'e2' }, { kind: 'restore', evidenceId: 'e1' }]))).toEqual(['e3', 'e4', 'e1', 'e2'])
  })

  it('says why it is not made', () => {
    const full = testSet(Array.from({ length: evidenceSettings.changed.mostItems }, (_, at) => testItem(at + 1)))
    const heavy = testSet([testItem(1, 'Long.', { tokens: evidenceSettings.changed.tokenBudget })])
    const found = testItem(50)
    const tried = (set: EvidenceSet, change: EvidenceChange, item: EvidenceItem | null = null) => applyChange(set, change, item)
    for (const blank of ['   ', '\u200b\u2060']) expect(tried(three, exclude('e2', blank))).toBe('no-reason')
    expect(tried(three, exclude('e2', 'x'.repeat(501)))).toBe('long-reason')
    expect(tried(three, exclude('e9'))).toBe('not-in-set')
    expect(tried(three, { kind: 'restore', evidenceId: 'e1' })).toBe('not-in-set')
    expect(tried(three, { kind: 'unpin', evidenceId: 'e1' })).toBe('not-in-set')
    expect(tried(three, add(found))).toBe('not-found')
    expect(tried(three, add(testItem(1)), testItem(1))).toBe('in-set')
    expect(tried(after(three, [exclude('e1')]), add(testItem(1)), testItem(1))).toBe('excluded')
    expect(tried(full, add(found), found)).toBe('no-room')
    expect(tried(heavy, add(found), found)).toBe('no-room')
  })

  it('gives a passage that a model read with everything else its own id again, and no other passage a used one', () => {
    const withRest = { ...three, rest: [testItem(4), testItem(5)] }
    expect(order(after(withRest, [add(testItem(5))]))).toEqual(['e5', 'e1', 'e2', 'e3'])
    expect(after(withRest, [add(testItem(5))]).rest.map(({ evidenceId }) => evidenceId)).toEqual(['e4'])
    expect(order(after(withRest, [add(testItem(8))]))).toEqual(['e6', 'e1', 'e2', 'e3'])
  })

  it('never goes above the budget, never holds a passage or an id twice, and never keeps what was excluded as evidence', () => {
    const id = fc.integer({ min: 1, max: 14 }).map((number) => `e${number}`)
    const change = fc.oneof(
      fc.record({ kind: fc.constant('exclude' as const), evidenceId: id, reason: fc.constant('no') }),
      fc.record({ kind: fc.constantFrom('restore' as const, 'pin' as const, 'unpin' as const), evidenceId: id }),
      fc.integer({ min: 1, max: 30 }).chain((number) => fc.integer({ min: 1, max: 1_200 }).map((tokens) => add(testItem(number, `Words ${number}.`, { tokens })))),
    )
    fc.assert(fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const set = after(three, changes)
      const everything = [...set.items, ...set.excluded]
      expect(set.tokens).toBeLessThanOrEqual(evidenceSettings.changed.tokenBudget)
      expect(set.items.length).toBeLessThanOrEqual(evidenceSettings.changed.mostItems)
      expect(new Set(everything.map(({ evidenceId }) => evidenceId)).size).toBe(everything.length)
      expect(new Set(everything.map(({ passage }) => passage.id)).size).toBe(everything.length)
      const ids = new Set(order(set))
      for (const item of set.items) for (const { evidenceId } of item.relations) expect(ids.has(evidenceId)).toBe(true)
      const pins = set.items.map((item) => item.pinned === true)
      expect(pins.lastIndexOf(true)).toBeLessThanOrEqual(pins.indexOf(false) === -1 ? Infinity : pins.indexOf(false))
    }), { numRuns: 60 })
  })
})

describe('the comparison of two revisions', () => {
  it('says what was added, excluded, restored and pinned, and that a passage which only gave way has not moved', () => {
    const later = after(three, [exclude('e1', 'old'), { kind: 'pin', evidenceId: 'e3' }, add(testItem(7))])
    const { added, excluded, pinned, moved, removed, restored, kept } = compareEvidence(three, later)
    const ids = (list: readonly { readonly evidenceId: string }[]) => list.map(({ evidenceId }) => evidenceId)
    expect([ids(added), ids(pinned), ids(moved), ids(removed), ids(restored), kept]).toEqual([['e4'], ['e3'], [], [], [], 2])
    expect(excluded.map(({ evidenceId, reason, from, to }) => [evidenceId, reason, from, to])).toEqual([['e1', 'old', 1, null]])
    const back = compareEvidence(later, three)
    expect([ids(back.removed), ids(back.restored), ids(back.unpinned)]).toEqual([['e4'], ['e1'], ['e3']])
  })

  it('finds nothing between a revision and itself', () => {
    const set = after(three, [exclude('e1'), { kind: 'pin', evidenceId: 'e3' }])
    expect(compareEvidence(set, set)).toMatchObject({ added: [], removed: [], excluded: [], restored: [], pinned: [], unpinned: [], moved: [], kept: 2 })
  })

  it('names what changed its order', () => {
    const turned = { ...three, items: [3, 1, 2].map((number, at) => testItem(number, undefined, { rank: at + 1 })) }
    expect(compareEvidence(three, turned).moved.map(({ evidenceId, from, to }) => [evidenceId, from, to])).toEqual([['e3', 3, 1]])
  })
})
