import { expect, test } from 'vitest'
import { formatChunkers } from './format-chunkers'
import { measureChunkers } from './measure-chunkers'
import type { SpanSet } from './read-span-set'

const answer = 'The heron waits for the tide.'
const filler = 'Nothing of the kind is said in this line. '.repeat(30)
const text = `# Birds\n\n${filler}\n\n## Herons\n\n${answer}\n\n## Others\n\n${filler}\n`
const startOffset = text.indexOf(answer)
const set: SpanSet = {
  documents: new Map([['birds', text], ['none', '']]),
  questions: [{ id: '1', text: 'heron', half: 'A', answer: [{ document: 'birds', startOffset, endOffset: startOffset + answer.length }] }],
}
/** One axis says how much of a text is herons. */
const embed = async (texts: readonly string[]) => texts.map((one) => {
  const share = Math.min(1, (one.match(/heron/gi)?.length ?? 0) / Math.sqrt(one.length))
  return Float32Array.of(share, Math.sqrt(1 - share * share))
})

test('each chunker’s passages are ranked by cosine and scored against the marked spans', async () => {
  const [own, ...windows] = await measureChunkers(set, embed)
  expect(own).toMatchObject({ name: 'K81R', halves: { all: { questions: 1 }, A: { questions: 1 }, B: { questions: 0 } } })
  // The section of one sentence is a passage by itself: all of it is answer.
  expect(own?.halves.A.at[1]).toEqual({ coverage: 1, coverageWithContext: 1, precision: 1, iou: 1, characters: answer.length })
  expect(own?.halves.A.within[1000]).toBe(1)
  expect(windows.map(({ passages }) => passages)).toEqual([1, 4, 5])
  for (const { halves } of windows) {
    expect(halves.A.at[10]?.coverage).toBe(1)
    expect(halves.A.at[1]?.precision).toBeLessThan(0.1)
  }
})

test('the report names every chunker with its figures', async () => {
  const report = formatChunkers(await measureChunkers(set, embed))
  expect(report).toContain('K81R: ')
  expect(report).toContain('windows of 800 tokens, 400 shared: 1 passages')
  expect(report).toMatch(/k {2}1 {2}covered 100\.0 % \(100\.0 %\) {2}precision 100\.0 %/)
})
