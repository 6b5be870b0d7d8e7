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
    select o.path as old, n.path as by, bool_and(e.superseded and e.successor_id = n.id) as marked
    from supersession s join document o on o.id = s.document_id join document n on n.id = s.successor_id
    join index_entry e on e.document_id = o.id and e.removed_in is null group by 1, 2 order by 1`)
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
