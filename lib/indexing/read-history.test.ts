import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rows, type Database } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import { deterministicEmbedder } from '@/lib/models/testing'
import type { EmbedderState } from '@/lib/models'
import { addSource, readSourceStates, removeSource } from '@/lib/sources'
import { makeRepository, type TestRepository } from '@/lib/sources/testing'
import { buildIndex } from './build-index'
import { purgeDocument } from './purge'
import { reconcile } from './reconcile'
import { emptyIndex } from './testing'

const embedder: EmbedderState = { state: 'ready', embedder: deterministicEmbedder() }
const page = (words: string, head = '') => `${head}# Title\n\n${Array.from({ length: 12 }, (_, at) => `A line that stays, number ${at}.`).join('\n')}\n\n${words}\n`

let repository: TestRepository
let opened: Awaited<ReturnType<typeof openTestDatabase>>
const database = (): Database => opened.database
beforeEach(async () => {
  repository = makeRepository()
  opened = await openTestDatabase()
})
afterEach(async () => {
  await opened.close()
  repository.remove()
})

const build = (signal?: AbortSignal) => buildIndex({ database: database(), embedder, ranking: {}, ...(signal === undefined ? {} : { signal }) })

/** Each document's path with its revisions: `number from–to: last words`; a removed one in brackets. */
async function told(of: Database = database()): Promise<Record<string, string[]>> {
  const found = await rows<{ path: string; removed: boolean; number: number; from: string; to: string | null; text: string }>(of, sql`
    select d.path, d.removed_at is not null as removed, r.number, r.in_force_from::text as from, r.in_force_to::text as to, c.text
    from document d join revision r on r.document_id = d.id join content c on c.digest = r.content_digest order by d.path collate "C", d.created_at, r.number`)
  const result: Record<string, string[]> = {}
  for (const { path, removed, number, from, to, text } of found) (result[removed ? `(${path})` : path] ??= []).push(`${number} ${from}–${to ?? ''}: ${text.trim().split('\n').at(-1) ?? ''}`)
  return result
}

async function inForce(day: string): Promise<string[]> {
  return (await rows<{ text: string }>(database(), sql`
    select p.text from index_entry e join passage p on p.id = e.passage_id where e.removed_in is null and e.in_force_from <= ${day}::date and (e.in_force_to is null or e.in_force_to > ${day}::date) order by 1`)).map(({ text }) => text.trim().split('\n').at(-1) ?? '')
}

