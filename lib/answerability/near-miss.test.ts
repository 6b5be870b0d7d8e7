import { describe, expect, it } from 'vitest'
import { nearMissFeatures, nearMissLogit, nearMissNames, type NearMissFeatures } from './near-miss'
import { holdsOpposite } from './opposites'
import { testView, type TestNote } from './testing'

async function featuresOf(question: string, note: TestNote | string): Promise<NearMissFeatures | null> {
  const { question: asked, ranked, idf } = await testView(question, [typeof note === 'string' ? { text: note } : note])
  return nearMissFeatures(asked, ranked, idf)
}

const answered = ['When did the Norse settle the coast?', 'The Norse settled the coast in 1066.'] as const

describe('a near miss', () => {
  it('shows no sign where the sentence answers', async () => {
    expect(await featuresOf(...answered)).toMatchObject({ heaviestMissing: 0, opposite: 0, denies: 0, deniedThere: 0, nameMissing: 0, numberMissing: 0, kindMissing: 0 })
  })

  it.each([
    ['opposite', 'Who rejected the budget?', 'The board accepted the budget.'],
    ['opposite', 'Which parts are visible?', 'Some parts are invisible.'],
    ['denies', 'What does the cache not keep?', 'The cache keeps receipts.'],
    ['deniedThere', 'Which unit is part of the system?', 'The pound is not a part of the system.'],
    ['nameMissing', 'When did the Danes settle the coast near Rouen?', 'The Danes settled the coast in 911.'],
    ['numberMissing', 'What did the 2002 Act grant?', 'The 2012 Act granted further powers.'],
    ['numberMissing', 'What are the four rules of the cache?', 'The rules of the cache are age and size.'],
    ['kindMissing', 'When did the Norse settle the coast?', 'The Norse settled the coast.'],
    ['heaviestMissing', 'What colour has the cache?', 'The cache is shared.'],
  ] as const)('shows as %s: %s', async (sign, question, text) => {
    const features = await featuresOf(question, text)
    expect(features?.[sign]).toBeGreaterThan(0)
    expect(nearMissLogit({ ...features ?? (await blank()), [sign]: 0 })).toBeGreaterThan(nearMissLogit(features ?? (await blank())))
  })

  it('takes a name from the title, without its accents and in another form', async () => {
    expect(await featuresOf('When did Temur of the Mongols reign?', { title: 'Temür Khan', text: 'A Mongol reigned from 1294.' })).toMatchObject({ nameMissing: 0 })
  })

  it('does not take a denial of something else for one of what is asked', async () => {
    expect(await featuresOf('Who keeps the receipts?', 'The clerk keeps the receipts, and nobody in town knows.')).toMatchObject({ deniedThere: 0 })
    expect(await featuresOf('Who does not keep the receipts?', 'The clerk does not keep the receipts.')).toMatchObject({ denies: 1, deniedThere: 0 })
  })

  it('is not told without vectors, nor without sentences', async () => {
    const view = await testView(...[answered[0], [{ text: answered[1] }]] as const)
    expect(nearMissFeatures(view.question, view.ranked.map((entry) => ({ ...entry, cosine: null })), view.idf)).toBeNull()
    expect(nearMissFeatures(view.question, [], view.idf)).toBeNull()
  })
})

async function blank(): Promise<NearMissFeatures> {
  const features = await featuresOf(...answered)
  if (features === null) throw new Error('no features')
  expect(Object.keys(features).sort()).toEqual([...nearMissNames].sort())
  return features
}

describe('opposites', () => {
  it('are the same both ways, and none where both texts hold both words', () => {
    expect(holdsOpposite(['old', 'oil'], ['new', 'oil'])).toBe(true)
    expect(holdsOpposite(['new', 'oil'], ['old', 'oil'])).toBe(true)
    expect(holdsOpposite(['old', 'and', 'new'], ['new', 'and', 'old'])).toBe(false)
    expect(holdsOpposite(['old', 'oil'], ['old', 'and', 'new', 'oil'])).toBe(false)
  })

  it('are none of words that only begin like a denial', () => {
    expect(holdsOpposite(['display'], ['play'])).toBe(false)
    expect(holdsOpposite(['the', 'informed', 'board'], ['the', 'formed', 'board'])).toBe(false)
    expect(holdsOpposite(['unsafe'], ['safe'])).toBe(true)
  })
})
