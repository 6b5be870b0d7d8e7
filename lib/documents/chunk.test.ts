import { describe, expect, it } from 'vitest'
import { parseDocument } from './parse-document'

const passagesOf = (text: string) => {
  const document = parseDocument({ path: 'note.md', bytes: Buffer.from(text), modifiedAt: new Date(0) })
  if ('reason' in document) throw new Error(document.reason)
  return document.passages.map(({ startOffset, endOffset }) => document.text.slice(startOffset, endOffset))
}
const sentence = (number: number) => `Sentence ${String(number).padStart(3, '0')} says one small thing about the tide.`
const sentences = (count: number, gap: string) => Array.from({ length: count }, (_, at) => sentence(at)).join(gap)

describe('the length of passages', () => {
  it.each([['sentences of one paragraph', ' '], ['paragraphs of one sentence', '\n\n']])('stays near the aim in %s, though each is small', (_, gap) => {
    const lengths = passagesOf(sentences(200, gap)).map(({ length }) => length)
    expect(lengths.length).toBeGreaterThan(10)
    for (const length of lengths.slice(0, -1)) {
      expect(length).toBeLessThanOrEqual(800)
      expect(length).toBeGreaterThan(700)
    }
  })

  it('goes beyond the aim so that nothing small is left over at the end of a section', () => {
    const lengths = Array.from({ length: 30 }, (_, at) => passagesOf(sentences(25 + at, '\n\n')).map(({ length }) => length))
    for (const section of lengths) expect(Math.min(...section)).toBeGreaterThanOrEqual(250)
    expect(lengths.some((section) => (section.at(-1) ?? 0) > 800)).toBe(true)
    expect(Math.max(...lengths.flat())).toBeLessThanOrEqual(1200)
  })

  it('lets a section of up to 1,200 characters stay whole', () => {
    expect(passagesOf(sentences(20, '\n\n'))).toHaveLength(1)
  })
})
