import { describe, expect, it } from 'vitest'
import { formatExtraction } from './format-extraction'
import { measureExtraction, type ScoredSentence } from './measure-extraction'
import type { AbstentionSet } from './read-abstention-set'

const question = (id: string, half: 'A' | 'B', answers: readonly string[], passage = 'p1') => ({ id, text: id, answerable: answers.length > 0, passage, answers, half })

const set: AbstentionSet = {
  kind: 'abstention', name: 'tiny', passages: [{ id: 'p1', title: '', text: 'The wait is 5 seconds. The lamp is lit for 5 seconds. The gate is shut.' }, { id: 'p2', title: '', text: 'The wait is 5 seconds.' }],
  questions: [question('first', 'A', ['shut']), question('third', 'B', ['5 seconds']), question('elsewhere', 'B', ['shut']), question('none', 'B', [])],
}

function sentence(text: string, linear: number, words: number, passage = 'p1', share = 0.8): ScoredSentence {
  return { passage, text, share, scores: { words, linear } }
}

const retrieved: Readonly<Record<string, readonly ScoredSentence[]>> = {
  first: [sentence('The gate is shut.', 0.9, 0.1), sentence('The lamp is lit.', 0.5, 0.7), sentence('The wait is long.', 0.4, 0.8), sentence('Nothing.', 0.3, 0.9)],
  third: [sentence('The lamp is out.', 0.9, 0.3), sentence('The wait is 5 seconds.', 0.8, 0.3, 'p2'), sentence('The wait is 5 seconds.', 0.7, 0.4)],
  elsewhere: [sentence('The gate is shut.', 0.9, 0.9, 'p2', 0.2)],
}

const asked: string[] = []
async function rank(text: string): Promise<readonly ScoredSentence[]> {
  asked.push(text)
  return retrieved[text] ?? []
}

describe('extraction', () => {
  it('counts the answer first and among the first three by each way of ranking, each half apart, and asks nothing that has no answer', async () => {
    asked.length = 0
    const { methods, questions, ambiguous } = await measureExtraction(set, rank, { limit: null, product: 'linear', answerShare: 0.7 })
    expect(asked).toEqual(['first', 'third', 'elsewhere'])
    expect(questions).toEqual({ n: 3, of: 3 })
    // "5 seconds" stands in two sentences of its passage.
    expect(ambiguous).toBe(1)
    const byName = new Map(methods.map(({ method, halves }) => [method, halves]))
    expect(byName.get('linear')).toEqual({
      all: { first: { n: 1, of: 3 }, three: { n: 2, of: 3 } }, A: { first: { n: 1, of: 1 }, three: { n: 1, of: 1 } }, B: { first: { n: 0, of: 2 }, three: { n: 1, of: 2 } },
    })
    expect(byName.get('words')).toMatchObject({ A: { first: { n: 0, of: 1 }, three: { n: 0, of: 1 } }, B: { first: { n: 1, of: 2 } } })
  })

  it('does not count the answer’s words in another passage', async () => {
    const { methods } = await measureExtraction({ ...set, questions: [question('elsewhere', 'B', ['shut'])] }, rank, { limit: null, product: 'linear', answerShare: 0.7 })
    expect(methods[0]?.halves.B).toEqual({ first: { n: 0, of: 1 }, three: { n: 0, of: 1 } })
  })

  it('holds first sentences above and below the limit apart, on half B alone', async () => {
    const { confident, closestOnly } = await measureExtraction(set, rank, { limit: null, product: 'linear', answerShare: 0.7 })
    expect(confident).toEqual({ n: 0, of: 1 })
    expect(closestOnly).toEqual({ n: 0, of: 1 })
  })

  it('asks of the first so many questions those with an answer, and the table says so', async () => {
    const figures = await measureExtraction(set, rank, { limit: 2, product: 'linear', answerShare: 0.7 })
    expect(figures.questions).toEqual({ n: 2, of: 3 })
    expect(formatExtraction([figures])).toMatch(/tiny, extraction: 2 of 3 answerable questions, 1 with several[\s\S]*\nlinear +1\/2 \(50\.0 %\)/)
  })
})
