import { figureWords, measureWords, type Measure, type StoredRun } from '@/lib/evaluation'
import { LinePlot } from './line-plot'
import { formatMoment, Moment } from './moment'
import { Table } from './table'

const plotted: readonly Measure[] = ['outcome', 'required', 'support', 'refusal', 'abstention-recall']
const listed: readonly Measure[] = ['retrieval', 'outcome', 'required', 'forbidden', 'support', 'refusal', 'abstention-precision', 'abstention-recall', 'containment', 'access']

interface EvaluationListProps {
  /** The one that finished last first. */
  readonly runs: readonly StoredRun[]
}

/** The stored runs: a few figures over time, then each run in a row. */
export function EvaluationList({ runs }: EvaluationListProps) {
  return (
    <>
      <Progress runs={runs.toReversed()} />
      <div className="figures">
        <Table title="Runs" caption="Each figure counts labels, claims or cases of its own; none adds up with another." head={['Finished', 'Cases', ...listed.map((measure) => measureWords[measure]), 'Gates', 'Corpus', 'Labels']}>
          {runs.map((run) => (
            <tr key={run.runId}>
              <th scope="row"><a href={`/evaluations/${run.runId}`}><Moment at={run.finishedAt} /></a></th>
              <td>{run.cases}</td>
              {listed.map((measure) => <td key={measure}>{shortFigure(run, measure)}</td>)}
              <td>{gateWords(run)}</td>
              <td className="path">{run.corpusDigest.slice(0, 8)}</td>
              <td className="path">{run.casesDigest.slice(0, 8)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </>
  )
}

function Progress({ runs }: EvaluationListProps) {
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined) return null
  const series = plotted.map((measure) => ({ name: measureWords[measure], text: shortFigure(last, measure), values: runs.map(({ figures }) => figures[measure]?.value ?? null) }))
  const breaks = runs.flatMap((run, at) => {
    const before = runs[at - 1]
    return before !== undefined && (before.casesDigest !== run.casesDigest || before.corpusDigest !== run.corpusDigest) ? [at] : []
  })
  const told = plotted.map((measure) => `${measureWords[measure]} from ${shortFigure(first, measure)} to ${shortFigure(last, measure)}`).join('; ')
  return (
    <>
      <LinePlot title="Over time" description={`Shares over ${runs.length} runs: ${told}. The table below has every figure.`} series={series} ends={[formatMoment(first.finishedAt, new Date()), formatMoment(last.finishedAt, new Date())]} breaks={breaks} />
      {breaks.length > 0 && <p className="quiet">A dotted line stands where the corpus or the cases changed: what lies on its two sides is not the same measurement.</p>}
    </>
  )
}

function shortFigure({ figures }: StoredRun, measure: Measure): string {
  const figure = figures[measure]
  if (figure === undefined || figure.value === null) return '–'
  return figure.n === null ? figureWords(figure) : `${figure.n}/${figure.of}`
}

function gateWords({ gates }: StoredRun): string {
  if (gates === null) return 'not asked'
  return gates.passed === gates.of ? 'all passed' : `${gates.of - gates.passed} of ${gates.of} failed`
}
