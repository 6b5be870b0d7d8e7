import { describe, expect, it } from 'vitest'
import { owner, stranger } from '@/lib/access'
import { parseQuery } from './parse-query'
import type { ScoredCandidate } from './rank-candidates'
import { search } from './retrieve'
import { traceOrder } from './search-trace'
import { searchesIn } from './testing'

const long = (subject: string) => Array.from({ length: 5 }, (_, at) => `## Part ${at}\n\nThe harbour ${subject} number ${at} holds crane ${at * 3} and quay ${at * 11}.\n`).join('\n')

const files = {
  'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\n',
  'open/harbour.md': `# Harbour register\n\n${long('register')}`,
  'open/copy-one.md': '# Tide\n\nThe tide turns the harbour gates at noon and again before midnight.\n',
  'open/copy-two.md': '# Tide\n\nThe tide turns the harbour gates at noon and again before midnight.\n',
  'open/other.md': '# Ships\n\nA ship waits outside the harbour for the tide; see DEC-0054.\n',
  'open/old.md': '---\nid: DEC-0011\nstatus: superseded\nsuperseded_by: other.md\n---\n# DEC-0011: anchors\n\nAnchors are dropped by hand.\n',
}

describe('the trace of a search', () => {
  const { index, find } = searchesIn(files)

  it('changes nothing in the response, and is the owner’s alone', async () => {
    const plain = async (identity: typeof owner, explain: boolean) => {
      const { took: _took, trace: _trace, ...response } = await find('tide harbour', identity, explain ? { explain } : {})
      return response
    }
    expect(await plain(owner, true)).toEqual(await plain(owner, false))
    const asked = await find('tide harbour', stranger, { explain: true })
    expect(asked).not.toHaveProperty('trace')
    expect(await find('tide harbour', owner)).not.toHaveProperty('trace')
    expect((await find('tide harbour', owner, { explain: true })).trace?.results.length).toBe(asked.results.length)
  })

  it('shows how the query was read and what was searched', async () => {
    const { trace } = await find('"harbour gates" tide -crane xyzzyq', owner, { explain: true })
    expect(trace?.query).toMatchObject({ phrases: ['harbour gates'], excluded: ['crane'], languages: ['en'], unknown: ['xyzzyq'] })
    expect(trace?.query.terms.map(({ word, weight, passages }) => [word, weight, passages])).toEqual([['harbour', 1, 8], ['gates', 1, 2], ['tide', 1, 3], ['xyzzyq', 1, 0]])
    expect(trace?.query.terms[2]?.idf).toBeCloseTo(Math.log(1 + ((trace?.plan.visible ?? 0) - 3 + 0.5) / 3.5), 3)
    expect(trace?.plan).toMatchObject({ generation: 1, mode: 'hybrid', filtered: 2, matched: 2, vectorHits: 2, packed: { segments: 0, passages: 0 } })
    expect(trace?.plan.packed.tail).toBeGreaterThanOrEqual(trace?.plan.visible ?? Infinity)
    expect(trace?.plan.vectorScan).toMatch(/HNSW|exact/)
  })

  it('gives each result its arms, its fusion, and features whose contributions make its score', async () => {
    const { trace, results } = await find('tide at noon', owner, { explain: true })
    expect(trace?.results.map(({ passage }) => passage)).toEqual(results.map(({ passage }) => passage.id))
    for (const [at, traced] of (trace?.results ?? []).entries()) {
      expect(traced.features.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(traced.score, 3)
      for (const { value, weight, contribution } of traced.features) expect(contribution).toBeCloseTo(value * weight, 3)
      const reasons = new Map(results[at]?.reasons.map((reason) => [reason.arm, reason]))
      expect(traced.lexical.rank).toBe(reasons.get('lexical')?.rank ?? null)
      expect(traced.vector?.rank).toBe(reasons.get('vector')?.rank ?? null)
      expect(traced.fusion).toEqual(reasons.has('fusion') ? { rank: reasons.get('fusion')?.rank, score: reasons.get('fusion')?.score } : null)
    }
  })

  it('names the near duplicate that a result took in', async () => {
    const { trace } = await find('tide turns the harbour gates', owner, { explain: true })
    const collapsed = trace?.displaced.find(({ because }) => because === 'near-duplicate')
    expect(collapsed).toMatchObject({ title: 'Tide', by: trace?.results[0]?.passage })
    expect(trace?.results[0]?.displaced).toEqual([collapsed?.passage])
  })

  it('names what a document’s places at the front cost its other passages', async () => {
    const { trace } = await find('harbour register crane quay', owner, { explain: true, limit: 4 })
    const held = trace?.displaced.filter(({ because }) => because === 'document-limit') ?? []
    expect(held.length).toBeGreaterThan(0)
    for (const { sourcePath, by } of held) {
      expect(sourcePath).toBe('open/harbour.md')
      expect(trace?.results.find(({ passage }) => passage === by)?.sourcePath).toBe('open/harbour.md')
    }
  })

  it('says what came first because the query names it', async () => {
    const { trace } = await find('DEC-0011', owner, { explain: true })
    expect(trace?.results[0]).toMatchObject({ sourcePath: 'open/old.md', placedBy: 'named', fusion: null })
    expect((await find('DEC-0054', owner, { explain: true })).trace?.results[0]).toMatchObject({ sourcePath: 'open/other.md', placedBy: 'identifier' })
  })

  it('leaves the vector arm out where there is none', async () => {
    const { trace } = await search(owner, { query: 'tide', explain: true }, { database: index().opened.database, embedder: { state: 'unavailable', reason: 'The model is missing.' } })
    expect(trace?.plan).toMatchObject({ mode: 'lexical-only', vectorScan: null, vectorHits: 0 })
    expect(trace?.results.map(({ vector }) => vector)).toEqual(trace?.results.map(() => null))
  })
})

function scored(passage: number, score: number): ScoredCandidate {
  return {
    candidate: {
      passage, passageId: `psg_${passage}`, documentId: `doc_${passage}`, revisionId: `rev_${passage}`, revision: 1, title: `Note ${passage}`, kind: 'note', project: null, status: null, effectiveAt: '2022-01-01', undated: false,
      sourcePath: `${passage}.md`, headingPath: [], current: true, superseded: false, successorId: null, successorTitle: null, scope: 'private', localOnly: false, contentType: 'prose',
      startLine: 1, endLine: 1, startOffset: 0, endOffset: 0, context: [], contentDigest: '', terms: { own: new Map(), prefix: new Set() }, language: 'en', indexDigest: '',
    },
    features: { lexical: 0, cosine: 0, phrase: 0, proximity: 0, title: 0, named: 0, project: 0, recency: 0 }, score, cosine: null, lexicalShare: 0, coverage: 0, identifiers: null, within: new Set(), named: null,
  }
}

describe('the trace of an order', () => {
  it('names what gave its place to the first of an arm', () => {
    const [first, second, leader] = [scored(1, 3), scored(2, 2), scored(3, 1)]
    const { results, displaced } = traceOrder({
      parsed: parseQuery('words'), terms: [], languages: ['en'], unknown: [], scored: [first, second, leader], order: [first, second, leader], final: [first, leader],
      plan: { generation: 1, mode: 'lexical-only', visible: 3, filtered: 3, matched: 3, vectorScan: null, vectorHits: 0, packed: { segments: 0, passages: 0, tail: 3 }, candidates: 3 },
      ranks: { lexical: { ranking: [3, 1, 2], score: () => 0, best: 0, attainable: 0, idf: new Map(), holding: () => 0, matched: 3 }, lexicalRanks: new Map([[3, 1]]), vectorRanks: new Map(), fusion: new Map(), mode: 'lexical-only' },
    })
    expect(results.map(({ passage, placedBy, rankByScore, displaced: others }) => [passage, placedBy, rankByScore, others])).toEqual([['psg_1', 'score', 1, []], ['psg_3', 'leader', 3, ['psg_2']]])
    expect(displaced.map(({ passage, because, by }) => [passage, because, by])).toEqual([['psg_2', 'leader', 'psg_3']])
  })
})
