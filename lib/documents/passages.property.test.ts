import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParsedDocument } from './document'
import { parseDocument } from './parse-document'

const word = fc.constantFrom('retry', 'queue', 'the', 'é🐘', '見出し', '`code`', '[[link|a]]', '#tag', '\\|', '**b**', '$5', '<!-- c -->', '%% d %%', 'www.e.org', '\u200B', '\uFEFF', 'A.', 'x'.repeat(300))
const line = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '))
const block = fc.oneof(
  line,
  fc.array(line, { minLength: 2, maxLength: 6 }).map((lines) => lines.join('\n')),
  fc.tuple(fc.integer({ min: 1, max: 7 }), line).map(([level, words]) => `${'#'.repeat(level)} ${words.slice(0, 60)}`),
  line.map((words) => `${words.slice(0, 30)}\n===`),
  fc.tuple(fc.constantFrom('- ', '* ', '1. ', '- [ ] '), fc.array(line, { minLength: 1, maxLength: 20 })).map(([mark, items]) => items.map((item) => mark + item).join('\n')),
  fc.array(line, { minLength: 1, maxLength: 8 }).map((items) => items.map((item, at) => `${'  '.repeat(at)}- ${item}`).join('\n')),
  fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.map((words) => `> ${words}`).join('\n>\n')),
  fc.array(line, { minLength: 1, maxLength: 40 }).map((rows) => `| a | b \\| c |\n|---|:-:|\n${rows.map((row) => `| ${row} | x |`).join('\n')}`),
  fc.array(line, { minLength: 0, maxLength: 80 }).map((lines) => `\`\`\`sh\n# no heading\n---\n${lines.join('\n')}\n\`\`\``),
  line.map((words) => `    ${words}\n\n\tindented`),
  fc.constantFrom('---', '***', '', '   ', '\t', '```', '$$', '<div>', '[a]: b.md', '[^1]: note\n\n    more', '# ', '##', '> [!note] T\n> - a', '<!--', 'x\u00A0', '\u00A0'),
)
const head = fc.constantFrom('', '---\ntitle: T\ntags: [a]\n---\n', '---\ntitle: *T*\n---\n', '---\n', '\uFEFF', '\n\n', '---\na: "\\q"\n\nprose\n\n---\n')
const markdown = fc
  .tuple(head, fc.array(block, { maxLength: 14 }), fc.constantFrom('\n\n', '\n'), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([start, blocks, gap, lineEnd]) => wellFormed((start + blocks.join(gap)).replaceAll('\n', lineEnd)))

/** Slicing above may have halved a character, which UTF-8 cannot say. */
function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length
}

function checkDocument(document: ParsedDocument) {
  const { text, sections, passages } = document
  for (const spans of [passages, sections]) {
    for (const [at, span] of spans.entries()) {
      expect(span.ordinal).toBe(at)
      expect(span.startOffset).toBeGreaterThanOrEqual(0)
      expect(span.endOffset).toBeLessThanOrEqual(text.length)
      expect(span.endOffset).toBeGreaterThan(span.startOffset)
      expect(span.startLine).toBe(lineOf(text, span.startOffset))
      expect(span.endLine).toBe(lineOf(text, span.endOffset - 1))
    }
  }
  for (const section of sections) {
    const mine = passages.filter((passage) => passage.section === section.ordinal)
    const isEmpty = section.body.endOffset === section.body.startOffset
    if (isEmpty) {
      expect(mine.length).toBe(sections.some(({ parent }) => parent === section.ordinal) ? 0 : 1)
      continue
    }
    let covered = section.body.startOffset
    for (const passage of mine) {
      expect(passage.startOffset).toBeGreaterThanOrEqual(covered)
      expect(text.slice(covered, passage.startOffset).trim()).toBe('')
      expect(text.slice(passage.startOffset, passage.endOffset).trim()).not.toBe('')
      covered = passage.endOffset
    }
    expect(text.slice(covered, section.body.endOffset).trim()).toBe('')
    expect(covered).toBeLessThanOrEqual(section.body.endOffset)
  }
  for (const passage of passages) {
    expect(passage.endOffset - passage.startOffset).toBeLessThanOrEqual(4000)
    expect(passage.indexedText.trim()).not.toBe('')
    for (const context of passage.context) {
      expect(text.slice(context.startOffset, context.endOffset).trim()).not.toBe('')
      expect(context.endOffset).toBeLessThanOrEqual(passage.startOffset)
      expect(context.startOffset).toBeGreaterThanOrEqual(sections[passage.section]?.body.startOffset ?? Infinity)
    }
  }
}

/** Everything outside frontmatter stands in a heading or in a section's body. */
function checkNothingLost(document: ParsedDocument) {
  const { text, sections } = document
  let covered = sections[0]?.startOffset ?? text.length
  for (const { startOffset, body } of sections) {
    expect(text.slice(covered, startOffset).trim()).toBe('')
    covered = body.endOffset
  }
  expect(text.slice(covered).trim()).toBe('')
}

describe('passages of any text', () => {
  it('are exact spans that tile their sections, whatever the Markdown', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const document = parseDocument({ path: 'a.md', bytes: new TextEncoder().encode(text), modifiedAt: new Date(0) })
        if ('reason' in document) throw new Error(document.reason)
        expect(document.text).toBe(text.replace(/^\uFEFF/, ''))
        expect(document.warnings.filter(({ message }) => message.includes('failed'))).toEqual([])
        checkDocument(document)
        checkNothingLost(document)
      }),
      { numRuns: 300 },
    )
  })

  it('are exact spans of any YAML or JSON, valid or broken', () => {
    const yamlText = fc.oneof(
      fc.json(),
      fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.oneof(line, fc.array(line, { maxLength: 30 }))).map((value) => JSON.stringify(value, null, 2)),
      fc.array(fc.tuple(fc.constantFrom('a', 'b', '"c"', '? d', '- '), line, fc.constantFrom('\n', '\n# comment\n', '\n---\n', '\n  - ')), { maxLength: 20 })
        .map((entries) => entries.map(([key, value, end]) => `${key}: ${value}${end}`).join('')),
      fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !text.includes('\0')),
    )
    fc.assert(
      fc.property(yamlText, (text) => {
        const document = parseDocument({ path: 'a.yaml', bytes: new TextEncoder().encode(text), modifiedAt: new Date(0) })
        if ('reason' in document) throw new Error(document.reason)
        checkDocument(document)
        checkNothingLost(document)
      }),
      { numRuns: 300 },
    )
  })

  it('come from any bytes, or a reason does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('a.md', 'a.json', 'a.yml'), (bytes, path) => {
        const document = parseDocument({ path, bytes, modifiedAt: new Date(Number.NaN) })
        if ('reason' in document) expect(document.reason).toMatch(/\.$/)
        else checkDocument(document)
      }),
      { numRuns: 300 },
    )
  })
})
