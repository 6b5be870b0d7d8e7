import { execFileSync } from 'node:child_process'
import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rows } from '@/lib/database'
import { Fault } from '@/lib/foundation'
import type { Embedder, EmbedderState } from '@/lib/models'
import { deterministicEmbedder } from '@/lib/models/testing'
import { buildIndex } from './build-index'
import { activeGeneration } from './generations'
import { openTestIndex, type TestIndex } from './testing'

const note = (title: string, body: string, head = '') => `${head}# ${title}\n\n${body}\n`

let index: TestIndex
const database = () => index.opened.database
afterEach(() => index.close())

/** The live set of a generation, without anything that a fresh index would name differently. */
async function liveSet(generation: number) {
  return rows<{ path: string; current: boolean; superseded: boolean; scope: string; text: string; terms: string; vector: string | null }>(database(), sql`
    select r.source_path as path, e.current, e.superseded or e.successor_ids is not null as superseded, e.scope, p.text, p.terms::text, md5(v.vector::text) as vector
    from index_entry e join passage p on p.id = e.passage_id join revision r on r.id = e.revision_id
    left join embedding v on v.index_digest = p.index_digest and v.model_id = (select model_id from generation where number = ${generation})
    where e.added_in <= ${generation} and (e.removed_in is null or e.removed_in > ${generation}) order by 1, 2, 5`)
}

async function revisions(path: string) {
  return rows<{ number: number; documentId: string; current: boolean }>(database(), sql`
    select r.number, r.document_id as "documentId", r.in_force_to is null as current from revision r join document d on d.id = r.document_id where d.path = ${path} order by r.number`)
}

/** An embedder that fails from its n-th call on: an interruption that a test can place. */
function failingEmbedder(after: number): EmbedderState {
  const real = deterministicEmbedder()
  let calls = 0
  const embed: Embedder['embed'] = (texts, options) => (++calls > after ? Promise.reject(new Fault('model-unavailable', 'The model was stopped.')) : real.embed(texts, options))
  return { state: 'ready', embedder: { ...real, model: real.model, embed } }
}

