import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CompareForm } from '@/app/_components/compare-form'
import { Configuration } from '@/app/_components/configuration'
import { count } from '@/app/_components/count'
import { FoldedCase } from '@/app/_components/evaluation-case'
import { EvaluationChanges } from '@/app/_components/evaluation-changes'
import { EvaluationPlots } from '@/app/_components/evaluation-plots'
import { CategoryTable, CostTable, GateTable } from '@/app/_components/evaluation-tables'
import { loadRun, loadRuns } from '@/app/_components/load-evaluations'
import { Moment } from '@/app/_components/moment'
import { Shell } from '@/app/_components/shell'
import type { EvaluationRun } from '@/lib/evaluation'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<{ readonly against?: string | readonly string[] }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await loadRun((await params).id)) === null ? 'Nothing here' : 'Evaluation' }
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id } = await params
  const run = await loadRun(id)
  if (run === null) notFound()
  const against = [(await searchParams).against ?? ''].flat()[0] ?? ''
  const before = against === '' ? null : await loadRun(against)
  return (
    <Shell>
      <h1>Evaluation of <Moment at={run.finishedAt} /></h1>
      <RunMeta run={run} />
      <CompareForm runId={id} against={before === null ? null : against} runs={await loadRuns()} />
      {against !== '' && before === null && <p className="notice">No run is stored under the name to compare with, so this one stands alone.</p>}
      {before !== null && <p className="quiet">Compared with the earlier run of <a href={`/evaluations/${against}`}><Moment at={before.finishedAt} /></a>.</p>}
      {run.gates !== null && <GateTable gates={run.gates} />}
      <CategoryTable run={run} />
      <EvaluationPlots run={run} before={before} />
      {before !== null && <EvaluationChanges before={before} after={run} />}
      <FailingCases run={run} />
      <CostTable run={run} />
      <Configuration title="Configuration of this run" settings={run.configuration} />
    </Shell>
  )
}

function RunMeta({ run }: { readonly run: EvaluationRun }) {
  const seconds = Math.round((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1_000)
  return (
    <div className="meta">
      <span>{count(run.results.length, 'case')}</span>
      <span>{run.generation === null ? 'No index' : `Index ${run.generation} of its own`}</span>
      <span>Corpus <span className="path">{run.corpusDigest.slice(0, 12)}</span></span>
      <span>Labels <span className="path">{run.casesDigest.slice(0, 12)}</span></span>
      <span>Took {count(seconds, 'second')}</span>
    </div>
  )
}

function FailingCases({ run }: { readonly run: EvaluationRun }) {
  const failing = run.results.filter(({ findings }) => findings.length > 0)
  return (
    <section>
      <h2>Something failed in {failing.length} of {count(run.results.length, 'case')}</h2>
      {failing.length > 0 && (
        <details>
          <summary>Show {failing.length === 1 ? 'it' : 'them'}</summary>
          {failing.map((result) => <FoldedCase key={result.id} result={result} />)}
        </details>
      )}
    </section>
  )
}
