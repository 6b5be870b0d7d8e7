import { describe, expect, it } from 'vitest'
import { layOutPassage } from './passage-layout'

const words = (layout: ReturnType<typeof layOutPassage>): readonly string[] => layout.marks.map((mark) => layout.source.slice(mark.startOffset, mark.endOffset))
const mark = (text: string, found: string) => [{ startOffset: text.indexOf(found), endOffset: text.indexOf(found) + found.length }]

describe('layOutPassage', () => {
  it('gives a table row its header and moves the marks', () => {
    const row = '| none | none | never |'
    const layout = layOutPassage(row, 'table', '| Idempotency | Status | Retry |', mark(row, 'never'))
    expect(layout.source).toBe('| Idempotency | Status | Retry |\n| --- | --- | --- |\n| none | none | never |')
    expect(words(layout)).toEqual(['never'])
  })

  it('uses a header that brings its delimiter row', () => {
    expect(layOutPassage('| 1 |', 'table', '| a |\n|---|', []).source).toBe('| a |\n|---|\n| 1 |')
  })

  it('does not repeat the header of a whole table', () => {
    const table = '| a | b |\n|---|---|\n| 1 | 2 |'
    expect(layOutPassage(table, 'table', '| a | b |', []).source).toBe(table)
  })

  it('takes shared indentation away without losing the marks', () => {
    const text = '    - first item\n      goes on\n    - second item'
    const layout = layOutPassage(text, 'list', null, mark(text, 'goes on'))
    expect(layout.source).toBe('- first item\n  goes on\n- second item')
    expect(words(layout)).toEqual(['goes on'])
  })

  it('leaves code without its fence and records as they are', () => {
    expect(layOutPassage('  a: 1', 'record', null, [])).toEqual({ source: '  a: 1', marks: [], verbatim: true })
    expect(layOutPassage('# not a heading', 'code', null, []).verbatim).toBe(true)
    expect(layOutPassage('```\n# x\n```', 'code', null, []).verbatim).toBe(false)
  })

  it('reads code among prose as Markdown, and only code alone as code', () => {
    const text = 'It has this interface:\n\n```ts\nclass A {}\n```\n\nThis class is importable.'
    expect(layOutPassage(text, 'code', null, mark(text, 'importable'))).toEqual({ source: text, marks: mark(text, 'importable'), verbatim: false })
    const indented = 'Run this in a shell:\n\n    awk one\n\nThen look at the result.'
    expect(layOutPassage(indented, 'code', null, []).verbatim).toBe(false)
    expect(layOutPassage('    awk one\n\n    awk two', 'code', null, []).verbatim).toBe(true)
    expect(layOutPassage('class A {\n\n    foo() {}\n\n}', 'code', null, []).verbatim).toBe(true)
  })

  it('opens the fence of code that began in the passage before', () => {
    const text = '  return 1\n}\n```\n\nThis class is importable.\n\n```ts\nuse()\n```'
    const layout = layOutPassage(text, 'code', null, mark(text, 'importable'))
    expect(layout.source).toBe(`\`\`\`\n${text}`)
    expect(words(layout)).toEqual(['importable'])
    expect(layOutPassage('Before.\n\n```\none\n```\n\nAfter.', 'prose', null, []).source).toMatch(/^Before/)
  })
})
