import { rareName } from './check-entities'
import { idsOf, type Finding, type PartView } from './part-view'
import { quoteList } from './phrase-words'
import { filedUnder, holdsName, readable } from './stands-in'

/**
 * Whether an answer would have to be put together from passages that nothing in the notes connects: a count or list of
 * documents, which no passage states, or two named things that stand in no passage together.
 */
export function checkCombination({ question, items, ranked, idf }: PartView): Finding {
  if (question.countsDocuments) {
    return { passed: false, reason: 'unsupported-combination', missing: 'This asks for a count or a list of documents by more than their records hold, which are kind, project, status and date, and no single passage states it. The filtered search lists those that come near.', supported: null, evidenceIds: [] }
  }
  if (question.type !== 'comparison' && !(question.type === 'list' && listsSeveral(question))) {
    const texts = items.map((item) => [readable(item.passage.text), filedUnder(item)].join('\n'))
    // Only things that the notes have documents or sections of: of a name in passing nothing follows.
    const named = question.entities.filter(({ surface, lexeme, isCode }) => (isCode || (idf.get(lexeme) ?? rareName) >= rareName) && items.some((item) => holdsName(filedUnder(item), surface)))
    for (const [at, one] of named.entries()) for (const other of named.slice(at + 1)) {
      if (holdsName(one.surface, other.surface) || holdsName(other.surface, one.surface)) continue
      if (texts.some((text) => holdsName(text, one.surface) && holdsName(text, other.surface))) continue
      return {
        passed: false, reason: 'unsupported-combination', evidenceIds: idsOf(ranked, 4), supported: `The notes speak of ${quoteList([one.surface])} and of ${quoteList([other.surface])}, each on its own.`,
        missing: `No passage connects ${quoteList([one.surface, other.surface])}, so an answer would have to assume the connection: “${question.text.replace(/[?.\s]+$/, '')}”.`,
      }
    }
  }
  return { passed: true, note: 'One passage can carry the answer.', evidenceIds: [] }
}

/** "Which decisions of Z29C and P6X4 …" asks for things of either, to be listed side by side. */
function listsSeveral({ text, entities }: PartView['question']): boolean {
  return entities.some((one) => entities.some((other) => one !== other && [', ', ' and ', ' or '].some((join) => text.toLowerCase().includes(`${one.surface}${join}${other.surface}`.toLowerCase()))))
}
