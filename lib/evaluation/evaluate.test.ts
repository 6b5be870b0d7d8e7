import { expect, test } from 'vitest'
import { Fault } from '@/lib/foundation'
import { stranger } from '@/lib/access'
import type { SearchRequest, SearchResponse } from '@/lib/retrieval'
import { evaluate, type EvaluationServices } from './evaluate'
import { parseRun } from './parse-run'
import { testCase, testClaim, testItem, testRecord } from './testing'

const policy = testItem('e1', 'notes/policy.md', 'The wait is 5 s.')

function respond(request: SearchRequest, weak = false): SearchResponse {
  return {
    query: request.query, filters: request.filters ?? {}, notes: [], generation: 3, mode: 'hybrid', modeReason: null, weak, took: {}, total: 1,
    results: [policy], facets: { project: [], kind: [], status: [], year: [] }, suggestions: [],
  }
}

const services: EvaluationServices = {
  search: async (_, request) => respond(request),
  ask: async () => ({ record: testRecord({ answerId: 'ans_aaaaaaaaaaaaaaaa', claims: [testClaim('The wait is 5 s.', [policy])] }), evidence: [policy] }),
  readable: () => true,
  describe: async () => ({ generation: 3, corpusDigest: 'abc', configuration: { embedder: 'off' } }),
}

test('each case goes through search and ask with its question, identity and date', async () => {
  const seen: unknown[] = []
  await evaluate([testCase({ as: stranger, asOf: '2021-05-01' })], {
    ...services,
    search: async (identity, request) => { seen.push([identity.name, request]); return respond(request) },
    ask: async (identity, request) => { seen.push([identity.name, request]); return services.ask(identity, request) },
  })
  const asked = ['public', { query: 'How long is the wait?', filters: { asOf: '2021-05-01' } }]
  expect(seen).toEqual([asked, asked])
})

test('a run names its generation, corpus, cases and configuration, and survives its JSON', async () => {
  const run = await evaluate([testCase({ required: [['5 s']] })], services)
  expect(run).toMatchObject({ generation: 3, corpusDigest: 'abc', configuration: { embedder: 'off' } })
  expect(run.results[0]).toMatchObject({ outcome: 'answered', claims: ['The wait is 5 s.'], counts: { required: { n: 1, of: 1 } } })
  expect(parseRun(JSON.stringify(run))).toEqual(run)
  expect((await evaluate([testCase()], services)).casesDigest).not.toBe(run.casesDigest)
})

test('a run names what answered, and nothing that is about one question', async () => {
  const record = testRecord({ model: 'm', promptVersion: 'p', configuration: { evidence: { version: 'e' }, ranking: {}, checks: [{ question: 'How long?' }] } })
  const { configuration } = await evaluate([testCase()], { ...services, ask: async () => ({ record, evidence: [policy] }) })
  expect(configuration).toEqual({ embedder: 'off', model: 'm', prompt: 'p', verifier: expect.any(String), evidence: { version: 'e' } })
})

test('a run measures how high the labelled passages stand, and a case that could not be asked lost them', async () => {
  const asked = testCase({ relevant: [{ path: 'notes/policy.md', contains: 'wait is 5 s', revision: null }] })
  expect((await evaluate([asked, testCase()], services)).results.map(({ ranks }) => ranks)).toEqual([{ 'nDCG@10': 1, MRR: 1 }, null])
  const failing = { ...services, ask: () => Promise.reject(new Fault('internal', 'Interrupted.')) }
  expect((await evaluate([asked], failing)).results[0]?.ranks).toEqual({ 'nDCG@10': 0, MRR: 0 })
})

test('a run that was saved before ranks and gates were measured is read as having none', async () => {
  const run = await evaluate([testCase()], services)
  const { gates: _gates, ...older } = run
  const text = JSON.stringify({ ...older, results: run.results.map(({ ranks: _ranks, ...result }) => result) })
  expect(parseRun(text)).toEqual({ ...run, gates: null, results: run.results.map((result) => ({ ...result, ranks: null })) })
})

test('a case that ends in a fault is kept as lost and the others still run', async () => {
  let asked = 0
  const run = await evaluate([testCase({ id: 'first', required: [['5 s']] }), testCase({ id: 'second' })], {
    ...services,
    ask: (identity, request) => { asked += 1; return asked === 1 ? Promise.reject(new Fault('internal', 'The run was interrupted.')) : services.ask(identity, request) },
  })
  expect(run.results.map(({ id, outcome }) => [id, outcome])).toEqual([['first', null], ['second', 'answered']])
  expect(run.results[0]).toMatchObject({ fault: 'The run was interrupted.', counts: { outcome: { n: 0, of: 1 }, required: { n: 0, of: 1 } } })
})

test('a narrower query that returns only weak results does not work', async () => {
  const refused = testRecord({ outcome: 'refused', refusal: { reason: 'missing-entity', supported: null, missing: 'No note has it.', passages: [], narrower: ['wait', 'pause'] } })
  const run = await evaluate([testCase({ outcome: 'refused' })], {
    ...services,
    search: async (_, request) => respond(request, request.query === 'pause'),
    ask: async () => ({ record: refused, evidence: [policy] }),
  })
  expect(run.results[0]?.findings).toEqual([{ stage: 'refusal', message: 'The narrower query “pause” returns nothing that matches well.' }])
})

test('a run can be stopped between cases', async () => {
  await expect(evaluate([testCase()], services, { signal: AbortSignal.abort(new Fault('internal', 'Stopped.')) })).rejects.toThrow('Stopped.')
})

test('a text that is no run is refused', () => {
  expect(() => parseRun('{"version":2}')).toThrow(Fault)
  expect(() => parseRun('no JSON')).toThrow(Fault)
})
