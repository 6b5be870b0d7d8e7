import { numberedBy } from '@/lib/retrieval'
import type { RankedSentence } from './rank-sentences'
import { holdsName } from './stands-in'
import type { Question } from './understand-question'

/** Sections of recognised forms, by what a question of a named document asks. */
const sections: readonly { readonly asks: RegExp; readonly heading: RegExp }[] = [
  { asks: /\b(?:accepted|rejected|superseded|withdrawn|deprecated|status|approved|in force|hold|holds|held|valid|apply|applies)\b/i, heading: /^status\b/i },
  { asks: /\b(?:decide[sd]?|decision|rule|chosen|choose|chose)\b/i, heading: /^(?:decision|decision outcome|outcome)\b/i },
  { asks: /^(?:and |so )*what (?:does|did|is|was) [^?]* (?:add|bring|introduce|change|say|mean|do|about)(?: (?:to|about|in) it)?\W*$/i, heading: /^(?:decision|decision outcome|outcome|summary|proposal)\b/i },
  { asks: /\b(?:propose[sd]?|proposal)\b/i, heading: /^(?:proposal|proposed|decision|design|detailed design)\b/i },
  { asks: /\b(?:why|reasons?|motivation)\b/i, heading: /^(?:context|context and problem statement|motivation|reasons?|rationale|decision drivers)\b/i },
  { asks: /\b(?:consequences?|follows?|followed)\b/i, heading: /^consequences?\b/i },
]

const asksChanges = /\bwhat\b[^?]*\b(?:chang(?:e[sd]?|ing)|new|add(?:s|ed)?|fix(?:es|ed)?|remov(?:es|ed)|bring|brought|includes?d?|contains?(?:ed)?)\b/i

/** What stands under a version in a changelog, or in the notes of a release, is what changed in it. */
function isChange(question: Question, { candidate: { item } }: RankedSentence): boolean {
  const places = item.kind === 'release' ? [item.title, ...item.headingPath] : item.headingPath
  return asksChanges.test(question.text) && question.entities.some(({ isCode, surface }) => isCode && /\d/.test(surface) && places.some((place) => holdsName(place, surface)))
}

/** "DEC-0054": nothing but a name asks for what the document of that name says. */
const namesOnly = /^(?:decision|outcome|decision outcome|summary|proposal)\b/i

/**
 * Whether a question names a numbered document ("What does DEC-0019 decide?") and this sentence stands in the section of
 * that document that answers, or asks what changed in a version and it stands in that version's notes: there the sentence need
 * share no other word with the question.
 */
export function isAsked(question: Question, entry: RankedSentence): boolean {
  if (isChange(question, entry)) return true
  const { item } = entry.candidate
  // A folder is no document: Z29C names no record of z29c/decisions/.
  const document = [item.title, item.sourcePath.split('/').at(-1) ?? '', ...numberedBy(item)].join('\n')
  const heading = item.headingPath.at(-1) ?? ''
  return question.entities.some(({ isCode, surface }) => isCode && /\p{L}/u.test(surface) && surface.toLowerCase() !== item.project?.toLowerCase() && holdsName(document, surface))
    && (isName(question) ? namesOnly.test(heading) : sections.some((section) => section.asks.test(question.text) && section.heading.test(heading)))
}

/** Whether a question is nothing but a name. */
export function isName({ text, entities }: Pick<Question, 'text' | 'entities'>): boolean {
  return entities.some(({ surface }) => surface.toLowerCase() === text.replace(/["?.\s]+/g, ' ').trim().toLowerCase())
}
