import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rows } from '@/lib/database'
import { openTestIndex, type TestIndex } from './testing'

let index: TestIndex
afterEach(() => index.close())

const old = (by: string) => `# Old way\n\nDate: 2020-03-01\n\n## Context\n\nTimeouts.\n\n## Status\n\nSuperseded by ${by}\n\n## Decision\n\nRetry.\n`
const current = (head = '') => `${head}# New way\n\nDate: 2022-03-01\n\n## Status\n\nAccepted\n\n## Decision\n\nDo not.\n`

async function open(files: Readonly<Record<string, string>>): Promise<void> {
  index = await openTestIndex(files)
  await index.build()
}

const move = (from: string, to: string) => rename(join(index.folder, from), join(index.folder, to))

/** Which path is replaced by which, and what the active generation says of it. */
async function replaced(): Promise<readonly string[]> {
  const found = await rows<{ old: string; by: string; marked: boolean }>(index.opened.database, sql`
    select o.path as old, n.path as by, bool_and(n.id = any(e.successor_ids) and s.successor_scope = e.successor_scopes[array_position(e.successor_ids, n.id)]) as marked
    from supersession s join document o on o.id = s.document_id join document n on n.id = s.successor_id
    join index_entry e on e.document_id = o.id and e.removed_in is null group by 1, 2 order by 1, 2`)
  return found.map(({ old, by, marked }) => `${old} → ${by}${marked ? '' : ' (not marked)'}`)
}

describe('what replaces what', () => {
  it.each([
    ['the number of its file', 'DEC-0054', current(), 'decision-0054-new.md'],
    ['its declared id', 'DEC-0054', current('---\nid: DEC-0054\n---\n'), 'new.md'],
    ['its title', '[[New way]]', current(), 'new.md'],
    ['an alias', '[[The way]]', current('---\naliases: [The way]\n---\n'), 'new.md'],
    ['a wikilink to its name', '[[new|the new one]]', current(), 'new.md'],
    ['a relative path', '[the new one](../z/new.md#decision)', current(), 'new.md'],
    ['a path with an escaped blank', '[the new one](../z/the%20new.md)', current(), 'the new.md'],
  ])('is found by %s', async (_, by, text, name) => {
    await open({ 'a/old.md': old(by), [`z/${name}`]: text, 'other.md': '# Other\n\nText.\n' })
    expect(await replaced()).toEqual([`a/old.md → z/${name}`])
  })

  it('of two files whose names differ only in `-` and `_` is the one that is named', async () => {
    await open({ 'old.md': old('[[my-file]]'), 'my-file.md': current(), 'my_file.md': current().replace('New', 'Other') })
    expect(await replaced()).toEqual(['old.md → my-file.md'])
  })

  it('is nothing where several could be meant', async () => {
    await open({ 'old.md': old('[[new]]'), 'x/new.md': current(), 'y/new.md': current().replace('Do not', 'Perhaps') })
    expect(await replaced()).toEqual([])
  })

  it('is said by either side: in prose, in frontmatter, as a quoted wikilink in a list', async () => {
    await open({
      'one.md': '# One\n\nText one.\n', 'one-new.md': '---\nsupersedes:\n  - "[[one]]"\n---\n# One, new\n\nText.\n',
      'two.md': '---\nsuperseded_by: "[[two-new|Two]]"\n---\n# Two\n\nText two.\n', 'two-new.md': '# Two, new\n\nText.\n',
    })
    expect(await replaced()).toEqual(['one.md → one-new.md', 'two.md → two-new.md'])
  })

  it('stays so when the replaced one, the replacing one or both are renamed and moved', async () => {
    await open({ 'old.md': old('DEC-0054'), 'decision-0054-new.md': current(), 'sub/x.md': '# X\n\nText.\n' })
    const [before] = await rows<{ documentId: string; successorId: string }>(index.opened.database, sql`select document_id as "documentId", successor_id as "successorId" from supersession`)
    await move('old.md', 'sub/older.md')
    await index.build()
    expect(await replaced()).toEqual(['sub/older.md → decision-0054-new.md'])
    await move('decision-0054-new.md', 'sub/decision-0054-renamed.md')
    await index.build()
    expect(await replaced()).toEqual(['sub/older.md → sub/decision-0054-renamed.md'])
    await move('sub/older.md', 'oldest.md')
    await move('sub/decision-0054-renamed.md', 'decision-0054.md')
    await index.build()
    expect(await replaced()).toEqual(['oldest.md → decision-0054.md'])
    expect(await rows(index.opened.database, sql`select document_id as "documentId", successor_id as "successorId" from supersession`)).toEqual([before])
  })

  it('said by path follows a rename with which the path was updated', async () => {
    await open({ 'old.md': '# Old way\n\nText.\n', 'new.md': '---\nsupersedes: old.md\n---\n# New way\n\nText.\n' })
    expect(await replaced()).toEqual(['old.md → new.md'])
    await move('new.md', 'newer.md')
    await index.build()
    expect(await replaced()).toEqual(['old.md → newer.md'])
    await move('old.md', 'archive.md')
    await index.write('newer.md', '---\nsupersedes: archive.md\n---\n# New way\n\nText.\n')
    await index.build()
    expect(await replaced()).toEqual(['archive.md → newer.md'])
  })

  it('ends when the words or the replacing document are gone', async () => {
    await open({ 'old.md': old('[[new]]'), 'new.md': current(), 'other.md': '# Other\n\nText.\n' })
    await index.remove('new.md')
    await index.build()
    expect(await replaced()).toEqual([])
  })
})

