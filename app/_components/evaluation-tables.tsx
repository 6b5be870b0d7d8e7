import { demandWords, figureWords, measureMeanings, measureWords, stages, tallyRun, type Count, type EvaluationRun, type GateResult } from '@/lib/evaluation'
import { Table } from './table'

/** A run's counts by category and stage, with what each column counts below. */
export function CategoryTable({ run }: { readonly run: EvaluationRun }) {
  const { categories, counts } = tallyRun(run)
  return (
    <div className="figures">
      <Table title="By category and stage" caption="How many of how many. A dash: the cases say nothing about it." head={['Category', 'Cases', ...stages.map((stage) => measureWords[stage])]}>
        {[...categories, { category: 'all', cases: run.results.length, counts }].map((row) => (
          <tr key={row.category}>
            <th scope="row">{row.category}</th>
            <td>{row.cases}</td>
            {stages.map((stage) => <td key={stage}>{countWords(row.counts[stage])}</td>)}
          </tr>
        ))}
      </Table>
      <details className="quiet-details">
        <summary>What the columns count</summary>
        <dl className="facts">{stages.map((stage) => <div key={stage}><dt>{measureWords[stage]}</dt><dd>{measureMeanings[stage]}</dd></div>)}</dl>
      </details>
    </div>
  )
}

/** What came of the gates that the run was held against. */
export function GateTable({ gates }: { readonly gates: readonly GateResult[] }) {
  const failed = gates.filter(({ passed }) => !passed).length
  return (
    <div className="figures">
      <Table title="Gates" caption={failed === 0 ? 'Every gate is passed.' : `${failed} of ${gates.length} failed.`} head={['Gate', 'Category', 'Asks for', 'Figure', 'Sample', 'Result']}>
        {gates.map(({ gate, figure, passed, reason }) => (
          <tr key={`${gate.measure} ${gate.category ?? ''} ${gate.direction}`}>
            <th scope="row">{measureWords[gate.measure]}</th>
            <td>{gate.category ?? 'all'}</td>
            <td>{demandWords(gate)}</td>
            <td>{figureWords(figure)}</td>
            <td>{figure.of}, at least {gate.minimumSample}</td>
            <td>{passed ? 'passed' : `Failed. ${reason ?? ''}`}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

/** Time, tokens and cost of the answers, stage by stage. */
export function CostTable({ run }: { readonly run: EvaluationRun }) {
  const { times } = tallyRun(run)
  if (times.length === 0) return null
  return (
    <div className="figures">
      <Table title="Time and cost by stage" caption="Median and ninety-fifth percentile over the answers that came to the stage; tokens and dollars are totals of the run." head={['Stage', 'Answers', 'Median, ms', '95 % within, ms', 'Tokens in', 'Tokens out', 'Dollars']}>
        {times.map(({ stage, answers, medianMs, p95Ms, inputTokens, outputTokens, usd }) => (
          <tr key={stage}>
            <th scope="row">{stage}</th>
            <td>{answers}</td>
            <td>{medianMs.toFixed(1)}</td>
            <td>{p95Ms.toFixed(1)}</td>
            <td>{inputTokens.toLocaleString('en')}</td>
            <td>{outputTokens.toLocaleString('en')}</td>
            <td>{usd.toFixed(4)}</td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function countWords({ n, of }: Count): string {
  return of === 0 ? '–' : `${n}/${of}`
}
