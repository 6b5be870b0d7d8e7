import fc from 'fast-check'
import { toString } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, it } from 'vitest'
import type { EvidenceItem, EvidenceSet } from '@/lib/evidence'
import type { AnswerClaim, AnswerRecord, Citation } from './answer-record'
import { exportMarkdown, exportShape } from './export-answer'
import { sharedAnswer } from './shared-answer'
import { evidenceFor } from './synthesize-claims'

const citation = (number: number, quote: string): Citation => ({
  number, evidenceId: `e${number}`, documentId: 'doc_1', revisionId: 'rev_1', revision: 1, sourcePath: `notes/${number}.md`, startLine: number, endLine: number, quote, startOffset: 0, endOffset: quote.length,
})
const claim = (text: string, citations: readonly Citation[], quoted = true): AnswerClaim => ({ id: 'clm_1', text, quoted, verdict: 'supported', verdictWords: 'Supported, word for word', citations })
const answer = (claims: readonly AnswerClaim[], question = 'What?'): AnswerRecord => ({
  answerId: 'ans_1', revision: 1, question, request: { query: question }, outcome: 'answered', claims, withheld: [], unanswered: [], refusal: null, evidenceSetId: 'evd_1', evidenceSetRevision: 1, generation: 1,
  promptVersion: 'p', model: 'extractive', configuration: {}, stages: [], cause: 'asked', createdAt: '2022-01-01T00:00:00.000Z',
})
const parse = (markdown: string) => unified().use(remarkParse).use(remarkGfm).parse(markdown)

const awkward = fc.array(fc.oneof(
  fc.constantFrom('[^1]', '[^2]: x', '`', '``', '~~~', '```', '![a](http://x.example/y)', '<img src=x>', '[a](b)', '\n\n', '\n', '# h', '> q', '- i', '1. n', '| a | b |', '***', '\\', '&amp;', '$$', '    ', '---', '===', ' '),
  fc.string({ maxLength: 6 }),
), { maxLength: 10 }).map((parts) => parts.join('')).filter((text) => text.trim() !== '')

it('exports Markdown in which whatever a note says is text: no footnote but the record’s, no picture, element, list or heading', () => {
  fc.assert(fc.property(awkward, awkward, awkward, fc.boolean(), (text, quote, question, quoted) => {
    const tree = parse(exportMarkdown(answer([claim(text, [citation(1, quote), citation(3, 'plain')], quoted), claim('Plain.', [citation(1, quote)])], question), []))
    const found: Record<string, string[]> = {}
    visit(tree, (node) => { if (['footnoteReference', 'footnoteDefinition'].includes(node.type) && 'identifier' in node) (found[node.type] ??= []).push(node.identifier); else (found[node.type] ??= []).push('') })
    expect(found['footnoteReference']).toEqual(['1', '3', '1'])
    expect(found['footnoteDefinition']).toEqual(['1', '3'])
    for (const type of ['image', 'html', 'list', 'table', 'blockquote', 'definition', 'imageReference', 'linkReference', 'thematicBreak']) expect(found[type], type).toBeUndefined()
    expect(found['heading']).toHaveLength(1)
    expect(found['code']).toHaveLength(2)
  }), { numRuns: 400 })
})

it('exports each quote byte for byte, however it is made, under the number that the page gives it', () => {
  fc.assert(fc.property(awkward.map((text) => text.replace(/\r/g, '')), (quote) => {
    const tree = parse(exportMarkdown(answer([claim('Said.', [citation(2, quote)])]), []))
    const codes: string[] = []
    visit(tree, 'code', (node) => { codes.push(node.value) })
    // The parser takes tabs as it finds them and a NUL for what may not be.
    expect(codes).toEqual([quote.replace(/\n$/, '').replaceAll('\0', '\uFFFD')])
  }), { numRuns: 300 })
})

it('keeps the code of a quoted sentence as code', () => {
  const tree = parse(exportMarkdown(answer([claim('The key `dispatch.preflight_ping` is gone; *really*.', [citation(1, 'q')])]), []))
  const codes: string[] = []
  visit(tree, 'inlineCode', (node) => { codes.push(node.value) })
  expect(codes).toEqual(['dispatch.preflight_ping'])
  expect(toString(tree)).toContain('is gone; *really*.')
})

it('tells every stretch that claims rest on in one source, and what was withheld only to whoever may know', () => {
  const record = { ...answer([claim('A.', [citation(1, 'a')]), claim('B.', [citation(2, 'c'), citation(1, 'b')])]), withheld: [{ text: 'w', verdict: 'contradicted', reason: 'r' }] } as const satisfies AnswerRecord
  expect(exportShape(record, [], true)).toMatchObject({ sources: [{ number: 1, quotes: ['a', 'b'] }, { number: 2, quotes: ['c'] }], withheld: record.withheld })
  expect(exportShape(record, [], false)).not.toHaveProperty('withheld')
  expect(exportMarkdown(record, [])).not.toContain('withheld')
})

it('does not call the closest evidence an answer', () => {
  const closest = { ...claim('A.', [citation(1, 'A.')]), closestOnly: true as const }
  const head = (claims: readonly AnswerClaim[]) => exportMarkdown(answer(claims), []).split('\n\n')[1] ?? ''
  expect(head([closest])).toMatch(/^No sentence stands out as the answer/)
  expect(head([closest, claim('B.', [citation(2, 'B.')])])).toMatch(/^Answered\./)
})

it('gives a source no date, exported, shared or shown to a model, where nothing but its file’s time tells one', () => {
  const item = { evidenceId: 'e1', revisionId: 'rev_1', title: 'Storage', headingPath: [], effectiveAt: '2026-11-30', passage: { text: 'a' } } as unknown as EvidenceItem // what is read of it stands here
  const record = answer([claim('A.', [citation(1, 'a')])])
  const set = (of: EvidenceItem) => ({ items: [of], excluded: [], rest: [] } as unknown as EvidenceSet) // likewise
  const datesOf = (of: EvidenceItem) => [exportShape(record, [of], false).sources[0]?.effectiveAt, sharedAnswer(record, [of]).claims[0]?.sources[0]?.effectiveAt, evidenceFor({ languageModel: null, modelIsLocal: false }, set(of))[0]?.effectiveAt]
  expect(datesOf(item)).toEqual(['2026-11-30', '2026-11-30', '2026-11-30'])
  expect(datesOf({ ...item, undated: true })).toEqual([null, null, null])
})

it('leads with what the record of a listed document says', () => {
  const row = { claimId: 'clm_1', title: 'A *state*', kind: 'decision', project: null, status: 'superseded', effectiveAt: '2021-03-29', successor: { title: 'B', effectiveAt: '2022-01-01' } } as const
  const record = { ...answer([claim('One.', [citation(1, 'One.')])]), records: { statement: '1 document matches.', conditions: 'decisions', total: 1, shown: 1, generation: 1, rows: [row] } } as const satisfies AnswerRecord
  expect(exportMarkdown(record, [])).toContain('1 document matches.\n\n**A \\*state\\***, decision, superseded, 2021-03-29, replaced by “B” of 2022-01-01\n\nIn its own words: “One.”[^1]\n\nA citation')
})
