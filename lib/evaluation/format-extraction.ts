import { alignTable } from './align-table'
import type { Count } from './evaluation-run'
import type { ExtractionFigures } from './measure-extraction'

/** How well sentences that answer are found, as tables for people, and what they mean. */
export function formatExtraction(sets: readonly ExtractionFigures[]): string {
  return [
    ...sets.map(({ name, questions, ambiguous, methods, confident, closestOnly }) => [
      `${name}, extraction: ${questions.n === questions.of ? String(questions.of) : `${questions.n} of ${questions.of}`} answerable questions, ${ambiguous} with several sentences that hold the answer`,
      alignTable([
        ['the answer’s sentence', ...(['all', 'A', 'B'] as const).flatMap((half) => [`first, ${half}`, `in three, ${half}`])],
        ...methods.map(({ method, halves }) => [method, ...(['all', 'A', 'B'] as const).flatMap((half) => [share(halves[half].first), share(halves[half].three)])]),
      ]),
      `Half B: of the first sentences given as an answer ${share(confident)} hold it, of those given as the closest evidence only ${share(closestOnly)}.`,
    ].join('\n\n')),
    'the answer’s sentence  one of the question’s own passage that holds a wording of the answer; a passage that was not retrieved counts as missed',
  ].join('\n\n')
}

function share({ n, of }: Count): string {
  return of === 0 ? '–' : `${n}/${of} (${((100 * n) / of).toFixed(1)} %)`
}
