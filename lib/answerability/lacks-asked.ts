import { analyze } from '@/lib/analysis'
import { formsAsked } from './asked-form'
import type { PartView } from './part-view'
import type { RankedSentence } from './rank-sentences'
import { spokenText } from './sentence-candidates'
import { filedUnder, passageHolds } from './stands-in'
import type { Question } from './understand-question'

const shareOf = /\b(?:what|which) (?:percentage|share|proportion|fraction) of (?:the |our |all |my )?((?:[\w'’.-]+ ){0,3}?[\w-]+)(?= (?:is|are|was|were|has|have|had|do|does|did|can|could|already|would|will|use|uses|used|look|looks|see|sees|\w+ed)\b|[?.]*$)/i

/** "What share of visitors …?" is told by a sentence about visitors, not by any share. */
export function lacksWhole({ text }: Question, { candidate, covered }: RankedSentence): boolean {
  const noun = analyze(shareOf.exec(text)?.[1]?.split(/\s+/).at(-1) ?? '', 'en').filter(({ form }) => form !== 'identifier-part')
  if (noun.length === 0) return false
  const own = new Set(analyze(spokenText(candidate), 'en').map(({ lexeme }) => lexeme))
  return !noun.some(({ lexeme }) => own.has(lexeme) && covered.has(lexeme))
}

const degreeAsked = /^(?:and |so )*(?:which|what|who) (?:\w+ )?(?:is|are|was|were) (?:the )?(\p{L}{2,}er)\b(?! (?:of|in|for)\b)/iu

/** "Which is faster?" is told by what says that something is. */
export function lacksDegree({ text, terms }: Question, { covered }: RankedSentence): boolean {
  const degree = degreeAsked.exec(text)?.[1]?.toLowerCase()
  const asked = degree === undefined ? undefined : terms.find(({ surface, weight }) => surface.toLowerCase() === degree && weight === 1)
  return asked !== undefined && !covered.has(asked.lexeme)
}

const attributeOf = /^(?:and |so |but )*(?:what|which|who) (?:is|are|was|were) (?:the|our|my) ((?:(?!(?:in|on|at|by|to|from|with|during)\b)[\w-]+ ){0,3}?[\w-]+) (?:of|for|behind) (?!\w+ing\b)(?:the |our |my |an? )?(.+?)[?.\s]*$/i

/** What is seldom called so where it is told: "Tancred, a nephew of Bohemond" gives the name of a nephew. */
const unsaid = /\b(?:names?|terms?|words?|kinds?|types?|sorts?|examples?|results?|outcomes?|effects?|impacts?|purposes?|aims?|goals?|roles?|functions?|points?|meanings?|nature|use|benefits?|advantages?|differences?|causes?|reasons?)$/i

/** "Who is the champion of the stylelint RFC?": what speaks of champions and not of that RFC, or of it and of no champion, says nothing of its champion. */
export function lacksAttribute({ question: { text, type }, idf }: PartView, entry: RankedSentence): boolean {
  const [, attribute, bearer] = attributeOf.exec(text) ?? []
  if (attribute === undefined || bearer === undefined) return false
  const under = new Set(analyze(filedUnder(entry.candidate.item), 'en').map(({ lexeme }) => lexeme))
  const lacks = (words: string) => {
    const [rarest] = analyze(words, 'en').filter(({ form, lexeme }) => form !== 'identifier-part' && idf.has(lexeme)).sort((a, b) => (idf.get(b.lexeme) ?? 0) - (idf.get(a.lexeme) ?? 0))
    return rarest !== undefined && !entry.covered.has(rarest.lexeme) && !under.has(rarest.lexeme) && !passageHolds(entry.candidate.item, rarest.lexeme)
  }
  // An address or a number is known by its form, whatever it is called.
  const isKnownByForm = formsAsked(text).length > 0 || type === 'number' || type === 'time' || unsaid.test(attribute)
  return (!isKnownByForm && lacks(attribute.split(' ').at(-1) ?? '')) || lacks(bearer)
}
