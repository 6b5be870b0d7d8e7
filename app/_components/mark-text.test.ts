import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markText } from './mark-text'

describe('markText', () => {
  it('cuts before and after a mark', () => {
    expect(markText('one two three', [{ startOffset: 4, endOffset: 7 }])).toEqual([
      { text: 'one ', marked: false },
      { text: 'two', marked: true },
      { text: ' three', marked: false },
    ])
  })

  it('takes marks in any order and drops what an earlier one covers', () => {
    const segments = markText('abcdef', [{ startOffset: 3, endOffset: 5 }, { startOffset: 1, endOffset: 4 }, { startOffset: 2, endOffset: 3 }])
    expect(segments.map((segment) => segment.text)).toEqual(['a', 'bcd', 'e', 'f'])
    expect(segments.map((segment) => segment.marked)).toEqual([false, true, true, false])
  })

  it('gives nothing for an empty text', () => {
    expect(markText('', [{ startOffset: 0, endOffset: 3 }])).toEqual([])
  })

  it('always joins to the text it was given, and marks exactly the covered characters', () => {
    const marks = fc.array(fc.record({ startOffset: fc.integer({ min: -3, max: 40 }), endOffset: fc.integer({ min: -3, max: 40 }) }), { maxLength: 6 })
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), marks, (text, spans) => {
        const segments = markText(text, spans)
        expect(segments.map((segment) => segment.text).join('')).toBe(text)
        const flags = segments.flatMap((segment) => Array.from({ length: segment.text.length }, () => segment.marked))
        const covered = Array.from({ length: text.length }, (_, at) => spans.some((span) => span.startOffset <= at && at < span.endOffset))
        expect(flags).toEqual(covered)
      }),
    )
  })
})
