import { compareRuns, measureWords, type CaseChange, type Count, type EvaluationRun } from '@/lib/evaluation'
import { CaseEnd, CaseHead } from './evaluation-case'
import { count } from './count'
import { Table } from './table'

interface EvaluationChangesProps {
  readonly before: EvaluationRun
  readonly after: EvaluationRun
}

/** Two runs case by case: what else changed between them, where cases moved, and each changed case with both results. */
export function EvaluationChanges({ before, after }: EvaluationChangesProps) {
  const comparison = compareRuns(before, after)
  const worse = comparison.changed.filter((change) => moved(change, 'worse'))
  const better = comparison.changed.filter((change) => moved(change, 'better') && !moved(change, 'worse'))
  const other = comparison.changed.filter((change) => !moved(change, 'worse') && !moved(change, 'better'))
  return (
    <>
      {!comparison.sameCorpus && <p className="notice">The corpus is not the same in both runs.</p>}
      {!comparison.sameCases && <p className="notice">The cases are not the same in both runs.{named(' Only in the earlier one', comparison.onlyBefore)}{named(' Only in this one', comparison.onlyAfter)}</p>}
      <p className="measure">{count(comparison.changed.length, 'case')} changed, {comparison.unchanged} did not.</p>
      {comparison.configuration.length > 0 && (
        <Table title="Settings that changed" head={['Setting', 'Earlier run', 'This run']}>
          {comparison.configuration.map(({ name, before: earlier, after: later }) => (
            <tr key={name}><th scope="row" className="path">{name}</th><td className="path">{JSON.stringify(earlier)}</td><td className="path">{JSON.stringify(later)}</td></tr>
          ))}
        </Table>
      )}
      {comparison.movements.length > 0 && (
        <Table title="Where cases moved" caption="Cases, so that a gain in one place does not hide a loss in another." head={['Category', 'Stage', 'Better', 'Worse']}>
          {comparison.movements.map(({ category, stage, better: gained, worse: lost }) => (
            <tr key={`${category} ${stage}`}><th scope="row">{category}</th><td>{measureWords[stage]}</td><td>{gained}</td><td>{lost}</td></tr>
          ))}
        </Table>
      )}
      <Changes title="Got worse" changes={worse} before={before} after={after} />
      <Changes title="Got better" changes={better} before={before} after={after} />
      <Changes title="Changed, neither better nor worse" changes={other} before={before} after={after} />
    </>
  )
}

function Changes({ title, changes, before, after }: EvaluationChangesProps & { readonly title: string; readonly changes: readonly CaseChange[] }) {
  if (changes.length === 0) return null
  const earlier = new Map(before.results.map((result) => [result.id, result]))
  const later = new Map(after.results.map((result) => [result.id, result]))
  return (
    <section>
      <h2>{title}: {count(changes.length, 'case')}</h2>
      {changes.map((change) => {
        const [was, is] = [earlier.get(change.id), later.get(change.id)]
        return was === undefined || is === undefined ? null : (
          <article key={change.id} className="case">
            <CaseHead result={is} />
            {change.stages.length > 0 && <ul>{change.stages.map(({ stage, before: from, after: to, direction }) => <li key={stage}>{directionWords[direction]}: {measureWords[stage]} {countWords(from)} → {countWords(to)}</li>)}</ul>}
            <div className="pair">
              <div><h4>Earlier run</h4><CaseEnd result={was} /></div>
              <div><h4>This run</h4><CaseEnd result={is} /></div>
            </div>
          </article>
        )
      })}
    </section>
  )
}

const directionWords: Readonly<Record<CaseChange['stages'][number]['direction'], string>> = { better: 'Better', worse: 'Worse', 'measured-otherwise': 'Measured in one run only' }

function moved({ stages }: CaseChange, way: 'better' | 'worse'): boolean {
  return stages.some(({ direction }) => direction === way)
}

function countWords({ n, of }: Count): string {
  return of === 0 ? 'not measured' : `${n} of ${of}`
}

function named(title: string, ids: readonly string[]): string {
  return ids.length === 0 ? '' : `${title}: ${ids.join(', ')}.`
}