describe('a build', () => {
  it('activates a first generation that holds every file, and nothing more while nothing changes', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'Alpha beta.'), 'b/c.md': note('C', 'Gamma delta.'), 'release.yaml': 'version: 1.0.21\ndate: 2022-01-02\nnotes:\n  - fixed\n', 'empty.md': '' })
    expect(await index.build()).toEqual({ generation: 1, changed: true })
    expect((await liveSet(1)).every(({ vector }) => vector !== null)).toBe(true)
    expect(await rows(database(), sql`select path, state from source_file order by path`)).toEqual([{ path: 'a.md', state: 'indexed' }, { path: 'b/c.md', state: 'indexed' }, { path: 'empty.md', state: 'indexed' }, { path: 'release.yaml', state: 'indexed' }])
    const before = await activeGeneration(database())
    expect(await index.build()).toEqual({ generation: 1, changed: false })
    const after = await activeGeneration(database())
    expect((after?.currentAsOf ?? '') >= (before?.currentAsOf ?? 'never')).toBe(true)
    expect(await rows(database(), sql`select number, state from generation`)).toEqual([{ number: 1, state: 'active' }])
  })

  it('makes a new revision of a changed file and keeps the old one as history, exactly one of them current', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'Version 0.'), 'other.md': note('O', 'Untouched.') })
    await index.build()
    for (let version = 1; version <= 5; version++) {
      await index.write('a.md', note('A', `Version ${version}.`))
      await index.build()
    }
    expect(await revisions('a.md')).toHaveLength(6)
    const live = await liveSet(6)
    expect(live.filter(({ path, current }) => path === 'a.md' && current).map(({ text }) => text)).toEqual(['Version 5.'])
    expect(live.filter(({ path, current }) => path === 'a.md' && !current)).toHaveLength(5)
    expect(await rows(database(), sql`select count(*)::int as count from index_entry e join revision r on r.id = e.revision_id where r.source_path = 'other.md'`)).toEqual([{ count: 1 }])
  })

  it('leaves an earlier generation exactly what it was', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'First words.'), 'gone.md': note('G', 'Going.') })
    await index.build()
    const before = await liveSet(1)
    await index.write('a.md', note('A', 'Second words.'))
    await index.remove('gone.md')
    await index.write('new.md', note('N', 'New.'))
    await index.build()
    expect(await liveSet(1)).toEqual(before)
    expect((await liveSet(2)).map(({ text, current }) => [text, current])).toEqual([['First words.', false], ['Second words.', true], ['New.', true]])
  })

  it('keeps a document’s identity through a rename, a declared id and a return', async () => {
    index = await openTestIndex({ 'old name.md': note('A', 'Same text.'), 'with-id.md': note('B', 'One.', '---\nid: the-policy\n---\n') })
    await index.build()
    const [renamed] = await revisions('old name.md')
    const [declared] = await revisions('with-id.md')
    await rename(join(index.folder, 'old name.md'), join(index.folder, 'new name.md'))
    await index.remove('with-id.md')
    await index.write('moved/policy.md', note('B', 'Two, edited on the way.', '---\nid: the-policy\n---\n'))
    await index.build()
    expect(await revisions('new name.md')).toEqual([renamed])
    expect((await revisions('moved/policy.md')).map(({ documentId, number }) => [documentId, number])).toEqual([[declared?.documentId, 1], [declared?.documentId, 2]])
    await index.remove('new name.md')
    await index.build()
    expect((await liveSet(3)).map(({ path }) => path)).not.toContain('new name.md')
    await index.write('new name.md', note('A', 'Same text.'))
    await index.build()
    expect((await revisions('new name.md')).map(({ documentId }) => documentId)).toEqual([renamed?.documentId])
  })

  it('keeps two live files with one id apart and says so', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'One.', '---\nid: same\n---\n'), 'b.md': note('B', 'Two.', '---\nid: same\n---\n') })
    await index.build()
    expect(await rows(database(), sql`select path, identity from document order by path`)).toEqual([{ path: 'a.md', identity: 'id:same' }, { path: 'b.md', identity: 'path:b.md' }])
    expect(await rows(database(), sql`select warnings->0->>'message' as message from source_file where path = 'b.md'`)).toEqual([{ message: 'The id “same” is already used by a.md; this file is kept apart under its path.' }])
  })

  it('indexes names apart that differ only in case, Unicode form or separators', async () => {
    const names = ['🐘.md', '°.md', '----=-.md', '\u00fc.md', 'u\u0308.md', 'my_file.md', 'my-file.md', 'my file.md', 'README.md', 'readme.md']
    index = await openTestIndex(Object.fromEntries(names.map((name, at) => [name, note('Same title', `Text number ${at}.`)])))
    await index.build()
    expect((await rows<{ path: string }>(database(), sql`select path from document`)).map(({ path }) => path).sort()).toEqual([...names].sort())
    expect(await rows(database(), sql`select count(distinct text)::int as count from passage`)).toEqual([{ count: names.length }])
  })

  it('lists what it cannot read with its reason, and indexes the rest', async () => {
    index = await openTestIndex({ 'good.md': note('Good', 'Fine.'), 'empty.md': '' })
    await index.write('binary.md', Uint8Array.of(0x23, 0x20, 0x00, 0x41))
    await index.write('latin1.md', Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65))
    await index.write('large.json', `{"drawing": "${'x'.repeat(9_000_000)}"}`)
    await symlink('/etc/hostname', join(index.folder, 'out.md'))
    execFileSync('mkfifo', [join(index.folder, 'pipe.md')])
    await index.build()
    const files = await rows<{ path: string; state: string; reason: string | null }>(database(), sql`select path, state, reason from source_file order by path`)
    expect(files.filter(({ state }) => state === 'failed').map(({ path }) => path)).toEqual(['binary.md', 'large.json', 'latin1.md', 'out.md', 'pipe.md'])
    expect(files.filter(({ state, reason }) => state === 'failed' && (reason ?? '').length < 15)).toEqual([])
    expect((await liveSet(1)).map(({ path }) => path)).toEqual(['good.md'])
    // An emptied file is an empty document, not a deletion.
    await index.write('good.md', '')
    await index.build()
    expect(await revisions('good.md')).toHaveLength(2)
    expect((await liveSet(2)).filter(({ current }) => current)).toEqual([])
  })

  it('keeps the last good revision of a file that turns unreadable', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'Good text.'), 'b.md': note('B', 'Other.') })
    await index.build()
    await index.write('a.md', Uint8Array.of(0x41, 0x00))
    await index.build()
    expect((await liveSet((await activeGeneration(database()))?.number ?? 0)).filter(({ current }) => current).map(({ path }) => path)).toEqual(['a.md', 'b.md'])
    expect(await rows(database(), sql`select state from source_file where path = 'a.md'`)).toEqual([{ state: 'failed' }])
  })

  it('takes a missing or suddenly empty root for a fault and forgets nothing', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'Kept.') })
    await index.build()
    await index.remove('a.md')
    expect(await index.build()).toEqual({ generation: 1, changed: false })
    expect(await rows<{ fault: string }>(database(), sql`select fault from source`)).toEqual([{ fault: expect.stringContaining('holds no notes any more') }])
    await rm(index.folder, { recursive: true })
    await index.build()
    expect(await rows<{ fault: string }>(database(), sql`select fault from source`)).toEqual([{ fault: expect.stringContaining('does not exist') }])
    expect(await liveSet(1)).toHaveLength(1)
  })

  it('refuses a k81r.yaml that it does not understand, naming the line, and forgets nothing', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'Kept.') })
    await index.build()
    await index.write('k81r.yaml', 'scopes:\n  - path: "**"\n    scope: public\nscoeps: []\n')
    await index.build()
    expect(await rows(database(), sql`select fault from source`)).toEqual([{ fault: expect.stringMatching(/^k81r\.yaml, line 4: “scoeps” is not a key/) }])
    expect((await liveSet(1)).map(({ scope }) => scope)).toEqual(['private'])
  })

  it('decides who may read by the strictest word: folder rules, frontmatter, else nobody but the owner', async () => {
    index = await openTestIndex({
      'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\n  - { path: "open/team/**", scope: team }\nignore: ["skipped/**"]\n',
      'open/a.md': note('A', 'a'), 'open/team/b.md': note('B', 'b'), 'open/c.md': note('C', 'c', '---\nscope: private\n---\n'), 'open/d.md': note('D', 'd', '---\nscope: [what, ever]\n---\n'),
      'open/team/e.md': note('E', 'e', '---\nscope: public\n---\n'), 'f.md': note('F', 'f'), 'g.md': note('G', 'g', '---\nscope: public\n---\n'), 'skipped/h.md': note('H', 'h'),
    })
    await index.build()
    expect((await liveSet(1)).map(({ path, scope }) => [path, scope])).toEqual([
      ['f.md', 'private'], ['g.md', 'public'], ['open/a.md', 'public'], ['open/c.md', 'private'], ['open/d.md', 'private'], ['open/team/b.md', 'team'], ['open/team/e.md', 'team'],
    ])
    // Narrowing a rule narrows older revisions with it.
    await index.write('open/a.md', note('A', 'a, edited'))
    await index.write('k81r.yaml', 'ignore: ["skipped/**"]\n')
    await index.build()
    expect((await liveSet(2)).filter(({ path }) => path === 'open/a.md').map(({ scope }) => scope)).toEqual(['private', 'private'])
  })

  it('links what replaces what, from either side', async () => {
    index = await openTestIndex({
      'decision-0012-backoff.md': '# 12. Backoff\n\nDate: 2020-03-01\n\n## Status\n\nSuperseded by DEC-0054\n\n## Decision\n\nRetry.\n',
      'decision-0054-unknown.md': '# 54. Unknown\n\nDate: 2022-03-01\n\n## Status\n\nAccepted\n\n## Decision\n\nDo not.\n',
      'old.md': note('Old way', 'As it was.'), 'new.md': note('New way', 'As it is.', '---\nsupersedes: old.md\n---\n'),
    })
    await index.build()
    expect((await liveSet(1)).filter(({ superseded }) => superseded).map(({ path }) => path).filter((path, at, all) => all.indexOf(path) === at)).toEqual(['decision-0012-backoff.md', 'old.md'])
    await index.write('new.md', note('New way', 'As it is.'))
    await index.build()
    expect((await liveSet(2)).filter(({ path }) => path === 'old.md').map(({ superseded }) => superseded)).toEqual([false])
  })

  it('overlays dated folders in their order as older revisions', async () => {
    index = await openTestIndex({
      'k81r.yaml': 'notes: notes\nrevisions: revisions\n',
      'notes/policy.md': note('Policy', 'Third.', '---\nid: policy\ndate: 2022-06-01\n---\n'),
      'revisions/2021-05-01/policy.md': note('Policy', 'Second.', '---\nid: policy\n---\n'),
      'revisions/2020-01-15/first-name.md': note('Policy', 'First.', '---\nid: policy\n---\n'),
    })
    await index.build()
    expect(await rows(database(), sql`select r.number, r.in_force_from::text as from, r.in_force_to::text as to from revision r join document d on d.id = r.document_id where d.path = 'notes/policy.md' order by r.number`)).toEqual([
      { number: 1, from: '2020-01-15', to: '2021-05-01' }, { number: 2, from: '2021-05-01', to: '2022-06-01' }, { number: 3, from: '2022-06-01', to: null },
    ])
    expect(await index.build()).toMatchObject({ changed: false })
  })

  it('leaves the active generation as it was when it is interrupted, and goes on from there', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'First.') })
    await index.build()
    for (let at = 0; at < 60; at++) await index.write(`n${at}.md`, note(`Note ${at}`, `Text of note ${at}.`))
    await index.write('a.md', note('A', 'Second.'))
    await expect(buildIndex({ database: database(), embedder: failingEmbedder(1), ranking: {} })).rejects.toThrow('The model was stopped.')
    expect((await activeGeneration(database()))?.number).toBe(1)
    expect((await liveSet(1)).map(({ text }) => text)).toEqual(['First.'])
    expect(await rows(database(), sql`select state, count(*)::int as count from source_file group by state`)).toEqual([{ state: 'read', count: 61 }])
    expect(await index.build()).toEqual({ generation: 2, changed: true })
    const resumed = await liveSet(2)
    await index.close()
    index = await openTestIndex(Object.fromEntries([['a.md', note('A', 'Second.')], ...Array.from({ length: 60 }, (_, at) => [`n${at}.md`, note(`Note ${at}`, `Text of note ${at}.`)])]))
    await index.build()
    expect(resumed.filter(({ current }) => current)).toEqual(await liveSet(1))
  })

  it('withdraws an interrupted generation of another configuration', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'First.') })
    await index.build()
    await index.write('a.md', note('A', 'Second.'))
    await expect(buildIndex({ database: database(), embedder: failingEmbedder(0), ranking: {} })).rejects.toThrow()
    expect(await buildIndex({ database: database(), embedder: index.embedder, ranking: { weights: 'other' } })).toEqual({ generation: 2, changed: true })
    expect((await liveSet(2)).map(({ text, current }) => [text, current])).toEqual([['First.', false], ['Second.', true]])
  })

  it('without an embedder activates a lexical-only generation that says why, and replaces it once there is one', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'Text.') }, { state: 'unavailable', reason: 'The model’s files are missing.' })
    await index.build()
    expect(await activeGeneration(database())).toMatchObject({ number: 1, mode: 'lexical-only', modeReason: 'The model’s files are missing.' })
    await buildIndex({ database: database(), embedder: { state: 'ready', embedder: deterministicEmbedder() }, ranking: {} })
    expect(await activeGeneration(database())).toMatchObject({ number: 2, mode: 'hybrid', modeReason: null })
  })
})
