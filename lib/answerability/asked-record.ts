import { recordKindAsked } from '@/lib/evidence'
import { spokenText, type SentenceCandidate } from './sentence-candidates'

/** What kind of record a question wants named, in words ("a decision"); null for other questions. */
export function askedRecord(question: string): string | null {
  return recordKindAsked(question)?.what ?? null
}

/** Whether a sentence, with its headings, names such a record, or stands in one itself. */
export function namesRecord(question: string, candidate: SentenceCandidate): boolean {
  const kind = recordKindAsked(question)
  return kind === null || kind.kinds.includes(candidate.item.kind) || kind.name.test([spokenText(candidate), ...candidate.item.headingPath].join('\n'))
}

/** What only says that one thing came of another, or which kind of record is wanted: no passage need say it in these words. */
export const linksRecord = /^(?:decisions?|adrs?|rfcs?|releases?|versions?|incidents?|post-?mortems?|came|comes?|coming|out|follow(?:s|ed|ing)?|result(?:s|ed)?|led|leads?|made|taken|took|about|br(?:ing|ings|ought)|introduc(?:e|es|ed)|adopt(?:s|ed)?|establish(?:es|ed)?|creat(?:e|es|ed)|decid(?:e|es|ed)|choose|chooses|chose|chosen|cover(?:s|ed)?|describ(?:e|es|ed)|deals?|dealt)$/i
