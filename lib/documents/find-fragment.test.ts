import { describe, expect, it } from 'vitest'
import { findFragment } from './find-fragment'
import { parseDocument } from './parse-document'

function find(fragment: string, text: string): string | null {
  const read = parseDocument({ path: 'a.md', bytes: new TextEncoder().encode(text), modifiedAt: new Date(0) })
  if ('reason' in read) throw new Error(read.reason)
  const place = findFragment(fragment, read.text, read.sections)
  return place === null ? null : `${place.startLine}–${place.endLine} ${read.text.slice(place.startOffset, place.endOffset)}`
}

describe('a heading', () => {
  const text = '# Top\n\n## Waits (in seconds)\n\na\n\n## Other\n\n### Waits\n\nb\n\n## What is `C++`?\n\nc\n\n## Über_uns\n'

  it('is found whatever its case and punctuation', () => {
    expect(find('Waits (in seconds)', text)).toBe('3–3 ## Waits (in seconds)')
    expect(find('waits in seconds', text)).toBe('3–3 ## Waits (in seconds)')
    expect(find('What is `C++`?', text)).toBe('13–13 ## What is `C++`?')
    expect(find('U\u0308ber_uns', text)).toBe('17–17 ## Über_uns')
    expect(find('Nowhere', text)).toBeNull()
  })

  it('is looked for under the one before it', () => {
    expect(find('Other#Waits', text)).toBe('9–9 ### Waits')
    expect(find('Waits (in seconds)#Waits', text)).toBeNull()
    expect(find('Top#Other#Waits', text)).toBe('9–9 ### Waits')
  })

  it('is found by the anchor that GitHub makes of it, numbered where it is there twice', () => {
    expect(find('waits-in-seconds', text)).toBe('3–3 ## Waits (in seconds)')
    expect(find('part-1', '# A\n\n## Part\n\n## Part\n')).toBe('5–5 ## Part')
  })

  it('is preferred as typed over one that differs in punctuation', () => {
    expect(find('C++', '## C\n\n## C++\n')).toBe('3–3 ## C++')
  })

  it('in code is none', () => {
    expect(find('Not this', '# A\n\n```\n# Not this\n```\n')).toBeNull()
  })
})

describe('a block', () => {
  it('is what its mark stands at the end of', () => {
    expect(find('^one', 'Before.\n\nA sentence\nover two lines. ^one\n\nAfter.\n')).toBe('3–4 A sentence\nover two lines. ^one')
    expect(find('^Two', '- first\n- second ^two\n- third\n')).toBe('2–2 - second ^two')
    expect(find('^img', 'x\n\n![[a.png]]^img\n')).toBe('3–3 ![[a.png]]^img')
  })

  it('is the one above a mark that stands alone', () => {
    expect(find('^t', '| a |\r\n|---|\r\n| 1 |\r\n\r\n^t\r\n')).toBe('1–3 | a |\r\n|---|\r\n| 1 |')
  })

  it('is none where the mark is not there, or only a link to it', () => {
    expect(find('^one', 'See [[#^one]]\nand x^one\n')).toBeNull()
    expect(find('^', 'text ^\n')).toBeNull()
  })
})
