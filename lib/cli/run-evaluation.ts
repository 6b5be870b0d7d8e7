import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SingleBar } from 'cli-progress'
import { compareRuns, formatComparison, formatRun, parseRun } from '@/lib/evaluation'
import { Fault } from '@/lib/foundation'
import { evaluateCorpus } from './evaluate-corpus'

interface EvaluationOptions {
  readonly only?: readonly string[]
  readonly against?: string
  readonly out?: string
  readonly json?: true
}

/** Runs the cases, prints the report (or the run as JSON), saves it and compares it where asked to. */
export async function runEvaluation(corpus: string, { only = [], against, out, json }: EvaluationOptions): Promise<void> {
  const before = against === undefined ? null : parseRun(await readFile(against, 'utf8').catch((cause: unknown) => { throw new Fault('bad-input', `The run ${against} cannot be read.`, { cause }) }))
  const bar = process.stderr.isTTY && json !== true ? new SingleBar({ format: 'Cases {bar} {value} of {total}', stream: process.stderr, clearOnComplete: true }) : null
  const run = await evaluateCorpus({ corpus: resolve(corpus), only, onProgress: (done, total) => { if (done === 1) bar?.start(total, 1); else bar?.update(done) } })
  bar?.stop()
  if (out !== undefined) await writeFile(out, JSON.stringify(run, null, 2))
  console.log(json === true ? JSON.stringify(run, null, 2) : formatRun(run))
  if (before !== null) console.log(`\n${formatComparison(compareRuns(before, run))}`)
}