describe('a repository', () => {
  it('gives each file its committed texts as revisions, with the author’s dates, and the index what was in force on a day', async () => {
    repository.write('a.md', page('One.'))
    repository.commit('2020-01-01')
    repository.git('mv', 'a.md', 'notes.md')
    repository.write('notes.md', page('Two.'))
    repository.commit('2020-02-01')
    repository.write('notes.md', page('Three.', '---\ndate: 2019-07-07\n---\n'))
    repository.write('ü 🐘.md', page('Other.'))
    repository.commit('2020-03-01')
    await addSource(database(), 'git', repository.path)
    expect(await build()).toEqual({ generation: 1, changed: true })
    expect(await told()).toEqual({
      'notes.md': ['1 2020-01-01–2020-02-01: One.', '2 2020-02-01–2020-03-01: Two.', '3 2020-03-01–: Three.'], 'ü 🐘.md': ['1 2020-03-01–: Other.'],
    })
    expect(await rows(database(), sql`select r.source_path as path, effective_at::text as day, effective_origin as origin from revision r order by r.source_path collate "C", number`)).toEqual([
      { path: 'a.md', day: '2020-01-01', origin: 'git' }, { path: 'notes.md', day: '2020-02-01', origin: 'git' }, { path: 'notes.md', day: '2019-07-07', origin: 'frontmatter' }, { path: 'ü 🐘.md', day: '2020-03-01', origin: 'git' },
    ])
    expect(await inForce('2020-01-15')).toEqual(['One.'])
    expect(await inForce('2020-02-15')).toEqual(['Two.'])
    expect(await inForce('2019-12-31')).toEqual([])
    expect(await build()).toEqual({ generation: 1, changed: false })
    expect(await readSourceStates(database())).toMatchObject([{ kind: 'git', fault: null, files: { seen: 2, indexed: 2, failed: 0, waiting: 0 } }])
  })

  it('takes in only what was committed since, through renames, deletions and returns', async () => {
    repository.write('a.md', page('A1.'))
    repository.write('b.md', page('B1.'))
    repository.commit('2020-01-01')
    await addSource(database(), 'git', repository.path)
    await build()
    const ids = await rows<{ id: string; path: string }>(database(), sql`select id, path from document order by path`)
    repository.git('mv', 'a.md', 'c.md')
    repository.commit('2020-02-01')
    repository.git('rm', '--quiet', 'b.md')
    repository.commit('2020-02-02')
    await build()
    expect(await told()).toEqual({ '(b.md)': ['1 2020-01-01–2020-02-02: B1.'], 'c.md': ['1 2020-01-01–: A1.'] })
    expect(await rows(database(), sql`select effective_at::text as day, source_path as path from revision where in_force_to is null`)).toEqual([{ day: '2020-01-01', path: 'c.md' }])
    repository.write('b.md', page('B2.'))
    repository.write('a.md', page('Another A.').replaceAll('A line that stays', 'Other words'))
    repository.commit('2020-03-01')
    await build()
    expect(await told()).toEqual({ 'a.md': ['1 2020-03-01–: Another A.'], 'b.md': ['1 2020-01-01–2020-02-02: B1.', '2 2020-03-01–: B2.'], 'c.md': ['1 2020-01-01–: A1.'] })
    expect(await rows(database(), sql`select d.id, r.source_path as path from document d join revision r on r.document_id = d.id and r.number = 1 where d.path <> 'a.md' order by d.path`)).toEqual([
      { id: ids[1]?.id, path: 'b.md' }, { id: ids[0]?.id, path: 'c.md' },
    ])
    expect((await inForce('2020-02-15')).sort()).toEqual(['A1.'])
    expect((await inForce('2020-02-01')).sort()).toEqual(['A1.', 'B1.'])
    expect((await reconcile({ database: database(), embedder, ranking: {}, dryRun: true })).findings).toEqual([])
  })

  it('makes a revision of a text that was taken back, and none of a file that comes back as it was', async () => {
    for (const [day, text] of [['2020-01-01', 'One.'], ['2020-02-01', 'Two.'], ['2020-03-01', 'One.']] as const) {
      repository.write('a.md', page(text))
      repository.commit(day)
    }
    repository.git('rm', '--quiet', 'a.md')
    repository.commit('2020-04-01')
    repository.write('a.md', page('One.'))
    repository.write('z.md', page('Z.'))
    repository.commit('2020-05-01')
    await addSource(database(), 'git', repository.path)
    await build()
    expect((await told())['a.md']).toEqual(['1 2020-01-01–2020-02-01: One.', '2 2020-02-01–2020-03-01: Two.', '3 2020-03-01–: One.'])
    expect(await rows(database(), sql`select count(*)::int as count from index_entry where current and removed_in is null`)).toEqual([{ count: 2 }])
  })

  it('never dates a revision before the one it follows, whatever the clocks of the authors said', async () => {
    for (const [day, text] of [['2020-03-01', 'One.'], ['2020-01-01', 'Two.'], ['2020-02-01', 'Three.']] as const) {
      repository.write('a.md', page(text))
      repository.commit(day)
    }
    await addSource(database(), 'git', repository.path)
    await build()
    expect(await told()).toEqual({ 'a.md': ['1 2020-03-01–2020-03-01: One.', '2 2020-03-01–2020-03-01: Two.', '3 2020-03-01–: Three.'] })
  })

  it('notices a rewritten history and takes in what is new of it', async () => {
    repository.write('a.md', page('One.'))
    repository.write('same.md', page('Same.'))
    repository.commit('2020-01-01')
    repository.write('a.md', page('Two.'))
    repository.commit('2020-02-01')
    await addSource(database(), 'git', repository.path)
    await build()
    const before = await rows(database(), sql`select id, path from document order by path`)
    repository.git('reset', '--quiet', '--hard', 'HEAD~1')
    repository.write('a.md', page('Two, amended.'))
    repository.commit('2020-02-02')
    await build()
    expect(await told()).toEqual({ 'a.md': ['1 2020-01-01–2020-02-01: One.', '2 2020-02-01–2020-02-02: Two.', '3 2020-02-02–: Two, amended.'], 'same.md': ['1 2020-01-01–: Same.'] })
    // Every commit anew, with the files in a folder: the same documents, and nothing is new.
    repository.git('checkout', '--quiet', '--orphan', 'fresh')
    repository.git('rm', '--quiet', '-r', '--cached', '.')
    for (const text of ['One.', 'Two, amended.']) {
      repository.write('in/a.md', page(text))
      repository.git('add', 'in')
      if (text === 'One.') repository.git('mv', '-k', 'same.md', 'in/same.md')
      repository.write('in/same.md', page('Same.'))
      repository.git('rm', '--quiet', '--cached', '--ignore-unmatch', 'a.md', 'same.md')
      repository.write('.gitignore', '/a.md\n/same.md\n')
      repository.commit('2021-01-01')
    }
    await build()
    const after = await told()
    expect(Object.fromEntries(Object.entries(after).map(([path, revisions]) => [path, revisions.length]))).toEqual({ 'in/a.md': 3, 'in/same.md': 1 })
    expect(await rows(database(), sql`select id, 'in/' || path as path from (values (${(before[0] as { id: string }).id}, 'a.md'), (${(before[1] as { id: string }).id}, 'same.md')) as v(id, path) order by path`)).toEqual(await rows(database(), sql`select id, path from document order by path`))
  })

  it('says what the checked-out commit says after the branch was set back', async () => {
    for (const [day, text] of [['2020-01-01', 'One.'], ['2020-02-01', 'Two.']] as const) {
      repository.write('a.md', page(text))
      repository.commit(day)
    }
    await addSource(database(), 'git', repository.path)
    await build()
    repository.git('reset', '--quiet', '--hard', 'HEAD~1')
    await build()
    expect(await told()).toEqual({ 'a.md': ['1 2020-01-01–2020-02-01: One.', '2 2020-02-01–2020-02-01: Two.', '3 2020-02-01–: One.'] })
    expect(await build()).toMatchObject({ changed: false })
  })

  it('lets a declared id go on at another path, and keeps two living files with one id apart', async () => {
    const head = '---\nid: policy\n---\n'
    repository.write('a.md', page('One.', head))
    repository.commit('2020-01-01')
    repository.git('rm', '--quiet', 'a.md')
    repository.write('b.md', `${head}Quite different words.\n`)
    repository.commit('2020-02-01')
    repository.write('copy.md', `${head}A copy that somebody made.\n`)
    repository.commit('2020-03-01')
    await addSource(database(), 'git', repository.path)
    await build()
    expect(await told()).toEqual({ 'b.md': ['1 2020-01-01–2020-02-01: One.', '2 2020-02-01–: Quite different words.'], 'copy.md': ['1 2020-03-01–: A copy that somebody made.'] })
    expect(await rows(database(), sql`select warnings->0->>'message' as message from source_file where path = 'copy.md'`)).toEqual([{ message: expect.stringContaining('already used by b.md') }])
  })

  it('reads under changed rules again, and the history of what they no longer ignore', async () => {
    repository.write('k81r.yaml', 'ignore: ["later/**"]\n')
    repository.write('a.md', page('A.'))
    repository.write('later/b.md', page('B1.'))
    repository.commit('2020-01-01')
    repository.write('later/b.md', page('B2.'))
    repository.commit('2020-02-01')
    await addSource(database(), 'git', repository.path)
    await build()
    expect(Object.keys(await told())).toEqual(['a.md'])
    repository.write('k81r.yaml', 'scopes:\n  - { path: "**", scope: public }\n')
    repository.commit('2020-03-01')
    await build()
    expect(await told()).toEqual({ 'a.md': ['1 2020-01-01–: A.'], 'later/b.md': ['1 2020-01-01–2020-02-01: B1.', '2 2020-02-01–: B2.'] })
    expect(await rows(database(), sql`select distinct scope from index_entry where removed_in is null`)).toEqual([{ scope: 'public' }])
    expect(await rows(database(), sql`select effective_at::text as day from revision r join document d on d.id = r.document_id where d.path = 'a.md'`)).toEqual([{ day: '2020-01-01' }])
    repository.write('k81r.yaml', 'ignore: ["later/**"]\n')
    repository.commit('2020-04-01')
    await build()
    expect(Object.keys(await told()).sort()).toEqual(['(later/b.md)', 'a.md'])
  })

  it('lists what it cannot read, keeps the last good text, and believes no sudden emptiness', async () => {
    repository.write('a.md', page('Good.'))
    repository.write('b.md', Uint8Array.of(0x23, 0x00))
    repository.commit('2020-01-01')
    await addSource(database(), 'git', repository.path)
    await build()
    repository.write('a.md', Uint8Array.of(0x41, 0x00))
    repository.write('b.md', page('Mended.'))
    repository.commit('2020-02-01')
    await build()
    expect(await told()).toEqual({ 'a.md': ['1 2020-01-01–: Good.'], 'b.md': ['1 2020-02-01–: Mended.'] })
    expect(await rows(database(), sql`select path, state from source_file order by path`)).toEqual([{ path: 'a.md', state: 'failed' }, { path: 'b.md', state: 'indexed' }])
    repository.git('rm', '--quiet', 'a.md', 'b.md')
    repository.commit('2020-03-01')
    expect(await build()).toMatchObject({ changed: false })
    expect(await readSourceStates(database())).toMatchObject([{ fault: expect.stringContaining('holds no notes any more') }])
    expect(Object.keys(await told())).toEqual(['a.md', 'b.md'])
  })

  it('does not bring back what was purged, when its whole history is gone through again', async () => {
    repository.write('secret.md', page('Secret.'))
    repository.write('a.md', page('A.'))
    repository.commit('2020-01-01')
    repository.git('rm', '--quiet', 'secret.md')
    repository.commit('2020-02-01')
    await addSource(database(), 'git', repository.path)
    await build()
    const [{ id } = { id: '' }] = await rows<{ id: string }>(database(), sql`select id from document where path = 'secret.md'`)
    await purgeDocument(database(), { document: id, keepFile: false })
    expect((await reconcile({ database: database(), embedder, ranking: {}, dryRun: true })).findings).toEqual([])
    await database().execute(sql`update source_file set digest = null`)
    await build()
    expect(await rows(database(), sql`select 1 from content where text like '%Secret.%'`)).toEqual([])
    const [a] = await rows<{ id: string }>(database(), sql`select id from document where path = 'a.md'`)
    await purgeDocument(database(), { document: a?.id ?? '', keepFile: true })
    await build()
    expect(await rows(database(), sql`select d.path, r.in_force_from::text as from, d.id = ${a?.id} as same from document d join revision r on r.document_id = d.id where d.removed_at is null`)).toEqual([{ path: 'a.md', from: '2020-01-01', same: false }])
  })

  it('continues its documents when it is removed and added again', async () => {
    repository.write('a.md', page('One.'))
    repository.commit('2020-01-01')
    await addSource(database(), 'git', repository.path)
    await build()
    const [before] = await rows(database(), sql`select id from document`)
    expect(await removeSource(database(), repository.path)).toMatchObject({ kind: 'git' })
    await build()
    expect(Object.keys(await told())).toEqual(['(a.md)'])
    expect(await rows(database(), sql`select 1 from index_entry where removed_in is null`)).toEqual([])
    repository.write('a.md', page('Two.'))
    repository.commit('2020-02-01')
    await addSource(database(), 'git', repository.path)
    await build()
    expect(await told()).toEqual({ 'a.md': ['1 2020-01-01–2020-02-01: One.', '2 2020-02-01–: Two.'] })
    expect(await rows(database(), sql`select id from document`)).toEqual([before])
  })
})

