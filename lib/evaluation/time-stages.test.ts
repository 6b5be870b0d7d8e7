import { expect, test } from 'vitest'
import { timeStages } from './time-stages'

const measure = (stage: string, ms: number, usd = 0) => ({ stage, ms, inputTokens: 10, outputTokens: 2, usd })

test('each stage has its own median, ninety-fifth percentile and totals, over the answers that came to it', () => {
  const results = Array.from({ length: 20 }, (_, at) => ({ measures: [measure('evidence', 20 - at), ...(at === 0 ? [measure('synthesis', 5, 0.5)] : [])] }))
  expect(timeStages(results)).toEqual([
    { stage: 'evidence', answers: 20, medianMs: 10, p95Ms: 19, inputTokens: 200, outputTokens: 40, usd: 0 },
    { stage: 'synthesis', answers: 1, medianMs: 5, p95Ms: 5, inputTokens: 10, outputTokens: 2, usd: 0.5 },
  ])
})

test('questions that could not be asked took no time', () => {
  expect(timeStages([{ measures: [] }])).toEqual([])
})
