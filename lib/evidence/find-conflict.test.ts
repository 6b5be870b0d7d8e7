import { describe, expect, it } from 'vitest'
import { conflictFinder } from './find-conflict'

function between(left: string, right: string) {
  const conflict = conflictFinder([left, right])(0, 1)
  return conflict === null ? null : [conflict.because, left.slice(conflict.own.startOffset, conflict.own.endOffset), right.slice(conflict.other.startOffset, conflict.other.endOffset)]
}

describe('a possible conflict', () => {
  it('is another quantity of the same unit for the same thing', () => {
    expect(between('Receipts are kept for 540 days.', 'Intro.\n\nReceipts are kept for 400 days and then deleted.')).toEqual(['quantity', '540 days', '400 days'])
    expect(between('The dispatcher retries a failed send 4 times.', 'A failed send is retried by the dispatcher 6 times.')).toEqual(['quantity', '4 times', '6 times'])
  })

  it('is seen in a clause although the rest of the sentences differs', () => {
    expect(between('Receipts are kept for 540 days, because two tenants have an audit period of eighteen months.', 'Receipts are kept for 400 days and then deleted segment by segment.')).toEqual(['quantity', '540 days', '400 days'])
  })

  it('is an opposite word where the rest is alike', () => {
    expect(between('The archive job is enabled for every adapter.', 'The archive job is disabled for every adapter.')).toEqual(['opposite', 'enabled', 'disabled'])
  })

  it('is a denial where nothing else differs', () => {
    expect(between('The dispatcher retries an unknown outcome.', 'The dispatcher does not retry an unknown outcome.')).toEqual(['denial', 'The dispatcher retries an unknown outcome.', 'not'])
  })

  it.each([
    ['the same quantity', 'Receipts are kept for 540 days.', 'The receipts are kept 540 days.'],
    ['another unit', 'Receipts are kept for 540 days.', 'Receipts are kept for 2 years.'],
    ['another subject', 'Receipts are kept for 540 days.', 'The canteen is closed for 3 days.'],
    ['things that are named apart', 'Version 2026.4.1 keeps receipts for 540 days.', 'Version 2026.5.0 keeps receipts for 400 days.'],
    ['two quantities, of which either may be meant', 'Receipts are kept for 540 days, drafts for 30 days.', 'Receipts and drafts are kept for 400 days.'],
    ['an opposite under a denial', 'The archive job is enabled for every adapter.', 'The archive job is not disabled for any adapter.'],
    ['nothing', '', ''],
  ])('is not %s', (_name, left, right) => {
    expect(between(left, right)).toBeNull()
  })
})
