import { describe, expect, test } from 'vitest'
import { verifyWithJudge, type CitedPassage, type Judge, type Verdict } from '@/lib/verification'

const passage = (text: string, more: Partial<CitedPassage> = {}): CitedPassage => ({ evidenceId: 'e1', text, title: 'Storage', headingPath: ['Storage', 'Backups'], language: 'en', ...more })
const says = (verdict: Verdict): Judge => () => Promise.resolve({ verdict, reason: 'so it reads' })
const yes = says('supported')
const check = (claim: string, text: string, judge: Judge | null = yes, more: Partial<CitedPassage> = {}) => verifyWithJudge({ text: claim, evidenceIds: ['e1'] }, [passage(text, more)], judge)

const note = 'On 3 March 2024 the storage team decided that all nightly backups stay in Bonn for at least 30 days before anything older is thrown away.'
const paraphrase = 'The storage team decided on 3 March 2024 that all nightly backups stay for at least 30 days in Bonn before being thrown away.'

describe('with a judge who says yes', () => {
  test('a paraphrase that the rules do not establish is supported, by the sentence it rests on', async () => {
    const text = `${note} The rest is tape.`
    const claim = 'The storage group decided on 3 March 2024 that all nightly backups stay in Bonn for at least 30 days before anything older is thrown away.'
    expect((await check(claim, text, null)).verdict).toBe('partially-supported')
    const result = await check(claim, text)
    expect(result).toMatchObject({ verdict: 'supported', basis: 'judge' })
    expect(result.support.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset))).toEqual([note])
  })

  test.each([
    ['a number', 'The storage group decided that all nightly backups stay in Bonn for at least 31 days before anything older is thrown away.'],
    ['a unit', 'The storage group decided that all nightly backups stay in Bonn for at least 30 hours before anything older is thrown away.'],
    ['a date', 'The storage group decided on 4 March 2024 that all nightly backups stay in Bonn for at least 30 days before anything older is thrown away.'],
    ['a name', 'The storage group decided that all nightly backups stay in Cologne for at least 30 days before anything older is thrown away.'],
    ['a negation', 'The storage group decided that all nightly backups do not stay in Bonn for at least 30 days before anything older is thrown away.'],
    ['a modality', 'The storage group proposed that all nightly backups stay in Bonn for at least 30 days before anything older is thrown away.'],
    ['a hedge', 'The storage group decided that all nightly backups may stay in Bonn for at least 30 days before anything older is thrown away.'],
    ['a quantifier', 'The storage group decided that most nightly backups stay in Bonn for at least 30 days before anything older is thrown away.'],
    ['a bound', 'The storage group decided that all nightly backups stay in Bonn for at most 30 days before anything older is thrown away.'],
    ['a direction', 'The storage group decided that all nightly backups stay in Bonn for at least 30 days after anything older is thrown away.'],
    ['a speaker', 'Nightly backups, the storage group said, all stay in Bonn for at least 30 days before anything older is thrown away.'],
    ['a quotation', 'The storage group decided that all “nightly copies” stay in Bonn for at least 30 days before anything older is thrown away.'],
    ['another subject', 'Penguins live in the cold and eat a lot of fish.'],
  ])('another %s is never supported, and the judge is not asked', async (_, claim) => {
    let asked = 0
    const result = await check(claim, note, () => { asked += 1; return yes('', []) })
    expect(result.verdict).not.toBe('supported')
    expect(asked).toBe(0)
  })

  test.each([
    ['names change places', 'Ann hired Bob in haste for storage.', 'Bob hired Ann in haste for storage.'],
    ['the passage strikes it out', '~~We do keep mail for about 9 days.~~', 'We do keep mail for about 9 days here.'],
    ['it stands under a denial', 'We will never:\n\n- store plain passwords on disk', 'They store plain passwords on some disk.'],
  ])('nothing is supported where %s', async (_, text, claim) => {
    expect((await check(claim, text)).verdict).not.toBe('supported')
  })

  test('a table’s cell belongs to its row and column', async () => {
    const table = '| Setting | Default | Maximum |\n|---|---|---|\n| retries | 3 | 10 |\n| workers | 4 | 8 |'
    expect((await check('The default of retries is 3.', table)).basis).toBe('judge')
    for (const claim of ['The default of retries is 10.', 'The default of workers is 3.', 'The maximum of retries is 3.', 'The default of retries is 4.']) expect((await check(claim, table)).verdict, claim).not.toBe('supported')
  })

  test('a pronoun may stand for a name of the sentence before, and for no number', async () => {
    const text = 'Ann Lee joined in 2019. She runs the whole archive in Bonn together with two helpers of hers.'
    expect(await check('Ann Lee runs the whole archive in Bonn.', text)).toMatchObject({ verdict: 'supported', basis: 'judge' })
    expect((await check('Ann Lee runs the whole archive in Bonn.', text.replace('Ann Lee', 'Bob Fox'))).verdict).not.toBe('supported')
    expect((await check('In 2019 she runs the whole archive in Bonn.', text)).verdict).not.toBe('supported')
  })

  test('nothing is supported in a language whose turning words are not known', async () => {
    expect((await check('Das Archiv zog einst nach Berlin.', 'Im Jahr 2019 zog das Archiv nicht nach Berlin.', yes, { language: 'de' })).verdict).not.toBe('supported')
  })

  test('an unknown id or none stays rejected', async () => {
    for (const evidenceIds of [[], ['e9'], ['e1', 'e9']]) expect((await verifyWithJudge({ text: note, evidenceIds }, [passage(note)], yes)).verdict).toBe('not-established')
  })
})

describe('the most cautious verdict wins', () => {
  test.each(['partially-supported', 'contradicted', 'not-established'] as const)('so that even a quotation is not supported when the judge says %s', async (verdict) => {
    expect(await check(note, note, says(verdict))).toMatchObject({ verdict, basis: 'none' })
  })

  test('so that a judge cannot soften what a rule denies', async () => {
    expect((await check('The cache is not enabled by default.', 'The cache is enabled by default.')).verdict).toBe('contradicted')
  })

  test('so that a judge who fails, or says what is no verdict, leaves nothing supported', async () => {
    const broken: readonly Judge[] = [() => Promise.reject(new Error('down')), () => { throw new Error('down') }, () => Promise.resolve(JSON.parse('{"verdict":"yes"}'))]
    for (const judge of broken) expect((await check(note, note, judge)).verdict).toBe('not-established')
  })

  test('and without a judge the rules decide alone', async () => {
    expect(await check(note, note, null)).toMatchObject({ verdict: 'supported', basis: 'verbatim' })
    expect((await check(paraphrase, note, null)).basis).not.toBe('judge')
  })
})
