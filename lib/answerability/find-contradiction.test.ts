import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '@/lib/evidence'
import { findContradiction } from './find-contradiction'
import type { RankedSentence } from './rank-sentences'

/** Only what the check reads: the rest of an item plays no part in it. */
function sentence(text: string, documentId: string, more: Partial<RankedSentence> & { superseded?: boolean; current?: boolean } = {}): RankedSentence {
  const item = { documentId, current: more.current ?? true, superseded: more.superseded ?? false } as EvidenceItem
  return { candidate: { item, text, startOffset: 0, endOffset: text.length, cells: null, previous: null }, coverage: 0.8, ownCoverage: 0.8, topicCoverage: 0.8, cosine: 0.8, hasType: true, covered: new Set(), score: 1, ...more }
}

const long = 'Receipts are kept for 540 days, because of the audit.'
const short = 'Receipts are kept for 400 days and then deleted.'

describe('a contradiction', () => {
  it('is two values of one unit for one thing in two current documents', () => {
    expect(findContradiction([sentence(long, 'a'), sentence(short, 'b')])?.values).toEqual(['540 days', '400 days'])
  })

  it('is as well between a number in words and one in digits', () => {
    expect(findContradiction([sentence('The lock ends after ten minutes without a key.', 'a'), sentence('The lock ends after 15 minutes without a key.', 'b')])?.values).toEqual(['ten minutes', '15 minutes'])
    expect(findContradiction([sentence('The lock ends after ten minutes without a key.', 'a'), sentence('The lock ends after 10 minutes without a key.', 'b')])).toBeNull()
  })

  it.each([
    ['of one document', [sentence(long, 'a'), sentence(short, 'a')]],
    ['with one that was superseded', [sentence(long, 'a'), sentence(short, 'b', { superseded: true })]],
    ['with an older revision', [sentence(long, 'a'), sentence(short, 'b', { current: false })]],
    ['of one value', [sentence(long, 'a'), sentence('Receipts are kept for 540 days.', 'b')]],
    ['of different units', [sentence(long, 'a'), sentence('Receipts are kept for 18 months.', 'b')]],
    ['about different things', [sentence(long, 'a'), sentence('The journal of the desk lasts 14 days.', 'b')]],
    ['with a sentence far behind', [sentence(long, 'a'), sentence(short, 'b', { score: 0.1 })]],
  ])('is none between sentences %s', (_name, ranked) => { expect(findContradiction(ranked)).toBeNull() })
})