describe('what replaces what, for whom', () => {
  const rules = 'scopes:\n  - { path: "open/**", scope: public }\n  - { path: "team/**", scope: team }\n  - { path: "club/**", scope: club }\n'
  const openScoped = (files: Readonly<Record<string, string>>) => open({ 'k81r.yaml': rules, ...files })
  const note = (title: string, head = '') => `${head === '' ? '' : `---\n${head}\n---\n`}# ${title}\n\nText of ${title}.\n`

  /** Of each document that is marked or replaced: its own word, then the paths and scopes of what replaces it, in order. */
  async function marks(): Promise<readonly string[]> {
    const found = await rows<{ path: string; own: boolean; successors: readonly string[] | null }>(index.opened.database, sql`
      select distinct d.path, e.superseded as own, (select array_agg(o.path || ' ' || s.scope order by place) from unnest(e.successor_ids, e.successor_scopes) with ordinality as s(id, scope, place) join document o on o.id = s.id) as successors
      from index_entry e join document d on d.id = e.document_id where e.removed_in is null and e.current and (e.superseded or e.successor_ids is not null) order by 1`)
    return found.map(({ path, own, successors }) => [path, own ? 'says so' : 'is silent', ...(successors ?? [])].join(', '))
  }

  it.each([
    ['a public text', 'open/a/old.md', ['open/a/old.md, says so, open/b/new.md public']],
    ['a text of the team', 'team/old.md', ['team/old.md, says so, open/b/new.md public']],
    ['the owner’s own text', 'home/old.md', ['home/old.md, says so, open/b/new.md public']],
  ])('is, in %s, never what fewer readers see', async (_, path, expected) => {
    await openScoped({ [path]: note('Old', 'superseded_by: "[[new]]"'), 'open/b/new.md': note('New') })
    expect(await marks()).toEqual(expected)
    await index.write('club/new.md', note('New of the club'))
    await index.build()
    expect(await marks()).toEqual(expected)
  })

  it('is what is named among all that the same readers see, the text’s own scope included: two there are none', async () => {
    await openScoped({ 'team/old.md': note('Old', 'superseded_by: "[[new]]"'), 'open/new.md': note('New'), 'team/x/new.md': note('New of the team') })
    expect(await marks()).toEqual(['team/old.md, says so'])
    await index.remove('open/new.md')
    await index.build()
    expect(await marks()).toEqual(['team/old.md, says so, team/x/new.md team'])
  })

  it('is looked up in each narrower scope by itself, so that none of them changes what another’s readers see', async () => {
    await openScoped({ 'open/old.md': note('Old', 'superseded_by: "[[new]]"'), 'team/new.md': note('New of the team') })
    expect(await marks()).toEqual(['open/old.md, says so, team/new.md team'])
    await index.write('home/new.md', note('New of mine'))
    await index.write('club/x/new.md', note('New of the club'))
    await index.write('club/y/new.md', note('Newer of the club'))
    await index.build()
    expect(await marks()).toEqual(['open/old.md, says so, team/new.md team, home/new.md private'])
  })

  it('has the successor that most readers may see first', async () => {
    await openScoped({ 'team/old.md': note('Old'), 'home/new.md': note('Mine', 'supersedes: ../team/old.md') })
    expect(await marks()).toEqual(['team/old.md, is silent, home/new.md private'])
    await index.write('team/new.md', note('Of the team', 'supersedes: old.md'))
    await index.write('open/new.md', note('Of all', 'supersedes: ../team/old.md'))
    await index.build()
    expect(await marks()).toEqual(['team/old.md, is silent, open/new.md public, team/new.md team, home/new.md private'])
  })

  it('follows the successor’s scope, though nothing else of either document changes', async () => {
    await openScoped({ 'open/old.md': note('Old'), 'open/new.md': note('New', 'supersedes: old.md') })
    expect(await marks()).toEqual(['open/old.md, is silent, open/new.md public'])
    await index.write('k81r.yaml', `${rules}  - { path: "open/new.md", scope: private }\n`)
    await index.build()
    expect(await marks()).toEqual(['open/old.md, is silent, open/new.md private'])
    await index.write('k81r.yaml', rules)
    await index.build()
    expect(await marks()).toEqual(['open/old.md, is silent, open/new.md public'])
  })
})