type Step = readonly [kind: 'write' | 'move' | 'delete' | 'build' | 'break', from: number, to: number]

it('ends with the same documents, revisions and dates however often it was read in between, and broken off', async () => {
  const [often, once] = [opened, await openTestDatabase()]
  const step = fc.tuple(fc.constantFrom<Step[0]>('write', 'write', 'write', 'move', 'delete', 'build', 'break'), fc.nat(2), fc.nat(2))
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
    const own = makeRepository()
    for (const { database: one } of [often, once]) await emptyIndex(one)
    try {
      const names = ['a.md', 'b.md', 'c.md']
      const texts = new Map<string, string>()
      own.write('always.md', page('Always.'))
      own.commit('2020-01-01')
      await addSource(often.database, 'git', own.path)
      for (const [at, [kind, from, to]] of steps.entries()) {
        const name = names[from] ?? 'a.md'
        const target = names[to] ?? 'a.md'
        if (kind === 'write') texts.set(name, `${texts.get(name) ?? `# File ${at}\n\n${`Words of file ${at}. `.repeat(20)}\n`}\nStep ${at}.\n`)
        else if (kind === 'delete') texts.delete(name)
        else if (kind === 'move' && texts.has(name) && !texts.has(target)) {
          texts.set(target, texts.get(name) ?? '')
          texts.delete(name)
        } else {
          const controller = new AbortController()
          let seen = 0
          const onProgress = () => { if (kind === 'break' && ++seen > from) controller.abort() }
          await buildIndex({ database: often.database, embedder: { state: 'unavailable', reason: 'not needed' }, ranking: {}, signal: controller.signal, onProgress }).catch(() => undefined)
          continue
        }
        for (const one of names) {
          if (texts.has(one)) own.write(one, texts.get(one) ?? '')
          else own.git('rm', '--quiet', '--force', '--ignore-unmatch', one)
        }
        own.commit(`2020-02-${String(at + 1).padStart(2, '0')}`)
      }
      await addSource(once.database, 'git', own.path)
      for (const { database: one } of [often, once]) await buildIndex({ database: one, embedder: { state: 'unavailable', reason: 'not needed' }, ranking: {} })
      const [was, is] = [await told(often.database), await told(once.database)]
      const sorted = (documents: Record<string, string[]>) => Object.entries(documents).map(([path, revisions]) => [path, [...revisions].sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1))
      expect(sorted(was)).toEqual(sorted(is))
      expect(await rows(often.database, sql`select 1 from revision r join revision n on n.document_id = r.document_id and n.number = r.number + 1 where n.in_force_from < r.in_force_from`)).toEqual([])
    } finally {
      own.remove()
    }
  }), { numRuns: 8 })
  await once.close()
}, 300_000)
