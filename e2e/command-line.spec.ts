import { z } from 'zod'
import { answeredQuestion, commandTest as test, expect, refusedQuestion } from './fixtures'
import { k81r, type CommandEnd } from './product'

const place = { documentId: z.string().startsWith('doc_'), revisionId: z.string().startsWith('rev_'), revision: z.number().int().positive(), sourcePath: z.string().min(1) }
const passage = z.object({
  id: z.string().startsWith('psg_'), text: z.string().min(1), startLine: z.number().int().positive(), endLine: z.number().int().positive(),
  startOffset: z.number().int().nonnegative(), endOffset: z.number().int().positive(),
  context: z.array(z.object({ role: z.string(), startOffset: z.number().int(), endOffset: z.number().int() })),
})
const reasons = z.array(z.object({ arm: z.string(), rank: z.number().int().positive(), score: z.number(), terms: z.array(z.string()).optional() })).min(1)
const found = { ...place, title: z.string(), kind: z.string(), project: z.string().nullable(), status: z.string().nullable(), effectiveAt: z.iso.date(), headingPath: z.array(z.string()), passage, reasons }

const searchShape = z.object({
  query: z.string(), filters: z.object({}), generation: z.number().int().positive(), mode: z.enum(['hybrid', 'lexical-only']), weak: z.boolean(),
  took: z.record(z.string(), z.number()), total: z.number().int().nonnegative(), results: z.array(z.object({ rank: z.number().int().positive(), ...found })),
})
const evidenceShape = z.object({
  evidenceSetId: z.string().startsWith('evd_'), revision: z.literal(1), strategy: z.string(), tokens: z.number().int().positive(),
  // What stands in the set for its relation to a found passage was ranked by no arm; `why` says so.
  items: z.array(z.object({ ...found, reasons: z.array(z.unknown()), why: z.string().min(1), evidenceId: z.string(), relations: z.array(z.object({ kind: z.string(), evidenceId: z.string() })) })).min(1),
})
const citation = z.object({ ...place, number: z.number().int().positive(), evidenceId: z.string(), startLine: z.number().int(), endLine: z.number().int(), quote: z.string().min(1) })
const answerShape = z.object({
  answerId: z.string().startsWith('ans_'), revision: z.number().int().positive(), outcome: z.enum(['answered', 'partial', 'refused']),
  claims: z.array(z.object({ id: z.string().startsWith('clm_'), text: z.string(), verdict: z.enum(['supported', 'partially-supported']), citations: z.array(citation).min(1) })),
  withheld: z.array(z.object({ text: z.string(), verdict: z.string(), reason: z.string() })), unanswered: z.array(z.string()),
  refusal: z.object({ reason: z.string(), supported: z.string().nullable(), missing: z.string().min(1), passages: z.array(z.object(place)), narrower: z.array(z.string()) }).optional(),
  evidenceSetId: z.string().startsWith('evd_'), generation: z.number().int().positive(), configuration: z.object({}),
  stages: z.array(z.object({ stage: z.string(), ms: z.number(), inputTokens: z.number(), outputTokens: z.number(), usd: z.number() })),
})
const statusShape = z.object({
  generation: z.number().int().positive(), asOf: z.iso.datetime(),
  files: z.object({ seen: z.number().int().positive(), indexed: z.number().int().positive(), failed: z.array(z.object({ path: z.string(), reason: z.string() })), waiting: z.literal(0) }),
})

/** The one JSON document that a command printed. */
function printed<T>({ stdout }: CommandEnd, shape: z.ZodType<T>): T {
  return shape.parse(JSON.parse(stdout))
}

// One process at a time may have the unserved folder open.
test.describe.configure({ mode: 'serial' })

