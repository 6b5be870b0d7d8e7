import type { Identity } from '@/lib/access'
import { analyze } from '@/lib/analysis'
import { readWholeDocument, type RankedPassage, type Ranking, type RetrievalServices, type SearchRequest } from '@/lib/retrieval'

/** Passages before and after the best one that are read with it. */
const around = 2

/**
 * What the best passage's document holds beside it that its own words do not find: the tables and lists right before and after it in its
 * section, and for "which four apps" the lists that a line with that number and noun introduces. Empty where nothing matches well.
 */
export async function readSection(identity: Identity, request: SearchRequest, ranking: Ranking, services: RetrievalServices): Promise<readonly RankedPassage[]> {
  const best = ranking.results[0]
  if (best === undefined || ranking.weak) return []
  const document = await readWholeDocument(identity, request, best.revisionId, ranking, services)
  const at = document.findIndex(({ passage }) => passage.id === best.passage.id)
  const section = best.headingPath.join('\n')
  const isBeside = ({ headingPath, passage }: RankedPassage, place: number) => Math.abs(place - at) <= around && /^(?:table|list)$/.test(passage.contentType) && headingPath.join('\n') === section
  const introduces = introducing(request.query)
  return at < 0 ? [] : document.filter((result, place) => place !== at && (isBeside(result, place) || introduces(result.passage.text)))
}

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const severalAsked = new RegExp(String.raw`\b(?:which|what) (${numbers.join('|')}|\d{1,2}) (\p{L}+s)\b`, 'iu')
const introduction = /^(?!\s*(?:[-*+]|\d{1,2}[.)])\s).*:[*_]*[ \t]*\r?\n\s*(?:[-*+]|\d{1,2}[.)])\s/gm

/** Whether a text has a list introduced by the number and the noun that a question asks for; none does for another question. */
function introducing(question: string): (text: string) => boolean {
  const [, number = '', noun = ''] = severalAsked.exec(question) ?? []
  if (noun === '') return () => false
  const at = numbers.indexOf(number.toLowerCase())
  const written = new RegExp(String.raw`\b(?:${at < 0 ? `${number}|${numbers[Number(number) - 2] ?? number}` : `${number}|${at + 2}`})\b`, 'i')
  const wanted = analyze(noun, 'en')[0]?.lexeme
  return (text) => [...text.matchAll(introduction)].some(([line]) => written.test(line) && analyze(line, 'en').some(({ lexeme }) => lexeme === wanted))
}
