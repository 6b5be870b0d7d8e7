import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from './parse-document'
import { findBreaches } from './testing'

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

describe('passages of any text', () => {
  it('are exact spans that tile their sections, whatever the Markdown', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const document = parseDocument({ path: 'a.md', bytes: new TextEncoder().encode(text), modifiedAt: new Date(0) })
        if ('reason' in document) throw new Error(document.reason)
        expect(document.text).toBe(text.replace(/^\uFEFF+/, ''))
        expect(document.warnings.filter(({ message }) => message.includes('failed'))).toEqual([])
        expect(findBreaches(document)).toEqual([])
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
        expect(findBreaches(document)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('come from any bytes, or a reason does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('a.md', 'a.json', 'a.yml'), (bytes, path) => {
        const document = parseDocument({ path, bytes, modifiedAt: new Date(Number.NaN) })
        if ('reason' in document) expect(document.reason).toMatch(/\.$/)
        else expect(findBreaches(document)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
