import { stringify } from 'yaml'
import type { AnswerRecord, Citation, Feedback, FeedbackCategory } from '@/lib/answers'
import type { Case } from '@/lib/evaluation'
import type { DraftCase } from './runtime'

/** What is to be done with the draft before it is a case. */
const remarks: Readonly<Record<FeedbackCategory, string>> = {
  'wrong-source': 'Name under “relevant” the passage that should be cited, by its path and words that stand in it.',
  'unsupported-claim': 'Keep under “forbidden” the words that no passage supports; set “outcome” to what is right without them.',
  'missing-evidence': 'Name under “relevant” the passage that was missed, and under “required” words that the answer must contain.',
  'unclear-refusal': 'Name under “missing” the words that the refusal should have named.',
  presentation: 'Presentation is not scored; keep this case if the outcome and the labels were wrong as well.',
}
const categoryOf: Readonly<Record<FeedbackCategory, Case['category']>> = {
  'wrong-source': 'exact-lookup', 'unsupported-claim': 'exact-lookup', 'missing-evidence': 'paraphrase', 'unclear-refusal': 'unanswerable', presentation: 'exact-lookup',
}
const longestLabel = 120

/**
 * Feedback as a file of one case that the evaluation reads, with the record's own question, outcome and labels and with
 * remarks on what its reader has to set right. Nothing is guessed: what feedback does not say stays as the record has it.
 */
export function draftCase(feedback: Feedback, record: AnswerRecord): DraftCase {
  const { category, words, askedAs } = feedback
  const citations = record.claims.flatMap((claim) => claim.citations)
  const labelled = category === 'unsupported-claim' || category === 'presentation' ? labelsOf(citations) : []
  const forbidden = category === 'unsupported-claim' ? record.claims.map(({ text }) => text) : []
  const asOf = record.request.filters?.asOf
  const id = caseId(record.question, feedback.feedbackId)
  const draft = {
    id, question: record.question, ...(askedAs === 'owner' ? {} : { as: askedAs }), ...(asOf === undefined ? {} : { asOf }),
    ...(labelled.length === 0 ? {} : { relevant: labelled }), ...(forbidden.length === 0 ? {} : { forbidden }),
    outcome: category === 'missing-evidence' ? 'answered' as const : record.outcome,
    ...(category === 'unclear-refusal' && record.refusal !== null ? { refusal: [record.refusal.reason] } : {}),
  } satisfies Partial<Record<keyof Case, unknown>>
  const head = [
    `A draft from feedback on ${record.answerId}, revision ${record.revision}: ${category}.`,
    ...(words === '' ? [] : [`In the words of whoever gave it: ${words}`]),
    remarks[category],
    ...(citations.length === 0 || labelled.length > 0 ? [] : [`It cited: ${[...new Set(citations.map(({ sourcePath, revision }) => `${sourcePath} r${revision}`))].join(', ')}.`]),
  ]
  return { fileName: `${id}.yaml`, yaml: `${head.map(comment).join('\n')}\n${stringify({ version: 1, category: categoryOf[category], cases: [draft] }, { lineWidth: 0 })}` }
}

function labelsOf(citations: readonly Citation[]): readonly { readonly path: string; readonly contains: string; readonly revision: number }[] {
  const labels = citations.map(({ sourcePath, quote, revision }) => ({ path: sourcePath, contains: firstWords(quote), revision }))
  return [...new Map(labels.map((label) => [`${label.path}\n${label.contains}`, label])).values()].filter(({ contains }) => contains !== '')
}

/** Enough of the first line to find the passage again. */
function firstWords(quote: string): string {
  const line = quote.trim().split('\n')[0]?.trim() ?? ''
  return line.length <= longestLabel ? line : line.slice(0, line.lastIndexOf(' ', longestLabel) < 1 ? longestLabel : line.lastIndexOf(' ', longestLabel))
}

function caseId(question: string, feedbackId: string): string {
  const words = question.normalize('NFKD').toLowerCase().match(/[a-z0-9]+/g) ?? []
  return [...words.slice(0, 6), feedbackId.slice(-6)].join('-')
}

/** Every line of it, whatever ends a line in YAML or in the eye. */
function comment(text: string): string {
  return text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/).map((line) => `# ${line}`.trimEnd()).join('\n')
}
