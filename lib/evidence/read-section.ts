import type { Identity } from '@/lib/access'
import { analyze } from '@/lib/analysis'
import { readBeside, type RankedPassage, type Ranking, type RetrievalServices } from '@/lib/retrieval'

/** Passages before and after the best one whose tables and lists are read with it. */
const around = 2

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const severalAsked = new RegExp(String.raw`\b(?:which|what) (${numbers.join('|')}|\d{1,2}) (\p{L}+s)\b`, 'iu')
const introduction = /^(?!\s*(?:[-*+]|\d{1,2}[.)])\s).*:[*_]*[ \t]*\r?\n\s*(?:[-*+]|\d{1,2}[.)])\s/gm

/**
 * What the best passage's document holds beside it that its own words do not find: the tables and lists right before and after it in its
 * section, and for "which four apps" the lists that a line with that number and noun introduces. Empty where nothing matches well.
 */
export async function readSection(identity: Identity, question: string, ranking: Ranking, services: RetrievalServices): Promise<readonly RankedPassage[]> {
  const best = ranking.results[0]
  if (best === undefined || ranking.weak) return []
  const [, number = '', noun = ''] = severalAsked.exec(question) ?? []
  const found = await readBeside(identity, best, ranking, { around, introducedBy: noun === '' ? [] : writtenAs(number) }, services)
  const section = best.headingPath.join('\n')
  return found.filter(({ headingPath, passage: { contentType, text } }) => (/^(?:table|list)$/.test(contentType) && headingPath.join('\n') === section) || introduces(text, noun))
}

/** A number as people write it, in words and in digits. */
function writtenAs(number: string): readonly string[] {
  const at = numbers.indexOf(number.toLowerCase())
  const value = at < 0 ? Number(number) : at + 2
  return value < 2 ? [] : [String(value), ...numbers.slice(value - 2, value - 1)]
}

function introduces(text: string, noun: string): boolean {
  const wanted = analyze(noun, 'en')[0]?.lexeme
  return [...text.matchAll(introduction)].some(([line]) => analyze(line, 'en').some(({ lexeme }) => lexeme === wanted))
}
