import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { owner } from '@/lib/access'
import { readCases } from '@/lib/evaluation'
import { Fault, readSettings } from '@/lib/foundation'
import { openRuntime, type Runtime } from '@/lib/runtime'
import { percentile } from './percentile'
import { followIndexing } from './progress'

/** Milliseconds over the questions asked: of the first verified claim, of a refusal, and of each stage. */
export interface BenchAsk {
  readonly asked: number
  readonly answered: number
  readonly refused: number
  readonly firstClaim: Spread | null
  readonly refusal: Spread | null
  readonly stages: readonly { readonly stage: string; readonly median: number; readonly p95: number }[]
}

interface Spread {
  readonly median: number
  readonly p95: number
}

const goalMs = 700
const warmUp = 10

/**
 * Asks the sample corpus' own questions, each once, of the embedded default after ten that warm it up. The clock runs
 * from the question's arrival until its first claim could be shown.
 */
export async function benchAsk({ questions, corpus }: { readonly questions: number; readonly corpus: string }, say: (line: string) => void): Promise<BenchAsk> {
  const asked = (await readCases(join(corpus, 'cases'))).filter(({ as }) => as.scopes === 'all').map(({ question }) => question)
  if (asked.length < warmUp + 1) throw new Fault('bad-input', `${corpus} has ${asked.length} questions that its owner asks; at least ${warmUp + 1} are needed.`)
  const scratch = await mkdtemp(join(tmpdir(), 'k81r-bench-'))
  const runtime = await openRuntime({ ...readSettings(), dataDir: scratch, databaseUrl: null }, 'k81r bench ask')
  try {
    say(`Indexing ${corpus} …`)
    await runtime.index([corpus])
    const { lastFault } = await followIndexing(() => runtime.status(owner))
    if (lastFault !== null) throw new Fault('index-incomplete', lastFault)
    for (const question of asked.slice(-warmUp)) await timeAnswer(runtime, question)
    const times: Timed[] = []
    for (const question of asked.slice(0, Math.min(questions, asked.length - warmUp))) times.push(await timeAnswer(runtime, question))
    return summarize(times)
  } finally {
    await runtime.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

interface Timed {
  readonly firstClaimMs: number | null
  readonly endMs: number
  readonly stages: readonly { readonly stage: string; readonly ms: number }[]
}

async function timeAnswer(runtime: Runtime, question: string): Promise<Timed> {
  const startedMs = performance.now()
  const { answerId, revision } = await runtime.ask(owner, { query: question })
  const feed = await runtime.answer(owner, answerId, revision)
  const claim = await feed?.claim(0)
  const firstMs = performance.now() - startedMs
  const end = await feed?.end()
  if (end === undefined || !('stages' in end)) throw new Fault('internal', `“${question}” did not come to an end.`)
  return { firstClaimMs: claim === null || claim === undefined ? null : firstMs, endMs: performance.now() - startedMs, stages: end.stages }
}

function summarize(times: readonly Timed[]): BenchAsk {
  const answered = times.flatMap(({ firstClaimMs }) => (firstClaimMs === null ? [] : [firstClaimMs]))
  const refused = times.flatMap(({ firstClaimMs, endMs }) => (firstClaimMs === null ? [endMs] : []))
  const stages = new Map<string, number[]>()
  for (const { stage, ms } of times.flatMap((time) => time.stages)) stages.set(stage, [...(stages.get(stage) ?? []), ms])
  return {
    asked: times.length, answered: answered.length, refused: refused.length, firstClaim: spreadOf(answered), refusal: spreadOf(refused),
    stages: [...stages].flatMap(([stage, all]) => { const spread = spreadOf(all); return spread === null ? [] : [{ stage, ...spread }] }),
  }
}

function spreadOf(values: readonly number[]): Spread | null {
  const at = (share: number) => Math.round(percentile(values, share) * 10) / 10
  return values.length === 0 ? null : { median: at(0.5), p95: at(0.95) }
}

/** The figures in words, beside the goal. */
export function describeBenchAsk({ asked, answered, refused, firstClaim, refusal, stages }: BenchAsk): string {
  const line = (name: string, { median, p95 }: Spread) => `${name.padEnd(24)} median ${median.toFixed(0).padStart(5)} ms   95th percentile ${p95.toFixed(0).padStart(5)} ms`
  return [
    `${asked} questions: ${answered} with a claim, ${refused} without.`,
    ...(firstClaim === null ? [] : [`${line('first verified claim', firstClaim)}   (goal: median at most ${goalMs} ms; ${firstClaim.median <= goalMs ? 'met' : 'not met'})`]),
    ...(refusal === null ? [] : [line('refusal', refusal)]),
    ...stages.map(({ stage, ...spread }) => line(`  ${stage}`, spread)),
  ].join('\n')
}
