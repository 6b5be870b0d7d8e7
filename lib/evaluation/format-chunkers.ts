import { budgets, depths, type ChunkerFigures, type QuestionMeans } from './measure-chunkers'

/** The figures as tables for people, one for all questions and one for each half, and what the columns mean. */
export function formatChunkers(figures: readonly ChunkerFigures[]): string {
  const halves = [['all', 'all questions'], ['A', 'half A (for tuning)'], ['B', 'half B (for judging)']] as const
  return [
    ...halves.map(([half, words]) => [`${words}: ${figures[0]?.halves[half].questions ?? 0}`, ...figures.map((one) => describe(one, one.halves[half]))].join('\n')),
    [
      'covered      share of the answers’ characters in the first k passages (in brackets: with the context that travels with them)',
      'precision    share of the passages’ characters that are the answer',
      'IoU          covered characters of all that was retrieved and all that is missing',
      'within       share of the answers’ characters in the first so many characters read, context included',
    ].join('\n'),
  ].join('\n\n')
}

function describe({ name, passages, meanLength }: ChunkerFigures, { at, within }: QuestionMeans): string {
  const lines = depths.flatMap((depth) => {
    const scores = at[depth]
    if (scores === undefined) return []
    return [`   k ${String(depth).padStart(2)}  covered ${percent(scores.coverage)} (${percent(scores.coverageWithContext)})  precision ${percent(scores.precision)}  IoU ${percent(scores.iou)}  ${Math.round(scores.characters)} characters`]
  })
  return [
    `${name}: ${passages} passages of ${Math.round(meanLength)} characters`, ...lines,
    `   within ${budgets.map((budget) => `${budget}: ${percent(within[budget] ?? 0)}`).join('  ')}`,
  ].join('\n')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1).padStart(5)} %`
}
