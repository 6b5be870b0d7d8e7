import type { RefusalReason } from '@/lib/answerability'
import type { FeedbackCategory } from '@/lib/answers'
import type { AnswerSummary, CitationState } from '@/lib/runtime'
import type { DateOrigin, DocumentKind, DocumentStatus } from '@/lib/documents'

/** The heading line of a refusal, by its reason. */
export const refusalWords: Readonly<Record<RefusalReason, string>> = {
  'missing-entity': 'Not answered: the notes do not name what was asked about',
  'missing-relationship': 'Not answered: a fact is missing',
  'contradicted-sources': 'Not answered: the sources contradict each other',
  'ambiguous-period': 'Not answered: the question could mean more than one period',
  'outside-the-collection': 'Not answered: this is outside the notes',
  'only-indirect': 'Not answered: the notes only touch on it',
  'out-of-date': 'Not answered: the evidence is not current enough',
  'unsupported-combination': 'Not answered: it would join passages that nothing in the notes joins',
  'no-claim-survived': 'Not answered: no sentence survived its check',
  'synthesis-unavailable': 'Not answered: only the evidence is available',
}

/** What an answer's line in a list says of its outcome. */
export const outcomeWords: Readonly<Record<AnswerSummary['outcome'], string>> = {
  answered: 'answered',
  partial: 'answered in part',
  closest: 'closest evidence',
  refused: 'not answered',
  running: 'being answered',
  failed: 'failed',
  interrupted: 'interrupted',
}

/** What feedback can say is wrong with an answer. */
export const feedbackCategoryWords: Readonly<Record<FeedbackCategory, string>> = {
  'wrong-source': 'The source is the wrong one',
  'unsupported-claim': 'A sentence says more than its source does',
  'missing-evidence': 'The notes hold evidence that it does not use',
  'unclear-refusal': 'It is unclear why it was not answered',
  presentation: 'Something about how it is shown',
}

/** What became of a cited passage, after its place; null while it is as it was. */
export const citationStateWords: Readonly<Record<CitationState, string | null>> = {
  current: null,
  changed: 'changed since this answer',
  superseded: 'superseded since this answer',
  removed: 'its source has been removed since this answer',
}

/** Where an effective date was read. */
export const dateOriginWords: Readonly<Record<Exclude<DateOrigin, 'file-time'>, string>> = {
  frontmatter: 'from its frontmatter',
  form: 'from its text',
  'file-name': 'from its file name',
  revision: 'from its revision',
  git: 'from git',
}

/** "accepted decision", "note", "case study". */
export function kindWords(kind: DocumentKind, status: DocumentStatus | null): string {
  const noun = kind === 'case-study' ? 'case study' : kind
  return status === null ? noun : `${status} ${noun}`
}

/** "line 40", "lines 61–66". */
export function lineWords(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`
}

/** A verdict as a reader needs it; a record has also what the author of a draft is told. */
export function verdictText(verdictWords: string): string {
  return verdictWords
    .replace('; narrowed: the draft also said what no cited passage carries: that it holds without the line that introduces its list', ', with the line that introduces the list')
    .replace('; narrowed: the draft also said what no cited passage carries: ', '; shortened to what the passage says, without: ')
    .replace('; the draft cited another passage, which does not say it', '')
}
