import type { Case } from './case'
import { containsWords } from './contains-words'
import type { Observation } from './observation'

/** What reached an identity that may not see it, by path, and in an access case also by the hidden words themselves. */
export function findLeaks(asked: Case, { results, record, evidence, readable }: Observation): string[] {
  const leaks = new Set<string>()
  for (const { sourcePath } of results) if (!readable(sourcePath)) leaks.add(`A search result comes from ${sourcePath}.`)
  for (const { sourcePath } of evidence) if (!readable(sourcePath)) leaks.add(`A passage of the evidence comes from ${sourcePath}.`)
  for (const { sourcePath } of record.claims.flatMap(({ citations }) => citations)) if (!readable(sourcePath)) leaks.add(`A citation leads to ${sourcePath}.`)
  if (asked.category === 'access-boundary') {
    for (const words of asked.forbidden) if (everythingSaid(record).some((text) => containsWords(text, words))) leaks.add(`The answer says “${words}”.`)
  }
  return [...leaks]
}

function everythingSaid(record: Observation['record']): readonly string[] {
  const { claims, withheld, unanswered, refusal } = record
  const ofRefusal = refusal === null ? [] : [refusal.supported ?? '', refusal.missing, ...refusal.passages.map(({ note }) => note), ...refusal.narrower]
  return [...claims.map(({ text }) => text), ...withheld.map(({ text }) => text), ...unanswered, ...ofRefusal]
}
