import { describe, expect, it } from 'vitest'
import { formatMoment } from './moment'

const now = new Date(2026, 10, 3, 18, 0)

describe('formatMoment', () => {
  it('leaves a date without a time as it is', () => {
    expect(formatMoment('2022-05-03', now)).toBe('2022-05-03')
  })

  it('says only the time for a moment of the same day', () => {
    expect(formatMoment(new Date(2026, 10, 3, 14, 2).toISOString(), now)).toBe('14:02')
  })

  it('says day and time for any other', () => {
    expect(formatMoment(new Date(2026, 9, 30, 9, 5).toISOString(), now)).toBe('2026-10-30 09:05')
  })

  it('shows what it cannot read', () => {
    expect(formatMoment('last spring, I think', now)).toBe('last spring, I think')
  })
})
