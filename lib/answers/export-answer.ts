import type { EvidenceItem } from '@/lib/evidence'
import { isClosestOnly, type AnswerRecord, type Citation, type RecordRow } from './answer-record'

/** One numbered source of an exported answer: a passage, with every stretch of it that a claim rests on. */
interface ExportedSource extends Pick<Citation, 'number' | 'documentId' | 'revisionId' | 'revision' | 'sourcePath' | 'startLine' | 'endLine'> {
  /** Null where the evidence is no longer kept. */
  readonly title: string | null
  readonly headingPath: readonly string[]
  readonly effectiveAt: string | null
  readonly quotes: readonly string[]
}

/** One answer revision as a JSON document that stands by itself. `withheld` only for whoever may review it. */
export function exportShape(record: AnswerRecord, items: readonly EvidenceItem[], withWithheld: boolean) {
  const { answerId, revision, question, outcome, claims, withheld, unanswered, refusal, records, evidenceSetId, evidenceSetRevision, generation, promptVersion, model, cause, createdAt } = record
  return {
    format: 'k81r-answer', version: 1, answerId, revision, question, outcome, cause, createdAt, model, promptVersion, generation, evidenceSetId, evidenceSetRevision,
    ...(records === undefined ? {} : { records }), claims, sources: sourcesOf(record, items), unanswered,
    refusal: refusal === null ? null : { ...refusal, passages: strongest(record, items).map(({ item, note }) => ({ title: item.title, headingPath: item.headingPath, sourcePath: item.sourcePath, revision: item.revision, startLine: item.passage.startLine, endLine: item.passage.endLine, text: item.passage.text, note })) },
    ...(withWithheld ? { withheld } : {}),
  }
}

const outcomeWords: Readonly<Record<AnswerRecord['outcome'], string>> = { answered: 'Answered', partial: 'Answered in part', refused: 'Not answered' }

/** One answer revision as Markdown: each claim with footnotes that have the page's own citation numbers, each quote byte for byte in a fence. */
export function exportMarkdown(record: AnswerRecord, items: readonly EvidenceItem[]): string {
  const { refusal } = record
  const claims = record.claims.map((claim) => {
    const row = record.records?.rows.find(({ claimId }) => claimId === claim.id)
    const words = `${claim.quoted ? `“${inert(claim.text)}”` : inert(claim.text)}${claim.citations.map(({ number }) => `[^${number}]`).join('')}`
    return row === undefined ? `${words}\n\n*${inert(claim.verdictWords)}*` : `${describeRow(row)}\n\nIn its own words: ${words}`
  })
  const refused = refusal === null ? [] : [
    inert(refusal.supported === null ? refusal.missing : `${refusal.supported} ${refusal.missing}`),
    ...heading('Strongest passages', strongest(record, items).map(({ item, note }) => `${placeOf(item.title, item.headingPath, item.sourcePath, item.revision, item.passage.startLine, item.passage.endLine)}\n\n${fence(item.passage.text)}\n\n${inert(note)}`)),
    ...heading('Searches that find something', refusal.narrower.map((query) => `- ${inert(query)}`)),
  ]
  const footnotes = sourcesOf(record, items).map(({ number, title, headingPath, sourcePath, revision, startLine, endLine, quotes }) =>
    [`[^${number}]: ${placeOf(title ?? sourcePath, headingPath, sourcePath, revision, startLine, endLine)}`, ...quotes.map((quote) => indent(fence(quote)))].join('\n\n'))
  return [
    `# ${inert(record.question)}`,
    `${isClosestOnly(record) ? 'No sentence stands out as the answer; the closest evidence is given' : outcomeWords[record.outcome]}. Revision ${record.revision} (${inert(record.cause)}), ${record.createdAt.slice(0, 10)}, index ${record.generation}, ${record.model === 'extractive' ? 'extractive, no model' : `written by ${inert(record.model)}, each sentence checked`}.`,
    ...(record.records === undefined || refusal !== null ? [] : [inert(record.records.statement)]),
    ...claims, ...refused, ...heading('Not answered', record.unanswered.map((part) => `- ${inert(part)}`)),
    ...(record.claims.length === 0 ? [] : ['A citation proves where a sentence comes from, not that it is true.']), ...footnotes,
  ].join('\n\n') + '\n'
}

/** A document of a count or a list, as its record has it. */
function describeRow({ title, kind, project, status, effectiveAt, undated, successor }: RecordRow): string {
  const replaced = successor === null ? [] : [`replaced by “${successor.title}”${successor.effectiveAt === null ? '' : ` of ${successor.effectiveAt}`}`]
  return [`**${inert(title)}**`, ...[kind, project ?? '', status ?? '', undated === true ? 'no date' : effectiveAt, ...replaced].filter((part) => part !== '').map(inert)].join(', ')
}

function sourcesOf({ claims }: AnswerRecord, items: readonly EvidenceItem[]): readonly ExportedSource[] {
  const citations = claims.flatMap((claim) => claim.citations)
  return [...new Set(citations.map(({ number }) => number))].sort((left, right) => left - right).flatMap((number) => {
    const own = citations.filter((citation) => citation.number === number)
    const [first] = own
    if (first === undefined) return []
    const { documentId, revisionId, revision, sourcePath } = first
    const item = items.find((other) => other.evidenceId === first.evidenceId && other.revisionId === revisionId)
    return [{
      number, title: item?.title ?? null, headingPath: item?.headingPath ?? [], effectiveAt: item === undefined || item.undated === true ? null : item.effectiveAt, documentId, revisionId, revision, sourcePath,
      startLine: Math.min(...own.map(({ startLine }) => startLine)), endLine: Math.max(...own.map(({ endLine }) => endLine)), quotes: [...new Set(own.map(({ quote }) => quote))],
    }]
  })
}

function strongest({ refusal }: AnswerRecord, items: readonly EvidenceItem[]): readonly { readonly item: EvidenceItem; readonly note: string }[] {
  return (refusal?.passages ?? []).flatMap(({ evidenceId, note }) => { const item = items.find((other) => other.evidenceId === evidenceId); return item === undefined ? [] : [{ item, note }] })
}

function heading(title: string, parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts]
}

function placeOf(title: string, headingPath: readonly string[], path: string, revision: number, startLine: number, endLine: number): string {
  const headings = headingPath.filter((name, at) => at > 0 || name !== title)
  return `**${inert(title)}**${headings.map((name) => ` › ${inert(name)}`).join('')}, ${inert(path)}, revision ${revision}, ${startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`}`
}

/** A text in one line in which nothing but code spans is Markdown: a quoted note can neither forge a footnote nor load a picture, and a bare address swallows no marker after it. */
function inert(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
    .replace(/(?<!`)(`+)(?!`).*?[^`]\1(?!`)|[\\[\]<>*_~|#&`@]|:(?=\/\/)|(?<=www)\./gi, (found) => (found.length > 1 ? found : `\\${found}`))
    // What at the beginning of a line would make a list of it, or a heading of the line before.
    .replace(/^[-+=]/, '\\$&').replace(/^(\d+)(?=[.)])/, '$1\\')
}

/** The text as it is, between fences longer than any in it. */
function fence(text: string): string {
  const longest = Math.max(2, ...(text.match(/~+/g) ?? []).map((run) => run.length))
  const edge = '~'.repeat(longest + 1)
  return `${edge}\n${text}${text.endsWith('\n') ? '' : '\n'}${edge}`
}

/** As part of a footnote, which takes no indentation off a line that holds nothing. */
function indent(text: string): string {
  return text.split('\n').map((line) => (/^[ \t]*$/.test(line) ? line : `    ${line}`)).join('\n')
}
