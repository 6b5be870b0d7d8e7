import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rows } from '@/lib/database'
import type { EmbedderState } from '@/lib/models'
import { deterministicEmbedder } from '@/lib/models/testing'
import { buildIndex } from './build-index'
import { activeGeneration } from './generations'
import { rollBack, rolledBackFrom } from './roll-back'
import { openTestIndex, readLiveSet, type TestIndex } from './testing'

const note = (title: string, body: string) => `# ${title}\n\n${body}\n`

let index: TestIndex
const database = () => index.opened.database
const live = (generation: number) => readLiveSet(database(), generation)
const states = () => rows<{ number: number; state: string }>(database(), sql`select number, state from generation order by number`)
afterEach(() => index.close())

/** Five generations of two notes: one edited each time, one that comes and goes. */
async function fiveGenerations(): Promise<void> {
  index = await openTestIndex({ 'a.md': note('A', 'Version 1.'), 'same.md': note('Same', 'Never changes.') })
  await index.build()
  for (let version = 2; version <= 5; version++) {
    await index.write('a.md', note('A', `Version ${version}.`))
    if (version === 4) await index.write('guest.md', note('Guest', 'Here for one generation.'))
    if (version === 5) await index.remove('guest.md')
    await index.build()
  }
}

const files5 = { 'a.md': note('A', 'Version 5.'), 'same.md': note('Same', 'Never changes.') }

/** The current passages that a fresh index of these files holds. */
async function freshSet(files: Readonly<Record<string, string>>) {
  const fresh = await openTestIndex(files)
  try {
    await fresh.build()
    return await readLiveSet(fresh.opened.database, 1)
  } finally {
    await fresh.close()
  }
}

describe('a roll-back', () => {
  it('makes the generation before active again, exactly as it was, and only that one', async () => {
    await fiveGenerations()
    const before = await live(4)
    expect(before.filter(({ current }) => current).map(({ text }) => text)).toEqual(['Version 4.', 'Here for one generation.', 'Never changes.'])
    expect(await rollBack(database())).toEqual({ from: 5, to: 4 })
    expect((await activeGeneration(database()))?.number).toBe(4)
    expect(await live(4)).toEqual(before)
    expect(await rolledBackFrom(database())).toBe(5)
    await expect(rollBack(database())).rejects.toThrow('Index 4 has no kept index before it, so it stays in use.')
    expect((await activeGeneration(database()))?.number).toBe(4)
  })

  it('is refused with a sentence where there is nothing to go back to', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'Text.') })
    await expect(rollBack(database())).rejects.toThrow('There is no index yet')
    await index.build()
    await expect(rollBack(database())).rejects.toThrow('Index 1 has no kept index before it')
  })

  it('is followed by a build under a new number that holds what a fresh index of the folder holds', async () => {
    await fiveGenerations()
    const rolledBack = await live(5)
    await rollBack(database())
    const four = await live(4)
    expect(await index.build()).toEqual({ generation: 6, changed: true })
    expect(await live(6)).toEqual(rolledBack)
    expect((await live(6)).filter(({ current }) => current)).toEqual(await freshSet(files5))
    expect(await live(4)).toEqual(four)
    expect(await rolledBackFrom(database())).toBeNull()
    expect(await states()).toEqual([{ number: 1, state: 'discarded' }, { number: 2, state: 'discarded' }, { number: 3, state: 'discarded' }, { number: 4, state: 'kept' }, { number: 5, state: 'discarded' }, { number: 6, state: 'active' }])
    // And back to the one before, which was active before the roll-back, too.
    expect(await rollBack(database())).toEqual({ from: 6, to: 4 })
    expect(await live(4)).toEqual(four)
  })

  it('lets what was added after it neither reappear nor stay when the files have changed meanwhile', async () => {
    await fiveGenerations()
    await index.write('late.md', note('Late', 'Added in six.'))
    await index.build()
    await rollBack(database())
    await index.remove('late.md')
    await index.write('a.md', note('A', 'Version 7.'))
    expect(await index.build()).toEqual({ generation: 7, changed: true })
    const seven = await live(7)
    expect(seven.filter(({ current }) => current)).toEqual(await freshSet({ ...files5, 'a.md': note('A', 'Version 7.') }))
    expect(seven.map(({ path }) => path)).not.toContain('late.md')
    expect((await live(5)).filter(({ current }) => current).map(({ text }) => text)).toEqual(['Version 5.', 'Never changes.'])
    expect(await index.build()).toEqual({ generation: 7, changed: false })
  })

  it('survives a build that was interrupted before it', async () => {
    await fiveGenerations()
    const real = deterministicEmbedder()
    const failing: EmbedderState = { state: 'ready', embedder: { ...real, embed: () => Promise.reject(new Error('stopped')) } }
    await index.write('a.md', note('A', 'Version 6.'))
    await expect(buildIndex({ database: database(), embedder: failing, ranking: {} })).rejects.toThrow('stopped')
    const four = await live(4)
    await rollBack(database())
    expect(await live(4)).toEqual(four)
    expect(await index.build()).toEqual({ generation: 6, changed: true })
    expect((await live(6)).filter(({ current }) => current)).toEqual(await freshSet({ ...files5, 'a.md': note('A', 'Version 6.') }))
    expect(await live(4)).toEqual(four)
  })
})

describe('older generations', () => {
  it('leave the active and the kept one as they are when they are pruned away', async () => {
    await fiveGenerations()
    const [kept, active] = [await live(4), await live(5)]
    expect(await rows(database(), sql`select 1 from index_entry where removed_in <= 4`)).toEqual([])
    await index.write('same.md', note('Same', 'Changed after all.'))
    await index.build()
    expect(await live(5)).toEqual(active)
    expect(kept.length).toBeGreaterThan(0)
    expect(await rows(database(), sql`select 1 from index_entry where removed_in <= 5`)).toEqual([])
    expect(await rows(database(), sql`select count(*)::int as count from generation where state = 'kept'`)).toEqual([{ count: 1 }])
    // Every revision of the note is still searched as history.
    expect((await live(6)).filter(({ path, current }) => path === 'a.md' && !current)).toHaveLength(4)
  })

  it('take the readings and vectors of an older parser with them once nothing kept needs these', async () => {
    index = await openTestIndex({ 'a.md': note('A', 'First.'), 'b.md': note('B', 'Other.') })
    await index.build()
    await index.write('a.md', note('A', 'Second.'))
    await index.build()
    const before = await live(2)
    // As if an older version of the parser had read all this, under another configuration.
    await database().execute(sql`update section set read_with = 'older'`)
    await database().execute(sql`update revision set read_with = 'older'`)
    await database().execute(sql`update passage set read_with = 'older', index_digest = 'older ' || index_digest`)
    await database().execute(sql`update embedding set index_digest = 'older ' || index_digest`)
    await database().execute(sql`update source_file set stamp = 'older'`)
    await database().execute(sql`update generation set fingerprint = 'older'`)
    expect(await index.build()).toEqual({ generation: 3, changed: true })
    expect(await live(3)).toEqual(before)
    expect(await live(2)).toHaveLength(before.length)
    await index.write('b.md', note('B', 'Changed.'))
    await index.build()
    expect(await rows(database(), sql`select 1 from passage where read_with = 'older' union all select 1 from section where read_with = 'older' union all select 1 from embedding where index_digest like 'older%'`)).toEqual([])
    expect((await live(4)).filter(({ vector }) => vector === null)).toEqual([])
  })
})
