import { beforeAll, describe, expect, it } from 'vitest'
import { loadLanguages } from './language'
import { parseDocument } from './parse-document'
import { findBreaches, hostileFiles, largeHostileFile, largeHostileFiles } from './testing'

const modifiedAt = new Date('2024-05-06T07:08:09Z')
beforeAll(loadLanguages)

describe('hostile files', () => {
  it('become exact spans that tile their sections, or a reason, three thousand of them', () => {
    const reasons: string[] = []
    let read = 0
    for (const file of hostileFiles(20_261_130, 3_000)) {
      const document = parseDocument({ ...file, modifiedAt })
      if ('reason' in document) {
        reasons.push(document.reason)
        continue
      }
      read++
      expect({ path: file.path, breaches: findBreaches(document) }).toEqual({ path: file.path, breaches: [] })
      // The parser never fails on a small file: what is read as paragraphs says which limit it passes.
      expect(document.warnings.filter(({ message }) => message.includes('parsing failed'))).toEqual([])
    }
    expect(read + reasons.length).toBe(3_000)
    expect(read).toBeGreaterThan(2_000)
    expect(reasons.length).toBeGreaterThan(100)
    expect(reasons.filter((reason) => !/^The file .+\.$/.test(reason))).toEqual([])
  })

  it('are the same for the same seed, under names that are all different', () => {
    const files = [...hostileFiles(7, 300)]
    expect([...hostileFiles(7, 300)]).toEqual(files)
    expect(new Set(files.map(({ path }) => path)).size).toBe(300)
  })

  it('of the worst shapes stay searchable, as paragraphs with a warning where their structure costs too much', () => {
    const lost: string[] = []
    for (const file of largeHostileFiles()) {
      const document = parseDocument({ ...file, modifiedAt })
      if ('reason' in document) {
        expect([file.path, document.reason]).toEqual(['large/line of 50 MB.md', 'The file has 47.7 MB, more than the limit of 8 MB.'])
        continue
      }
      expect({ path: file.path, breaches: findBreaches(document) }).toEqual({ path: file.path, breaches: [] })
      expect(document.warnings.filter(({ message }) => message.length > 600)).toEqual([])
      // Nothing that goes before every passage grows with the file.
      expect(document.passages.filter(({ prefix }) => prefix.length > 7_000)).toEqual([])
      if (!document.passages.some(({ indexedText }) => indexedText.includes('findable'))) lost.push(file.path)
    }
    expect(lost).toEqual([])
  })

  it.each([
    ['list of 20,000.md', 'too many list items'], ['quotes.md', 'more than 100 quotes or lists inside each other'], ['quotes tight.md', 'more than 100 quotes or lists inside each other'], ['half links.md', 'more than 500 brackets inside each other'],
    ['comments open.md', 'more than 500 brackets inside each other'], ['stars closed.md', 'more than 1000 marks of emphasis in a row'], ['line of 5 MB.md', 'thousand characters without a heading'], ['paragraphs.md', 'more than 10000 blank lines under one heading'],
    ['drawing of 7 MB.json', 'more than 200 thousand characters'], ['bomb.md', 'Excessive alias count'], ['bomb.yaml', 'Excessive alias count'], ['deep.json', 'not valid YAML or JSON'], ['long id.md', 'too long to be a name'],
  ])('%s: the warning says why: %s', (name, why) => {
    const document = parseDocument({ ...largeHostileFile(name), modifiedAt })
    expect('warnings' in document ? document.warnings.map(({ message }) => message) : []).toContainEqual(expect.stringContaining(why))
  })

  it('cannot say through an escape what no database stores', () => {
    const head = 'title: "a\\0b\\ud800c"\ntags: ["t\\0", "\\udc00"]\nid: "x\\0y"\nscope: "pub\\0lic"\nbad: "\\q\\0"'
    const document = parseDocument({ path: 'a.md', bytes: new TextEncoder().encode(`---\n${head.replace(/\nbad.*/, '')}\n---\n[x](a%00b.md)`), modifiedAt })
    expect(document).toMatchObject({ title: 'a\uFFFDb\uFFFDc', tags: ['t\uFFFD', '\uFFFD'], frontmatterId: 'x\uFFFDy', declaredScope: 'pub\uFFFDlic', links: [{ target: 'a\uFFFDb.md' }] })
    const record = parseDocument({ path: 'a.json', bytes: new TextEncoder().encode('{"k\\u0000": ["a"], "title": "\\ud800"}'), modifiedAt })
    expect(record).toMatchObject({ title: '\uFFFD', sections: [{ heading: 'k\uFFFD' }, { heading: 'title' }] })
  })

  it('with a date outside the calendar fall back on the next best one', () => {
    for (const date of ['0000-00-00', '99999-01-01', '2024-02-30', '-9999-01-01', '2024-13-01']) {
      expect(parseDocument({ path: 'a.md', bytes: new TextEncoder().encode(`---\ndate: ${date}\n---\nx`), modifiedAt })).toMatchObject({ effectiveAt: { date: '2024-05-06', origin: 'file-time' } })
    }
    for (const odd of [new Date(8.64e15), new Date(-8.64e15), new Date(Number.NaN)]) expect(parseDocument({ path: 'a.md', bytes: new Uint8Array(), modifiedAt: odd })).toMatchObject({ effectiveAt: { date: '1970-01-01' } })
  })
})
