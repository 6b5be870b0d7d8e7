import type { LogisticModel } from '@/lib/verification'

export interface Example {
  readonly features: readonly number[]
  readonly is: boolean
}

/** Ridge, on standardised features; taken as usual, not tuned. */
const usualPenalty = 0.01
const rounds = 400
const rate = 0.5

/**
 * Fits by gradient descent with momentum, both kinds weighing the same whatever their number. Deterministic; without an example of each
 * kind the weights are 0.
 */
export function fitLogistic(examples: readonly Example[], penalty = usualPenalty): LogisticModel {
  const width = examples[0]?.features.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => examples.map(({ features }) => features[at] ?? 0))
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / column.length)
  const deviations = columns.map((column, at) => Math.sqrt(column.reduce((sum, value) => sum + (value - (means[at] ?? 0)) ** 2, 0) / column.length) || 1)
  const rows = examples.map(({ features }) => features.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)))
  const positives = examples.filter(({ is }) => is).length
  const weights = new Array<number>(width).fill(0)
  const speed = new Array<number>(width).fill(0)
  let [bias, biasSpeed] = [0, 0]
  if (positives === 0 || positives === examples.length) return { means, deviations, weights, bias }
  for (let round = 0; round < rounds; round += 1) {
    const slope = new Array<number>(width).fill(0)
    let biasSlope = 0
    rows.forEach((row, at) => {
      const is = examples[at]?.is === true
      const logit = row.reduce((sum, value, column) => sum + value * (weights[column] ?? 0), bias)
      const error = (1 / (1 + Math.exp(-logit)) - (is ? 1 : 0)) / (2 * (is ? positives : examples.length - positives))
      row.forEach((value, column) => { slope[column] = (slope[column] ?? 0) + error * value })
      biasSlope += error
    })
    for (let column = 0; column < width; column += 1) {
      speed[column] = 0.9 * (speed[column] ?? 0) - rate * ((slope[column] ?? 0) + penalty * (weights[column] ?? 0))
      weights[column] = (weights[column] ?? 0) + (speed[column] ?? 0)
    }
    biasSpeed = 0.9 * biasSpeed - rate * biasSlope
    bias += biasSpeed
  }
  return { means, deviations, weights, bias }
}