for (const way of ['through the running server', 'without a server'] as const) {
  test.describe(way, () => {
    let environment: Readonly<Record<string, string>>
    test.beforeEach(({ product }) => {
      environment = way === 'without a server' ? product.unservedEnvironment : product.environment
    })

    test('search prints what it found as one JSON document, and as lines for people', async () => {
      const json = await k81r(['search', 'retry', 'policy', '--project', 'Z29C', '--limit', '5', '--json'], environment)
      expect(json.code).toBe(0)
      const { results, query, weak } = printed(json, searchShape)
      expect(query).toBe('retry policy')
      expect(weak).toBe(false)
      expect(results.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
      expect(new Set(results.map(({ project }) => project))).toEqual(new Set(['Z29C']))
      const words = await k81r(['search', 'retry policy'], environment)
      expect(words.code).toBe(0)
      expect(words.stdout).toContain('1. ')
      expect(words.stdout).toContain('Retry and recovery policy')
    })

    test('evidence prints the set it stored', async () => {
      const end = await k81r(['evidence', answeredQuestion, '--json'], environment)
      expect(end.code).toBe(0)
      const { items } = printed(end, evidenceShape)
      expect(items.map(({ title }) => title)).toContain('Retry and recovery policy')
    })

    test('ask answers with code 0, every sentence cited', async () => {
      const end = await k81r(['ask', answeredQuestion, '--json'], environment)
      expect(end.code).toBe(0)
      const answer = printed(end, answerShape)
      expect(answer.outcome).not.toBe('refused')
      expect(answer.refusal).toBeUndefined()
      expect(answer.claims.map(({ text }) => text).join('\n')).toMatch(/(not|never) retried automatically/)
      expect(answer.claims.flatMap(({ citations }) => citations).map(({ sourcePath }) => sourcePath)).toContain('notes/z29c/retry-and-recovery-policy.md')
    })

    test('ask declines with code 3 and cites nothing', async () => {
      const json = await k81r(['ask', refusedQuestion, '--json'], environment)
      expect(json.code).toBe(3)
      const answer = printed(json, answerShape)
      expect(answer).toMatchObject({ outcome: 'refused', claims: [] })
      expect(answer.refusal).toBeDefined()
      const words = await k81r(['ask', refusedQuestion], environment)
      expect(words.code).toBe(3)
      expect(words.stdout).toContain('Not answered.')
    })

    test('status tells which index there is and what of the files is in it', async () => {
      const end = await k81r(['status', '--json'], environment)
      expect(end.code).toBe(0)
      const { files } = printed(end, statusShape)
      expect(files.indexed + files.failed.length).toBe(files.seen)
    })

    test('--as public hides what is not public', async () => {
      const query = ['search', 'seal key envelopes notary', '--json']
      const paths = async (identity: readonly string[]): Promise<string[]> => printed(await k81r([...query, ...identity], environment), searchShape).results.map(({ sourcePath }) => sourcePath)
      const isPrivate = (path: string): boolean => path.startsWith('notes/private/')
      expect((await paths([])).some(isPrivate)).toBe(true)
      expect((await paths(['--as', 'public'])).some((path) => isPrivate(path) || path.startsWith('notes/shared-with-team/'))).toBe(false)
      expect((await paths(['--as', 'reader:team'])).some(isPrivate)).toBe(false)
    })

    test('wrong usage ends with code 2 and says what was expected', async () => {
      const wrong = [['search', 'retry', '--as', 'nonsense'], ['search'], ['search', 'retry', '--kind', 'poem'], ['search', 'retry', '--year', 'soon'], ['search', 'retry', '--limit', '0'], ['dance'], ['search', 'retry', '--colour', 'red']]
      for (const commandArguments of wrong) {
        const { code, stdout, stderr } = await k81r(commandArguments, environment)
        expect({ commandArguments, code, stdout }).toEqual({ commandArguments, code: 2, stdout: '' })
        expect(stderr).toMatch(/\w+ \w+/)
        expect(stderr).not.toMatch(/^\s+at /m)
      }
    })
  })
}

test('an index that nothing changed in is done with code 0', async ({ product }) => {
  const end = await k81r(['index', '--json'], product.unservedEnvironment)
  expect(end.code).toBe(0)
  expect(printed(end, statusShape).files.failed).toEqual([])
})
