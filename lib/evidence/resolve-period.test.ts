import { describe, expect, it } from 'vitest'
import { resolvePeriod } from './resolve-period'

const today = new Date('2026-11-30T12:00:00Z')
const asOf = (question: string) => resolvePeriod(question, today)?.asOf ?? null

describe('the period a question asks about', () => {
  it.each([
    ['What was the policy in March 2021?', '2021-03-31'],
    ['What held in 2020?', '2020-12-31'],
    ['What was true on 2021-05-01?', '2021-05-01'],
    ['Who resolved it before 2022?', '2021-12-31'],
    ['What did the note say on 3 May 2022?', '2022-05-03'],
    ['Who was on call at the end of 2022?', '2022-12-31'],
    ['Which policy was in force last year?', '2025-12-31'],
    ['What did the table say last month?', '2026-10-31'],
    ['Who was on call last week?', '2026-11-29'],
    ['What was decided two years ago?', '2024-11-30'],
  ])('of “%s” ends on %s', (question, day) => { expect(asOf(question)).toBe(day) })

  it.each(['When was receiptd 2022.4.1 released?', 'What changed in client 1.0.21?', 'Which retry policy is used?', 'What does ERR_2020_12 mean?', 'What will happen in 2031?', 'Which decision followed from the duplicate letters of March 2021?', 'Is a receipt from two years ago still there?'])('of “%s” is now', (question) => { expect(asOf(question)).toBeNull() })
})
