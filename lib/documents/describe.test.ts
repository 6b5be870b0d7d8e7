import { describe, expect, it } from 'vitest'
import type { ParsedDocument } from './document'
import { parseDocument } from './parse-document'

function parse(path: string, text: string): ParsedDocument {
  const read = parseDocument({ path, bytes: new TextEncoder().encode(text), modifiedAt: new Date('2024-05-06T07:08:09Z') })
  if ('reason' in read) throw new Error(read.reason)
  return read
}

describe('the form of a document', () => {
  it('reads a decision in the layout of Nygard', () => {
    const text = '# 12. Backoff for all adapters\n\nDate: 2020-02-24\n\n## Status\n\nAccepted\n\nSuperseded by [DEC-0054](decision-0054-unknown.md)\n\n## Context\n\na\n\n## Decision\n\nb'
    expect(parse('decisions/decision-0012-backoff.md', text)).toMatchObject({
      title: '12. Backoff for all adapters', kind: 'decision', status: 'superseded', supersededBy: ['decision-0054-unknown.md'],
      effectiveAt: { date: '2020-02-24', origin: 'form' }, declaredId: 'DEC-0012',
    })
  })

  it.each([
    ['Accepted', 'accepted', [], []],
    ['Superseded by DEC-0061', 'superseded', [], ['DEC-0061']],
    ['~~Proposed~~ Accepted', 'accepted', [], []],
    ['Accepted\n\nAmended by [17](0017.md)', 'accepted', [], []],
    ['Accepted. Supersedes DEC-0012 and DEC-0013.', 'accepted', ['DEC-0012', 'DEC-0013'], []],
    ['Superseded by [[New way|the new way]]', 'superseded', [], ['New way']],
    ['Partly superseded by ADR-7', 'accepted', [], []],
    ['Accepted\n\nShould be superseded by the next plan', 'accepted', [], []],
    ['**Deprecated**', 'deprecated', [], []],
    ['Unclear', null, [], []],
  ])('reads the status section "%s"', (words, status, supersedes, supersededBy) => {
    const document = parse('adr/0001-x.md', `# 1. X\n\n## Status\n\n${words}\n\n## Context\n\na\n\n## Decision\n\nb`)
    expect(document).toMatchObject({ kind: 'decision', status, supersedes, supersededBy })
  })

  it('reads a decision in the layout of MADR', () => {
    const text = '---\nstatus: "superseded by ADR-0005"\ndate: 2021-10-18\ndeciders: tk, ines\n---\n# Use a log\n\n## Considered Options\n\n* a\n\n## Decision Outcome\n\na'
    expect(parse('use-a-log.md', text)).toMatchObject({ kind: 'decision', status: 'superseded', supersededBy: ['ADR-0005'] })
  })

  it('reads the stage and start date of an RFC, and no placeholder', () => {
    const text = (start: string) => `---\nstage: recommended\nstart-date: ${start}\nrelease-date: 2021-03-22T00:00:00.000Z\nprs:\n  accepted: https://e.org\n---\n# Deprecate it\n`
    expect(parse('text/0689-it.md', text('2020-12-22T00:00:00.000Z'))).toMatchObject({ kind: 'decision', status: 'active', effectiveAt: { date: '2020-12-22', origin: 'form' } })
    expect(parse('text/0690-it.md', text("Fill in with today's date, 2032-12-01")).effectiveAt.origin).toBe('file-time')
    expect(parse('rfc/rfc-0011-descriptor.md', '# RFC-0011: Descriptor\n\n- **Status:** proposed\n- Date: 24 May 2021\n\n## Summary\n\na')).toMatchObject({
      kind: 'decision', status: 'proposed', declaredId: 'RFC-0011', effectiveAt: { date: '2021-05-24', origin: 'form' },
    })
  })

  it.each([['November 2021\\', '2021-11-01'], ['Nov. 2021', '2021-11-01'], ['May, 2016', '2016-05-01'], ['Version 2021', null], ['November 202', null], ['about November 2021', null]])('reads a date line of a month and its year as the first day: %s', (date, day) => {
    const { effectiveAt } = parse('rfcs/rfc-144-banner.md', `# 144 Banner\n\nAuthor: Bill\\\nDate: ${date}\nDeadline: 1 December 2021\n\n## Summary\n\na`)
    expect(effectiveAt).toEqual(day === null ? { date: '2024-05-06', origin: 'file-time' } : { date: day, origin: 'form' })
  })

  it('reads a changelog, its newest date, and a release note named by its version', () => {
    expect(parse('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2022-01-18\n\n- a\n\n## [1.0.0] - 2021-01-01\n\n- b')).toMatchObject({
      kind: 'release', effectiveAt: { date: '2022-01-18', origin: 'form' },
    })
    expect(parse('releases/release-2022.04.10.md', '# receiptd 2022.4.10\n\nReleased 2022-04-29, commit `c70d2e8`.')).toMatchObject({
      kind: 'release', effectiveAt: { date: '2022-04-29', origin: 'form' },
    })
    expect(parse('Release notes/v1.7.0.md', '---\ntitle: "1.7.0"\n---\ntext').kind).toBe('release')
  })

  it('reads an incident by its name and sections, and no guide about incidents', () => {
    expect(parse('2021-11-02-incident-backlog.md', '# Backlog\n\n## Timeline\n\na\n\n## Impact\n\nb')).toMatchObject({
      kind: 'incident', effectiveAt: { date: '2021-11-02', origin: 'file-name' },
    })
    expect(parse('x.md', '# The night\n\n## Timeline\n\na\n\n## Impact\n\nb\n\n## Root cause\n\nc').kind).toBe('incident')
    expect(parse('incident-guide.md', '# How we handle incidents\n\n## Who calls\n\na').kind).toBe('note')
  })

  it('prefers what the frontmatter declares', () => {
    const text = '---\nkind: case study\nstatus: draft\ncreated: 2022-08-22\nsupersedes: ["[[Old]]", DEC-1]\naliases: one\nproject: W93H\n---\n# 1. X\n\nDate: 2001-01-01\n\n## Status\n\nAccepted'
    expect(parse('adr/0001-x.md', text)).toMatchObject({
      kind: 'case-study', status: 'draft', effectiveAt: { date: '2022-08-22', origin: 'frontmatter' }, supersedes: ['Old', 'DEC-1'], aliases: ['one'], project: 'W93H',
    })
  })

  it.each([
    ['journal/2019-10-04.md', '2019-10-04'],
    ['journal/2019/10/04.md', '2019-10-04'],
    ['20191004 walk.md', '2019-10-04'],
    ['notes/2022-02-cleanup.md', '2022-02-01'],
  ])('takes the date in %s', (path, date) => {
    expect(parse(path, 'text').effectiveAt).toEqual({ date, origin: 'file-name' })
  })

  it.each(['release 2022.04.10.md', 'error-20221399.md', 'id-1234567890.md'])('takes %s for no date', (path) => {
    expect(parse(path, 'text').effectiveAt.origin).toBe('file-time')
  })
})

