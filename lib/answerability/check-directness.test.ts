import { describe, expect, it } from 'vitest'
import { checkDirectness } from './check-directness'
import { testView } from './testing'

describe('a note without headings', () => {
  it('is dated by its title as a section is by its heading', async () => {
    const text = 'The Osprey model became available to every tenant.'
    const question = 'On what date did the Osprey model become available to every tenant?'
    expect(checkDirectness(await testView(question, [{ title: 'June 20th, 2024', text }]))).toMatchObject({ passed: true })
    expect(checkDirectness(await testView(question, [{ title: 'News', text }]))).toMatchObject({ passed: false, missing: expect.stringContaining('a date') })
  })

  it('says when something will be only where it is an entry of a day', async () => {
    const text = 'The Osprey model is available to every tenant.'
    const question = 'When will the Osprey model be available to every tenant?'
    expect(checkDirectness(await testView(question, [{ title: '20 June 2024', text }]))).toMatchObject({ passed: true })
    expect(checkDirectness(await testView(question, [{ title: 'Mail of 20 June 2024', text }]))).toMatchObject({ passed: false, missing: expect.stringContaining('a date or time') })
  })

  it('gives reasons under a title that says so', async () => {
    const text = 'Accuracy: each subtask of a chained prompt gets full attention.'
    const question = 'Why does each subtask of a chained prompt help accuracy?'
    expect(checkDirectness(await testView(question, [{ title: 'Why chain prompts?', text }]))).toMatchObject({ passed: true })
    expect(checkDirectness(await testView(question, [{ title: 'Chains', text }]))).toMatchObject({ passed: false, missing: expect.stringContaining('a reason') })
  })
})

describe('a name in a question', () => {
  const note = { text: 'Prefer many questions with automated grading over few questions with careful grading by hand.', cosine: 0.6 }
  it('in passing need not stand where a long question is answered', async () => {
    expect(checkDirectness(await testView('When building an eval set for Osprey, is it better to prefer many questions with automated grading or few questions with careful grading?', [note]))).toMatchObject({ passed: true })
  })

  it('must stand there where the question is short', async () => {
    expect(checkDirectness(await testView('Does Osprey prefer automated grading?', [note]))).toMatchObject({ passed: false })
  })
})

it('an IP address of either version is an address', async () => {
  const question = 'What is the IPv6 address range of the Osprey gateway?'
  expect(checkDirectness(await testView(question, [{ title: 'Osprey gateway', text: 'IPv6: 2607:6bc0::/48' }]))).toMatchObject({ passed: true })
  expect(checkDirectness(await testView(question, [{ title: 'Osprey gateway', text: 'IPv6 address range: see the wiki page of the operators.' }]))).toMatchObject({ passed: false })
})

describe('an attribute of something', () => {
  const champions = { title: 'Process', text: 'The champion of an RFC leads it through the process.' }
  it('is not given by what speaks of such attributes and not of its bearer', async () => {
    const view = await testView('Who is the champion of the stylelint RFC?', [champions, { title: 'Add stylelint', text: 'We add stylelint to the blueprints.' }])
    expect(checkDirectness(view).passed).toBe(false)
  })

  it('is given by what stands under its bearer', async () => {
    const view = await testView('Who is the champion of the stylelint RFC?', [{ title: 'Add stylelint: an RFC', text: 'Petra is the champion.' }])
    expect(checkDirectness(view).passed).toBe(true)
  })

  it('is no benefit of doing something, which need not be called one', async () => {
    const view = await testView('What is the benefit of using examples?', [{ title: 'Examples', text: 'Using examples improves accuracy.', cosine: 0.7 }])
    expect(checkDirectness(view).passed).toBe(true)
  })

  it('is a name that need not be called one', async () => {
    const view = await testView('What was the name of Bohemond’s nephew?', [{ title: 'Normans', text: 'Bohemond came with Tancred, his nephew.' }])
    expect(checkDirectness(view).passed).toBe(true)
  })

  it('is known by its form where it has one', async () => {
    const view = await testView('What is the address of the staging server?', [{ title: 'Staging', text: 'The staging server is https://staging.example.org.' }])
    expect(checkDirectness(view).passed).toBe(true)
  })
})

