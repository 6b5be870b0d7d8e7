import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstNewText, matchLineages } from './align-history'

it('goes on where an import broke off', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }), fc.nat(12), (texts, cut) => {
    // What storing the first texts leaves: one revision per change of the text.
    const stored = (list: readonly string[]) => list.filter((text, at) => text !== list[at - 1])
    const known = stored(texts.slice(0, cut))
    expect(stored([...known, ...texts.slice(firstNewText(texts, known, true))])).toEqual(stored(texts))
  }))
})

it('takes in of a rewritten history what follows the last text that is known', () => {
  expect(firstNewText(['a', 'b', 'x', 'y'], ['a', 'b', 'c'], true)).toBe(2)
  expect(firstNewText(['x', 'y'], ['a', 'b'], true)).toBe(0)
  expect(firstNewText(['a', null, 'b'], ['a', 'b'], true)).toBe(3)
  expect(firstNewText(['z', 'a', 'b'], ['a', 'b'], true)).toBe(3)
  // Back to an earlier text: it is what the file says now.
  expect(firstNewText(['a', 'b'], ['a', 'b', 'c'], true)).toBe(1)
  expect(firstNewText(['a', 'b'], ['a', 'b', 'c'], false)).toBe(2)
  expect(firstNewText([null], ['a'], true)).toBe(0)
  expect(firstNewText([], [], true)).toBe(0)
})

it('finds the document of a file by its paths and its texts, each document once', () => {
  const lineage = (path: string, digests: readonly string[], paths: readonly string[] = [path]) => ({ path, paths, digests })
  const document = (path: string, digests: readonly string[]) => ({ documentId: `doc_${path}`, path, digests })
  expect(matchLineages([lineage('b.md', ['1', '2'], ['a.md', 'b.md']), lineage('a.md', ['9'])], [document('a.md', ['1'])])).toEqual([0, null])
  expect(matchLineages([lineage('docs/a.md', ['1', '2'])], [document('a.md', ['1', '2'])])).toEqual([0])
  expect(matchLineages([lineage('a.md', ['1']), lineage('b.md', ['1'])], [document('b.md', ['1']), document('a.md', ['1'])])).toEqual([1, 0])
  expect(matchLineages([lineage('a.md', ['5'])], [document('a.md', ['1']), document('c.md', ['7'])])).toEqual([0])
  expect(matchLineages([lineage('a.md', ['5'])], [])).toEqual([null])
})
