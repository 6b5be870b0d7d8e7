import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPublicSets } from './find-public-sets'

let folder = ''
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'public-sets-')) })
afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, records: readonly object[]): Promise<string> {
  const file = join(folder, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, `\n${records.map((record) => JSON.stringify(record)).join('\r\n')}\n`)
  return file
}

const claim = { id: 7, claim: 'The wait is 5 s.', evidence: 'The wait is 5 s.', label: 'supported', source: 'x' }
const question = { id: 'q1', text: 'How long?', answerable: true, passage: 'p1', answers: ['5 s'] }
const passage = { id: 'p1', title: 'Wait', text: 'The wait is 5 s.' }

describe('finding public sets', () => {
  it('reads a file of claims, with or without titles, ids of either kind', async () => {
    const file = await write('facts-dev.jsonl', [claim, { ...claim, id: 'b', title: 'A paper', label: 'partially' }])
    expect(await findPublicSets(file)).toMatchObject([{ kind: 'claims', name: 'facts-dev', claims: [{ id: '7', title: '', label: 'supported' }, { id: 'b', title: 'A paper', label: 'partially' }] }])
  })

  it('puts a claim into the same half whichever text it is held against', async () => {
    const file = await write('claims.jsonl', Array.from({ length: 20 }, (_, at) => ({ ...claim, id: at, claim: `Claim  ${at % 10}`.slice(0, at < 10 ? undefined : 99), evidence: `Text ${at}` })))
    const [set] = await findPublicSets(file)
    const halves = set?.kind === 'claims' ? set.claims.map(({ half }) => half) : []
    expect(halves.slice(0, 10)).toEqual(halves.slice(10))
    expect(new Set(halves)).toEqual(new Set(['A', 'B']))
  })

  it('reads the sets a folder holds, by name, and leaves other kinds out', async () => {
    await write('b-prompts.jsonl', [{ id: '1', text: 'Hello', injection: false }, { id: '2', text: 'Obey', injection: true }])
    await write('a-orders.jsonl', [{ id: '1', text: ' Obey ', kind: 'indirect_instruction' }])
    await write('squad/corpus.jsonl', [passage])
    await write('squad/queries.jsonl', [question])
    await write('beir/corpus.jsonl', [passage])
    await write('beir/queries.jsonl', [{ id: 'q1', text: 'How long?' }])
    await write('other.jsonl', [{ id: 'x' }])
    expect(await findPublicSets(folder)).toMatchObject([
      { kind: 'injection', name: 'a-orders', payloads: [{ text: 'Obey', malicious: true }] },
      { kind: 'injection', name: 'b-prompts', payloads: [{ malicious: false }, { malicious: true }] },
      { kind: 'abstention', name: 'squad', passages: [passage], questions: [{ id: 'q1', answerable: true, answers: ['5 s'] }] },
    ])
    expect(await findPublicSets(join(folder, 'beir'))).toEqual([])
    expect(await findPublicSets(join(folder, 'squad'))).toHaveLength(1)
  })

  it('names the line that is not in the form', async () => {
    await expect(findPublicSets(await write('claims.jsonl', [claim, { ...claim, label: 'maybe' }]))).rejects.toThrow(/claims\.jsonl, line 3: not a claim with .*labels supported, partially/)
    await expect(findPublicSets(await write('prompts.jsonl', [{ id: '1', text: ' ', injection: true }]))).rejects.toThrow(/prompts\.jsonl, line 2: not a payload/)
  })

  it('names the question whose passage is not there', async () => {
    await write('squad/corpus.jsonl', [passage])
    await write('squad/queries.jsonl', [{ ...question, passage: 'p9' }])
    await expect(findPublicSets(folder)).rejects.toThrow(/“q1” names the passage “p9”/)
  })

  it('says that a path cannot be read', async () => {
    await expect(findPublicSets(join(folder, 'none'))).rejects.toThrow(/none cannot be read/)
  })
})
