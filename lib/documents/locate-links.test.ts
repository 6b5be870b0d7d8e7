import { describe, expect, it } from 'vitest'
import { locateLinks, sentenceAt } from './locate-links'
import { parseDocument } from './parse-document'

function linksOf(text: string) {
  const read = parseDocument({ path: 'a.md', bytes: new TextEncoder().encode(text), modifiedAt: new Date(0) })
  if ('reason' in read) throw new Error(read.reason)
  return locateLinks(read.text, read.links)
}

const around = (text: string) => sentenceAt(text, text.indexOf('[['))

describe('locateLinks', () => {
  it('gives each link its own words and line', () => {
    const text = '---\nrelated:\n  - "[[In Properties|x]]"\n---\nSee ![[A#B|c]]\r\nand [some *words* [1]](../b%20c.md#d "t").\n\n| [[T\\|s]] |\n|--|\n\n`[[code]]` [ref] ![](i(1).png)\n\n[ref]: ./r.md\n\n```\n[[no]]\n```\n'
    expect(linksOf(text).map(({ line, written }) => [line, written])).toEqual([
      [3, '[[In Properties|x]]'], [5, '![[A#B|c]]'], [6, '[some *words* [1]](../b%20c.md#d "t")'], [8, '[[T\\|s]]'], [11, '![](i(1).png)'], [13, '[ref]: ./r.md'],
    ])
  })

  it('finds nothing in a text without links', () => {
    expect(linksOf('Nothing here, not even `[[x]]`.')).toEqual([])
  })
})

describe('sentenceAt', () => {
  it('gives the sentence, also over wrapped lines', () => {
    expect(around('One thing. Another is\nsaid in [[Note]] and\nends here. Then more.\n')).toBe('Another is said in [[Note]] and ends here.')
    expect(around('> Quoted first. Then\n> see [[Note]] there.\n')).toBe('Then see [[Note]] there.')
  })

  it('leaves out the mark of an item or a heading', () => {
    expect(around('- first\n- [ ] see [[Note]]\n- third\n')).toBe('see [[Note]]')
    expect(around('## About [[Note]]\n\nText.')).toBe('About [[Note]]')
    expect(around('1. [[Note]]\n2. other\n')).toBe('[[Note]]')
  })

  it('gives the line in frontmatter and the row of a table', () => {
    expect(around('---\ntitle: x\nrelated: "[[Note]]"\nother: y\n---\nText.\n')).toBe('related: "[[Note]]"')
    expect(around('| a | b |\n|---|---|\n| see | [[Note]] |\n| more | 1 |\n')).toBe('see | [[Note]]')
  })

  it('cuts a long one around the link', () => {
    const sentence = around(`${'word '.repeat(400)}[[Note]] ${'more '.repeat(400)}`)
    expect(sentence.length).toBeLessThanOrEqual(290)
    expect(sentence).toMatch(/^… word .*\[\[Note\]\].* more …$/)
  })
})