describe('records', () => {
  const manifest = [
    '# release manifest', 'release: 1.0.21', 'product: z29c-client', 'date: 2021-05-18', 'status: deprecated', '# what is new', 'changes:',
    ...Array.from({ length: 40 }, (_, at) => `  - Change ${at} makes something better than it was before.`), 'fixes:', '  - Time zone is UTC.', '',
  ].join('\n')

  it('reads a release manifest: short entries together, other entries apart, big ones by item', () => {
    const document = parse('releases/release-1.0.21.yaml', manifest)
    expect(document).toMatchObject({ title: 'z29c-client 1.0.21', kind: 'release', status: 'deprecated', effectiveAt: { date: '2021-05-18', origin: 'form' } })
    expect(document.sections.map(({ heading, startLine, endLine }) => [heading, startLine, endLine])).toEqual([[null, 1, 5], ['changes', 6, 47], ['fixes', 48, 49]])
    const texts = document.passages.map(({ startOffset, endOffset }) => document.text.slice(startOffset, endOffset))
    expect(texts[0]).toBe(manifest.slice(0, manifest.indexOf('\n# what')))
    expect(texts.at(-1)).toBe('fixes:\n  - Time zone is UTC.')
    expect(texts.length).toBeGreaterThan(3)
    for (const text of texts.slice(2, -1)) expect(text).toMatch(/^ {2}- Change \d+ [^]*before\.$/)
    expect(document.passages.every(({ contentType }) => contentType === 'record')).toBe(true)
  })

  it('reads JSON on one line and over many', () => {
    const value = { version: '2.6.0', name: 'q2f8-register', released: '2023-02-13', changes: ['a', 'b'] }
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, '\t')]) {
      const document = parse('register-2.6.0.json', text)
      expect(document).toMatchObject({ kind: 'release', title: 'q2f8-register 2.6.0', warnings: [] })
      expect(document.sections.map(({ heading }) => heading)).toEqual([null, 'changes'])
    }
  })

  it('reads project metadata, named by its name', () => {
    expect(parse('z29c/project.yaml', 'name: Z29C\ntitle: Dispatch\nstatus: archived\nstarted: 2019-09-16\nowners:\n  - tk\n')).toMatchObject({
      kind: 'project', project: 'Z29C', title: 'Dispatch', status: 'archived', effectiveAt: { date: '2019-09-16', origin: 'form' },
    })
  })

  it('reads a broken record as plain text, with the line, and keeps its scope', () => {
    const document = parse('a.yaml', 'scope: team\nname: "x\\q"\n\nlist: [1, 2\n')
    expect(document.warnings).toEqual([{ message: expect.stringContaining('plain text'), line: 2 }])
    expect(document.declaredScope).toBe('team')
    expect(document.passages.map(({ startOffset, endOffset }) => document.text.slice(startOffset, endOffset)).join()).toContain('list: [1, 2')
  })

  it('takes a scope that is given twice for malformed', () => {
    expect(parse('a.json', '{"scope": "private", "a": [1], "scope": "public"}').declaredScope).toBe('given twice')
  })

  it('reads several documents, a bare list and nothing at all', () => {
    expect(parse('a.yaml', 'a:\n  - 1\n---\nb:\n  - 2\n').sections.map(({ heading }) => heading)).toEqual(['a', 'b'])
    expect(parse('a.yaml', '- one\n- two\n').passages).toHaveLength(1)
    expect(parse('a.yaml', '').passages).toEqual([])
    expect(parse('a.yaml', '# only a comment\n').passages).toHaveLength(1)
  })
})
