import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SingleBar } from 'cli-progress'
import { checkGates, compareRuns, formatComparison, formatGates, formatRun, readGates, tellLimits, type EvaluationRun } from '@/lib/evaluation'
import type { EvidenceStrategy } from '@/lib/evidence'
import { findFault, type EvaluationRunId } from '@/lib/foundation'
import { evaluateCorpus } from './evaluate-corpus'
import { readEarlierRun } from './read-earlier-run'
import { withRunStore } from './run-store'

interface EvaluationOptions {
  /** A folder of cases; left out, the corpus' own. */
  readonly cases?: string
  readonly only?: readonly string[]
  /** One for all cases, so that runs compare; left out: one whole document where a case is about it, else passages. */
  readonly strategy?: EvidenceStrategy
  readonly against?: string
  readonly out?: string
  /** Where the counts that the pages of answers tell are written. */
  readonly limits?: string
  /** True: the corpus' own gates.yaml. */
  readonly gate?: string | true
  readonly json?: true
}

/**
 * Runs the cases, stores the run in the data folder, prints the report (or the run as one JSON document), saves it,
 * compares it and holds it against gates where asked to. Says whether every gate was passed. What was named wrongly is
 * said before anything runs.
 */
export async function runEvaluation(corpus: string, { cases, only = [], strategy = 'whole-document', against, out, limits, gate, json }: EvaluationOptions): Promise<{ readonly passed: boolean }> {
  const gates = gate === undefined ? null : await readGates(gate === true ? join(resolve(corpus), 'gates.yaml') : gate)
  const before = against === undefined ? null : await readEarlierRun(against)
  const bar = process.stderr.isTTY && json !== true ? new SingleBar({ format: 'Cases {bar} {value} of {total}', stream: process.stderr, clearOnComplete: true }) : null
  const measured = await evaluateCorpus({ corpus: resolve(corpus), cases: cases === undefined ? join(resolve(corpus), 'cases') : resolve(cases), only, strategy, onProgress: (done, total) => { if (done === 1) bar?.start(total, 1); else bar?.update(done) } })
  bar?.stop()
  const run: EvaluationRun = { ...measured, gates: gates === null ? null : checkGates(measured, gates) }
  if (limits !== undefined) await writeFile(limits, `${JSON.stringify(tellLimits(run), null, 2)}\n`)
  if (out !== undefined) await writeFile(out, JSON.stringify(run, null, 2))
  const runId = await store(run)
  const comparison = before === null ? null : compareRuns(before, run)
  if (json === true) console.log(JSON.stringify({ ...run, runId, ...(comparison === null ? {} : { comparison }) }, null, 2))
  else {
    console.log(formatRun(run))
    if (comparison !== null) console.log(formatComparison(comparison))
    if (run.gates !== null) console.log(formatGates(run.gates))
    if (runId !== null) console.log(`Stored as ${runId}: compare a later run with --against ${runId}, and see it at /evaluations/${runId}.`)
  }
  return { passed: run.gates === null || run.gates.every(({ passed }) => passed) }
}

/** What was measured is not lost because it cannot be stored: the fault is said, and the report goes on. */
async function store(run: EvaluationRun): Promise<EvaluationRunId | null> {
  try {
    return await withRunStore((runs) => runs.store(run))
  } catch (error) {
    const fault = findFault(error)
    if (fault === null) throw error
    console.error(`The run was not stored. ${fault.message}`)
    return null
  }
}
