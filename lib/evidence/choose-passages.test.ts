import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosePassages, type Choosable } from './choose-passages'
import { evidenceSettings } from './evidence-settings'

interface Found extends Choosable {
  readonly tokens: number
  /** Passages with the same words repeat each other. */
  readonly words: number
}

const found = fc.record({ document: fc.integer({ min: 0, max: 6 }), place: fc.integer({ min: 0, max: 9 }), current: fc.boolean(), superseded: fc.boolean(), tokens: fc.integer({ min: 1, max: 900 }), words: fc.integer({ min: 0, max: 25 }) })
  .map(({ document, place, ...rest }): Found => ({ ...rest, documentId: `doc_${document}`, revisionId: `rev_${document}`, passage: { id: `psg_${document}_${place}`, text: '' } }))
const lists = fc.record({ past: fc.array(found, { maxLength: 20 }), now: fc.array(found, { maxLength: 30 }), history: fc.array(found, { maxLength: 30 }), whole: fc.constant<readonly Found[]>([]) })
const measures = { tokensOf: ({ tokens }: Found) => tokens, repeats: (one: Found, other: Found) => one.words === other.words }
const passage = (document: string, place: number, part: Partial<Found> = {}): Found => ({ documentId: document, revisionId: document, current: true, superseded: false, tokens: 100, words: Math.random(), passage: { id: `${document}-${place}`, text: '' }, ...part })
const idsOf = (chosen: readonly Found[]) => chosen.map(({ passage: { id } }) => id)

describe('choosing passages', () => {
  it('never goes above the budget or a cap, takes no passage twice, and none that repeats one of another document', () => {
    fc.assert(fc.property(lists, (given) => {
      const { chosen, repeated } = choosePassages(given, measures)
      expect(chosen.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(evidenceSettings.tokenBudget)
      expect(chosen.length).toBeLessThanOrEqual(evidenceSettings.mostItems)
      expect(new Set(idsOf(chosen)).size).toBe(chosen.length)
      for (const id of new Set(chosen.map(({ documentId }) => documentId))) expect(chosen.filter(({ documentId }) => documentId === id).length).toBeLessThanOrEqual(evidenceSettings.perDocument)
      for (const [at, one] of chosen.entries()) for (const other of chosen.slice(at + 1)) {
        if (one.documentId !== other.documentId && one.current === other.current && one.superseded === other.superseded) expect(one.words).not.toBe(other.words)
      }
      for (const [id, others] of repeated) {
        expect(idsOf(chosen)).toContain(id)
        for (const other of others) expect(idsOf(chosen)).not.toContain(other.passage.id)
      }
    }))
  })

  it('keeps the whole of a document within the budget although a document has few places otherwise', () => {
    const whole = Array.from({ length: 8 }, (_, at) => passage('long', at))
    const { chosen } = choosePassages({ past: [], now: [whole[3], whole[1], passage('other', 0)].flatMap((entry) => entry ?? []), history: [], whole }, measures)
    expect(chosen.filter(({ documentId }) => documentId === 'long')).toHaveLength(8)
  })

  it('takes a passage of every document before a second of any once the best have their places', () => {
    const crowd = Array.from({ length: 5 }, (_, document) => Array.from({ length: 4 }, (__, place) => passage(`crowd-${document}`, place))).flat()
    const { chosen } = choosePassages({ past: [], now: [...crowd, passage('decision', 0)], history: [], whole: [] }, measures)
    expect(chosen).toHaveLength(evidenceSettings.mostItems)
    expect(idsOf(chosen)).toContain('decision-0')
  })

  it('leaves places for history and says where else a passage stands', () => {
    const now = Array.from({ length: 30 }, (_, at) => passage(`doc-${at}`, 0, { words: at }))
    const old = [0, 1, 2].map((at) => passage(`old-${at}`, 0, { current: false, words: at }))
    const { chosen, repeated } = choosePassages({ past: [], now: [...now.slice(0, 2), passage('copy', 0, { words: 0 }), ...now.slice(2)], history: [...now, ...old], whole: [] }, measures)
    expect(idsOf(chosen)).toEqual(expect.arrayContaining(idsOf(old)))
    expect([...repeated].map(([id, others]) => [id, idsOf(others)])).toEqual([['doc-0-0', ['copy-0']]])
  })

  it('takes twice as much of a document that the question names', () => {
    const now = [0, 1, 2, 3, 4, 5].map((place) => passage('named', place))
    const given = { past: [], now, history: [], whole: [] }
    expect(choosePassages(given, measures).chosen).toHaveLength(4)
    expect(choosePassages(given, { ...measures, isNamed: () => true }).chosen).toHaveLength(6)
  })
})
