import { isClosestOnly } from '@/lib/answers'
import type { SearchResponse } from '@/lib/retrieval'
import type { AnswerShape, EvidenceShape } from './session'

/** A search as a person reads it on a terminal. */
export function printSearch(response: SearchResponse): string {
  const head = [
    ...response.notes,
    response.generation === null ? 'Nothing is indexed yet.' : `${response.total} passages, index ${response.generation}${response.mode === 'hybrid' ? '' : `, by words only: ${response.modeReason ?? ''}`}`,
    ...[...new Set(response.suggestions.map(({ query }) => query))].map((query) => `Did you mean: ${query}`),
    ...(response.weak ? ['No passage matches this well. The nearest:'] : []),
  ]
  const results = response.results.map((result) => [
    `${result.rank}. ${describeHeading(result)}`,
    `   ${describePlace(result)}`,
    indent(clip(result.passage.text, 420)),
    `   ${result.why}`,
  ].join('\n'))
  return [head.join('\n'), ...results].join('\n\n')
}

export function printEvidence(set: EvidenceShape): string {
  const items = set.items.map((item) => [
    `${item.evidenceId}  ${describeHeading(item)}`,
    `   ${describePlace(item)}, ${item.tokens} tokens${item.relations.length > 0 ? `; ${item.relations.map(({ kind, evidenceId }) => `${kind} ${evidenceId}`).join(', ')}` : ''}`,
    indent(clip(item.passage.text, 420)),
  ].join('\n'))
  return [`Evidence set ${set.evidenceSetId}, revision ${set.revision}: ${set.items.length} passages, ${set.tokens} tokens, index ${set.generation}`, ...items].join('\n\n')
}

export function printAnswer(answer: AnswerShape): string {
  const parts: string[] = [answer.question]
  const { records } = answer
  if (records !== undefined && answer.refusal === undefined) parts.push(`${records.statement} From the records of index ${records.generation}.`)
  if (isClosestOnly(answer)) parts.push('No sentence stands out as the answer. The closest evidence:')
  for (const claim of answer.claims) {
    const row = records?.rows.find(({ claimId }) => claimId === claim.id)
    parts.push([
      ...(row === undefined ? [] : [describeRow(row)]),
      `${row === undefined ? '' : '   In its own words: '}${claim.quoted ? `“${claim.text}”` : claim.text} ${claim.citations.map(({ number }) => `[${number}]`).join('')}`,
      // That a document is of a list is what its record says, and no sentence of it.
      ...(row === undefined ? [`   ${claim.verdictWords}`] : []),
      ...claim.citations.map(({ number, sourcePath, revision, startLine, endLine }) => `   [${number}] ${sourcePath}, revision ${revision}, lines ${startLine}–${endLine}`),
    ].join('\n'))
  }
  if (answer.refusal !== undefined) {
    parts.push(`Not answered. ${answer.refusal.missing}`)
    if (answer.refusal.supported !== null) parts.push(answer.refusal.supported)
    for (const passage of answer.refusal.passages) parts.push([describeHeading(passage), `   ${describePlace(passage)}`, indent(clip(passage.passage.text, 300)), `   ${passage.note}`].join('\n'))
    if (answer.refusal.narrower.length > 0) parts.push(`Searches that find something:\n${answer.refusal.narrower.map((query) => `   ${query}`).join('\n')}`)
  }
  if (answer.unanswered.length > 0) parts.push(`Not answered:\n${answer.unanswered.map((text) => `   ${text}`).join('\n')}`)
  parts.push(`Answer ${answer.answerId}, revision ${answer.revision}, index ${answer.generation}, ${answer.model}`)
  return parts.join('\n\n')
}

function describeRow({ title, kind, project, status, effectiveAt, undated, successor }: NonNullable<AnswerShape['records']>['rows'][number]): string {
  return [title, kind, ...(project === null ? [] : [project]), ...(status === null ? [] : [status]), undated === true ? 'no date' : effectiveAt, ...(successor === null ? [] : [`replaced by “${successor.title}”${successor.effectiveAt === null ? '' : ` of ${successor.effectiveAt}`}`])].join(', ')
}

/** Title and headings, without the heading that only repeats the title. */
function describeHeading({ title, headingPath }: { readonly title: string; readonly headingPath: readonly string[] }): string {
  return [title, ...headingPath.filter((heading, at) => at > 0 || heading !== title)].join(' › ')
}

interface Place {
  readonly kind: string
  readonly project: string | null
  readonly effectiveAt: string
  readonly undated?: true
  readonly revision: number
  readonly sourcePath: string
  readonly current: boolean
  readonly superseded: boolean
  readonly supersededBy: { readonly title: string } | null
  readonly passage: { readonly startLine: number; readonly endLine: number }
}

function describePlace({ kind, project, effectiveAt, undated, revision, sourcePath, current, superseded, supersededBy, passage }: Place): string {
  return [kind, ...(project === null ? [] : [project]), undated === true ? 'no date' : effectiveAt, `revision ${revision}${current ? '' : ' (older)'}`, ...(superseded ? [supersededBy === null ? 'superseded' : `superseded by “${supersededBy.title}”`] : []), `${sourcePath}:${passage.startLine}–${passage.endLine}`].join(', ')
}

function indent(text: string): string {
  return text.split('\n').map((line) => `   | ${line}`).join('\n')
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()} …`
}
