import { describe, expect, it } from 'vitest'
import type { Answerability, PartDecision } from '@/lib/answerability'
import { formatAbstention } from './format-public-sets'
import { measureAbstention } from './measure-abstention'
import type { AbstentionSet } from './read-abstention-set'
import { testItem } from './testing'

type Sentences = PartDecision['sentences']

function sentences(text: string, score: number): Sentences {
  const candidate = { item: testItem('e1', 'a.md', text), startOffset: 0, endOffset: text.length, text, cells: null, previous: null }
  return [{ candidate, score, coverage: 1, ownCoverage: 1, topicCoverage: 1, cosine: null, hasType: true, covered: new Set() }]
}

const answerable = (text: string, score: number): PartDecision => ({ kind: 'answerable', question: '?', type: 'statement', sentences: sentences(text, score), checks: [] })
const refused = (score: number): PartDecision => ({ kind: 'refused', question: '?', reason: 'only-indirect', missing: 'Nothing.', supported: null, sentences: sentences('Another.', score), checks: [] })

const decisions: Readonly<Record<string, Answerability>> = {
  right: { outcome: 'answerable', parts: [answerable('The wait is 5 s.', 0.9)] },
  wrong: { outcome: 'partly', parts: [refused(0.1), answerable('The wait is long.', 0.8)] },
  lost: { outcome: 'refused', parts: [refused(0.4)] },
  miss: { outcome: 'answerable', parts: [answerable('The wait is 5 s.', 0.6)] },
  caught: { outcome: 'refused', parts: [refused(0.2), refused(0.3)] },
}

const set: AbstentionSet = {
  kind: 'abstention', name: 'tiny', passages: [{ id: 'p1', title: '', text: 'The wait is 5 s.' }],
  questions: (['right', 'wrong', 'lost', 'miss', 'caught'] as const).map((text) => {
    const isAnswerable = text !== 'miss' && text !== 'caught'
    return { id: text, text, passage: 'p1', answerable: isAnswerable, answers: isAnswerable ? ['5 s', 'five'] : [], half: text === 'right' || text === 'miss' ? 'A' : 'B' }
  }),
}

async function decide(question: string): Promise<Answerability> {
  return decisions[question] ?? { outcome: 'refused', parts: [] }
}

describe('abstention', () => {
  it('counts a part answered as answered, each kind of question apart, in all and in each half', async () => {
    const { halves, reasons } = await measureAbstention(set, decide, { limit: null })
    expect(halves.all).toMatchObject({ answered: { n: 2, of: 3 }, refused: { n: 1, of: 2 }, answerFirst: { n: 1, of: 2 } })
    expect(halves.all.balancedAccuracy).toBeCloseTo((2 / 3 + 1 / 2) / 2, 10)
    expect(halves.A).toMatchObject({ answered: { n: 1, of: 1 }, refused: { n: 0, of: 1 }, balancedAccuracy: 0.5 })
    expect(halves.B).toMatchObject({ answered: { n: 1, of: 2 }, refused: { n: 1, of: 1 } })
    expect(reasons).toEqual([{ reason: 'only-indirect', answerable: 1, unanswerable: 1 }])
  })

  it('ranks questions by their best sentence in whichever part, refused ones too', async () => {
    const { halves } = await measureAbstention(set, decide, { limit: null })
    // .9 and .8 stand above .6 and .3, .4 above .3 alone.
    expect(halves.all.sentenceAuc).toBeCloseTo(5 / 6, 10)
  })

  it('ranks them by what tells a near miss, the likeliest part of each, and leaves out questions of which nothing is told', async () => {
    const features = { cosine: 0, heaviestMissing: 0, opposite: 0, denies: 0, deniedThere: 0, nameMissing: 0, numberMissing: 0, kindMissing: 0, length: 0 }
    const logits: Readonly<Record<string, readonly number[]>> = { right: [2], wrong: [-3, 1], miss: [1.5], caught: [-2] }
    const { halves } = await measureAbstention(set, async (question) => {
      const decision = await decide(question)
      return { ...decision, parts: decision.parts.map((part, at) => { const logit = logits[question]?.[at]; return logit === undefined ? part : { ...part, nearMiss: { features, logit } } }) }
    }, { limit: null })
    // 2 stands above 1.5 and −2, 1 above −2 alone.
    expect(halves.all).toMatchObject({ nearMissAuc: 0.75, gateAuc: null })
  })

  it('asks only the first so many questions, and the table says so', async () => {
    const asked: string[] = []
    const figures = await measureAbstention(set, (question) => { asked.push(question); return decide(question) }, { limit: 2 })
    expect(asked).toEqual(['right', 'wrong'])
    expect(figures.halves.all).toMatchObject({ refused: { n: 0, of: 0 }, balancedAccuracy: null, sentenceAuc: null })
    expect(formatAbstention([figures])).toMatch(/tiny: 2 of 5 questions over 1 passages\n\n.*\nall +2\/2 \(100\.0 %\) +– +–/)
  })

  it('reads a decision without parts as a refusal without a reason', async () => {
    const figures = await measureAbstention({ ...set, questions: set.questions.slice(0, 1) }, () => Promise.resolve({ outcome: 'refused', parts: [] }), { limit: null })
    expect(figures).toMatchObject({ halves: { all: { answered: { n: 0, of: 1 } } }, reasons: [] })
  })
})