it('one of a list is named only where something says that it is the latest', async () => {
  const note = (text: string) => [{ title: 'P6X4', text }]
  expect(checkDirectness(await testView('What is the latest proposal of P6X4?', note('P6X4 has a proposal about links.'))).passed).toBe(false)
  expect(checkDirectness(await testView('What is the latest proposal of P6X4?', note('The latest proposal of P6X4 is about links.'))).passed).toBe(true)
})

it('a share may be told in so many of so many, and tools considered legacy by what is legacy', async () => {
  expect(checkDirectness(await testView('What share of visitors sees more than one page?', [{ text: 'Four out of ten visitors see more than one page.' }])).passed).toBe(true)
  expect(checkDirectness(await testView('Which tools are considered legacy?', [{ text: 'Travis is one of the legacy tools.', cosine: 0.3 }])).passed).toBe(true)
})

it('the reasons for a decision are those that its notes give, wherever the question’s words stand in them', async () => {
  const path = 'rfcs/rfc-0106-fetch.md'
  const view = await testView('Why was ember-fetch removed from the blueprint?', [
    { path, heading: 'Summary', text: 'This proposes removing ember-fetch from the blueprint.' },
    { path, heading: 'Motivation', text: 'It patches globals. It is slow to follow browsers.', cosine: 0.2 },
  ])
  const [first] = view.items
  if (first === undefined) throw new Error('no item')
  const items = view.items.map((item) => ({ ...item, kind: 'decision' as const, revisionId: first.revisionId }))
  const place = (entry: (typeof view.ranked)[number]) => ({ ...entry, candidate: { ...entry.candidate, item: items.find(({ evidenceId }) => evidenceId === entry.candidate.item.evidenceId) ?? entry.candidate.item } })
  const finding = checkDirectness({ ...view, items, ranked: view.ranked.map(place), standing: view.standing.map(place) })
  expect(finding.passed && finding.standing?.slice(0, 2).map(({ candidate }) => candidate.text)).toEqual(['It patches globals.', 'It is slow to follow browsers.'])
})

describe('a figure', () => {
  const passes = async (question: string, text: string) => checkDirectness(await testView(question, [{ text }])).passed
  it('of a share is one of what is shared', async () => {
    expect(await passes('What percentage of visitors have a browser that can do Brotli?', 'Brotli offers browsers 20 % better compression.')).toBe(false)
    expect(await passes('What percentage of visitors have a browser that can do Brotli?', '95 % of visitors have a browser that can do Brotli.')).toBe(true)
  })

  it('counts what is counted, and nothing is counted by “no longer”', async () => {
    expect(await passes('How many addons dropped jQuery?', 'Addons no longer need jQuery, which they dropped.')).toBe(false)
    expect(await passes('How many addons dropped jQuery?', 'No addons dropped jQuery.')).toBe(true)
    expect(await passes('How many minutes does it take to update the snapshot?', 'The snapshot takes an update every 5 minutes.')).toBe(false)
    expect(await passes('How many minutes does it take to update the snapshot?', 'It takes 5 minutes to update the snapshot.')).toBe(true)
  })

  it('is no degree: which is faster is told by what says so', async () => {
    expect(await passes('Which is faster, the chain or the log?', 'The chain and the log are append-only.')).toBe(false)
    expect(await passes('Which is faster, the chain or the log?', 'The log is faster than the chain.')).toBe(true)
  })
})

describe('what is said right after', () => {
  const best = 'The harbour signed up for late repairs (LSM), which provide security fixes for the Trusty crane.'
  const question = 'Until when were there security fixes for the Trusty crane of the harbour?'
  const answered = async (next: string) => checkDirectness(await testView(question, [{ title: 'Cranes', text: `${best} ${next}` }]))

  it('of what the best sentence names is quoted with it', async () => {
    const finding = await answered('LSM will end in April 2022.')
    expect(finding.passed ? finding.standing?.[0]?.candidate.text : finding.missing).toBe(`${best} LSM will end in April 2022.`)
  })

  it.each(['The pier will end in April 2022.', 'It rained. LSM will end in April 2022.', 'LSM is dear.'])('does not answer with “%s”', async (next) => {
    expect((await answered(next)).passed).toBe(false)
  })
})
