import { analyze } from '@/lib/analysis'
import { documentWordsOf, ofProduct, propertiesIn, titleFit, type EvidenceItem } from '@/lib/evidence'
import { holdsProperties } from '@/lib/retrieval'
import type { RankedSentence } from './rank-sentences'
import type { SentenceCandidate } from './sentence-candidates'
import { rareName } from './check-entities'
import { filedUnder, holdsName } from './stands-in'
import type { Question } from './understand-question'

/**
 * The properties that answer a question asking for one ("Which team owns RFC 628?": "teams:", with what stands under it), of the
 * document that its other words name: its title, path or number must hold them all, and no other document's as well. Empty where none does.
 */
export function findProperties(question: Question, items: readonly EvidenceItem[], idf: ReadonlyMap<string, number>): readonly SentenceCandidate[] {
  const found = items.filter(({ passage: { contentType }, sourcePath }) => holdsProperties(contentType, sourcePath)).flatMap((item) => propertiesIn(item.passage.text).flatMap(({ startOffset, endOffset, text, key }) => {
    const words = documentWordsOf(question.text, { key, text })
    const fit = words === null ? null : fitOf({ ...question, words: words.map(({ lexeme, surface }) => ({ lexeme, surface })) }, { item, property: text, isOfProduct: ofProduct(question.text, text), told: items.filter(({ revisionId }) => revisionId === item.revisionId) }, idf)
    return fit === null ? [] : [{ fit, candidate: { item, startOffset, endOffset, text, cells: null, previous: null, isProperty: true } satisfies SentenceCandidate }]
  }))
  const best = Math.max(0, ...found.map(({ fit }) => fit))
  const nearest = found.filter(({ fit }) => fit === best)
  // Two that go by one number are both meant; of two that go by the same words it is not said which.
  return best === byNumber || new Set(nearest.map(({ candidate }) => candidate.item.documentId)).size === 1 ? nearest.map(({ candidate }) => candidate) : []
}

const byNumber = 2

interface Named extends Pick<Question, 'entities' | 'borrowed' | 'leans'> {
  readonly words: readonly { readonly lexeme: string; readonly surface: string }[]
}

interface Holder {
  readonly item: EvidenceItem
  readonly property: string
  /** It gives a version of the very product asked for: then the document may also tell of the rest in its text. */
  readonly isOfProduct: boolean
  /** The passages of its document. */
  readonly told: readonly EvidenceItem[]
}

/** How well what a document is called fits the words that name it, above 0 to 1, or by its number; null where a word is of something else, or none names any. */
function fitOf({ words, entities, borrowed, leans }: Named, { item, property, isOfProduct, told }: Holder, idf: ReadonlyMap<string, number>): number | null {
  const under = filedUnder(item)
  const codes = entities.filter(({ isCode }) => isCode)
  const named = codes.filter(({ surface }) => holdsName(under, surface) || holdsName(property, surface))
  if (named.length < codes.length) return null
  const ofCodes = new Set(codes.flatMap(({ lexemes }) => [...lexemes]))
  const wanted = [...words.filter(({ lexeme }) => !ofCodes.has(lexeme)).map(({ lexeme }) => lexeme), ...(leans ? [...borrowed].filter((lexeme) => !ofCodes.has(lexeme)) : [])]
  if (wanted.length === 0 && codes.length === 0) return null
  const held = new Set(stemsOf([item.title, under, property, ...(isOfProduct ? told.map(({ passage }) => passage.text) : [])].join('\n')))
  if (wanted.some((lexeme) => !held.has(lexeme) && (idf.get(lexeme) ?? rareName) >= rareName)) return null
  if (codes.some(({ surface }) => holdsName(under, surface))) return byNumber
  return titleFit(wanted, item.title) || null
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(analyze(text, 'en').map(({ lexeme }) => lexeme))
}

/** A property as the sentence that stands first: it says what is asked for, of the document asked about. */
export function rankProperty(question: Question, candidate: SentenceCandidate, best: number): RankedSentence {
  return { candidate, coverage: 1, ownCoverage: 1, topicCoverage: 1, cosine: null, hasType: true, covered: new Set(question.terms.map(({ lexeme }) => lexeme)), score: best + 1, share: 1 }
}
