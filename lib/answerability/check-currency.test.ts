import { describe, expect, it } from 'vitest'
import { checkContradiction } from './check-contradiction'
import { checkCurrency } from './check-currency'
import { resolvePeriod } from '@/lib/evidence'
import { testView, type TestNote } from './testing'

const turnedOn: TestNote = { text: 'The check `preflight_ping` runs before each dispatch.', effectiveAt: '2020-08-03', cosine: 0.8 }
const turnedOff: TestNote = { text: 'The check `preflight_ping` was removed.', effectiveAt: '2021-02-01', cosine: 0.6 }

describe('the currency of what answers', () => {
  const first = async (notes: readonly TestNote[]) => {
    const finding = checkCurrency(await testView('Does the check preflight_ping run before each dispatch?', notes))
    return finding.passed ? finding.standing?.[0]?.candidate.text ?? null : finding.missing
  }

  it('puts a later note first that says that something ended', async () => {
    expect(await first([turnedOn, turnedOff])).toBe(turnedOff.text)
  })

  it('takes no note for later, or earlier, by the time of its file', async () => {
    expect(await first([turnedOn, { ...turnedOff, undated: true }])).toBeNull()
    expect(await first([{ ...turnedOn, undated: true }, turnedOff])).toBeNull()
  })

  it('says of evidence that has no date that it has none', async () => {
    const note: TestNote = { text: 'Every request is retried three times.', superseded: true, effectiveAt: '2026-11-30' }
    const asked = 'How often is a request retried now?'
    expect(checkCurrency(await testView(asked, [note]))).toMatchObject({ passed: false, missing: expect.stringContaining('of 2026-11-30;') })
    expect(checkCurrency(await testView(asked, [{ ...note, undated: true }]))).toMatchObject({ passed: false, missing: expect.stringContaining('superseded, without a date;') })
  })

  it('offers no file’s time as a time that could be meant', async () => {
    const notes: readonly TestNote[] = [{ text: 'The rewrite of the queue changed the timeout.', title: 'The rewrite', effectiveAt: '2021-04-06' }, { text: 'The rewrite is over.', title: 'Rewrite notes', effectiveAt: '2026-11-30', undated: true }]
    const finding = checkCurrency(await testView('What was the timeout before the rewrite?', notes))
    expect(finding).toMatchObject({ passed: false, missing: expect.stringContaining('are of 2021-04-06.') })
  })

  it('counts nothing as too early by the time of its file', async () => {
    const note: TestNote = { text: 'The desk handled 40 letters.', effectiveAt: '2020-01-01' }
    const asked = 'How many letters did the desk handle in 2021?'
    const period = resolvePeriod(asked)
    expect(checkCurrency(await testView(asked, [note], { period, isPast: true }))).toMatchObject({ passed: false, reason: 'out-of-date' })
    expect(checkCurrency(await testView(asked, [{ ...note, undated: true }], { period, isPast: true }))).toMatchObject({ passed: true })
  })
})

it('a contradiction names the date of a note only where it has one', async () => {
  const notes: readonly TestNote[] = [
    { text: 'Receipts are kept for 90 days.', title: 'Storage', effectiveAt: '2021-01-01' },
    { text: 'Receipts are kept for 30 days.', title: 'Retention', effectiveAt: '2026-11-30', undated: true },
  ]
  const finding = checkContradiction(await testView('How many days are receipts kept?', notes))
  expect(finding).toMatchObject({ passed: false, missing: expect.stringMatching(/“Storage” \(2021-01-01\) says.*“Retention” \(no date\) says/) })
})
