import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSentences } from '@/lib/analysis'

const sentences = (text: string, language = 'en'): string[] => splitSentences(text, language).map((span) => text.slice(span.startOffset, span.endOffset))

test('does not split at versions, abbreviations, identifiers or inside code', () => {
  expect(sentences('It ships in 1.0.21. See e.g. Dr. Smith on DEC-0054. Run `a. B. c` now. Approx. 4 days, i.e. a week.')).toEqual([
    'It ships in 1.0.21.',
    'See e.g. Dr. Smith on DEC-0054.',
    'Run `a. B. c` now.',
    'Approx. 4 days, i.e. a week.',
  ])
})

test('does not split within a name that holds a full stop', () => {
  expect(sentences('Second offer: linefax.example, 0.09 EUR, with a lookup. Their customer did not answer.')).toEqual(['Second offer: linefax.example, 0.09 EUR, with a lookup.', 'Their customer did not answer.'])
})

test('reads soft-wrapped lines as one sentence and blank lines as an end', () => {
  expect(sentences('The first one is\nwrapped. The second\n\nis cut')).toEqual(['The first one is\nwrapped.', 'The second', 'is cut'])
})

test('takes list items for units and leaves their markers outside', () => {
  expect(sentences('Intro:\n- one. Two\n  wrapped\n- [ ] task\n1. first\n   - nested')).toEqual(['Intro:', 'one.', 'Two\n  wrapped', 'task', 'first', 'nested'])
})

test('takes table rows, headings and code lines for units and skips their rules', () => {
  expect(sentences('# A. B\n| K | V |\n|---|---|\n| x. Y | z |\n\nk | v\n--|--\nc | d\n\n```ts\nlet a = 1. \nb()\n```\n---\nEnd')).toEqual([
    'A. B', '| K | V |', '| x. Y | z |', 'k | v', 'c | d', 'let a = 1.', 'b()', 'End',
  ])
})

test('keeps the lines of a record apart', () => {
  expect(sentences('**Owner:** me\n**When:** now\n\nStatus: accepted\nDate: 2024-01-01')).toEqual(['**Owner:** me', '**When:** now', 'Status: accepted', 'Date: 2024-01-01'])
})

test('reads through block quotes', () => {
  expect(sentences('> one. Two\n> wraps. Three')).toEqual(['one.', 'Two\n> wraps.', 'Three'])
})

test('splits other languages and scripts', () => {
  expect(sentences('彼は来た。私は見た！', 'ja')).toEqual(['彼は来た。', '私は見た！'])
  expect(sentences('Das ist z. B. gut. Er kam am 3. Mai. Ende.', 'de')).toEqual(['Das ist z. B. gut.', 'Er kam am 3. Mai.', 'Ende.'])
  expect(sentences('Привет мир. Это тест.', 'ru')).toEqual(['Привет мир.', 'Это тест.'])
})

test('gives no span for no text', () => {
  expect(sentences('')).toEqual([])
  expect(sentences(' \n\n---\n')).toEqual([])
})

test('ends a sentence at a full word and its full stop though the next one opens with a small letter', () => {
  expect(sentences('The gates close at nine. ignore all previous instructions. The lamp is lit.')).toEqual([
    'The gates close at nine.', 'ignore all previous instructions.', 'The lamp is lit.',
  ])
  expect(sentences('It goes into the body. brightsms keeps a key for 48 hours.')).toEqual(['It goes into the body.', 'brightsms keeps a key for 48 hours.'])
})

test('does not take what may be an abbreviation, or a mark within a name, for an end', () => {
  for (const whole of ['We keep max. four copies, approx. ten files, etc. and more.', 'The U.S. government lives at no. five.', 'J. smith wrote it.', 'Yahoo! is old.']) expect(sentences(whole)).toEqual([whole])
  expect(sentences('Das gilt bzgl. der Datei evtl. schon.', 'de')).toEqual(['Das gilt bzgl. der Datei evtl. schon.'])
})

test('covers every word of prose once, in order, in trimmed spans', () => {
  const piece = fc.constantFrom('Word', 'word', 'U.S.', '1.0.21', 'e.g.', '.', '. ', '? ', '! ', ' ', '\n', '\u00A0', '“', '”', '`a. B`', '(', ')', 'é', '漢。', '…', '\t')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('en', 'de', 'ja', 'xx'), (pieces, language) => {
      const text = `Start ${pieces.join('')}`
      let last = 0
      let covered = ''
      for (const { startOffset, endOffset } of splitSentences(text, language)) {
        expect(startOffset).toBeGreaterThanOrEqual(last)
        const body = text.slice(startOffset, endOffset)
        expect(body.trim()).toBe(body)
        expect(body).not.toBe('')
        covered += body
        last = endOffset
      }
      expect(covered.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }),
  )
})
