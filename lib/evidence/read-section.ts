import type { Identity } from '@/lib/access'
import { readBeside, type RankedPassage, type Ranking, type RetrievalServices } from '@/lib/retrieval'
import { introducesSuch, numbersInWords, severalAsked } from './several-asked'

/** Passages before and after the best one whose tables and lists are read with it. */
const around = 2

const introduction = /^(?!\s*(?:[-*+]|\d{1,2}[.)])\s).*:[*_]*[ \t]*\r?\n\s*(?:[-*+]|\d{1,2}[.)])\s/gm

/**
 * What the best passage's document holds beside it that its own words do not find: the tables and lists right before and after it in its
 * section, and for "which four apps" the lists that a line with that number and noun introduces. Empty where nothing matches well.
 */
export async function readSection(identity: Identity, question: string, ranking: Ranking, services: RetrievalServices): Promise<readonly RankedPassage[]> {
  const best = ranking.results[0]
  if (best === undefined || ranking.weak) return []
  const several = severalAsked(question)
  const found = await readBeside(identity, best, ranking, { around, introducedBy: several === null ? [] : writtenAs(several.count) }, services)
  const section = best.headingPath.join('\n')
  return found.filter(({ headingPath, passage: { contentType, text } }) => (/^(?:table|list)$/.test(contentType) && headingPath.join('\n') === section) || (several !== null && introduces(text, several.noun)))
}

/** A number as people write it, in words and in digits. */
function writtenAs(count: number): readonly string[] {
  return count < 2 ? [] : [String(count), ...numbersInWords.slice(count - 2, count - 1)]
}

function introduces(text: string, noun: string): boolean {
  return [...text.matchAll(introduction)].some(([line]) => introducesSuch(line, noun))
}
