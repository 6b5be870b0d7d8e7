import { figureWords, measureMeanings, measureResults, measures, measureWords, tallyRun, type CaseResult, type EvaluationRun, type Figure, type StageTime } from '@/lib/evaluation'
import { BarPlot, type Bar } from './bar-plot'

interface EvaluationPlotsProps {
  readonly run: EvaluationRun
  /** The run it is compared with; null when it stands alone. */
  readonly before: EvaluationRun | null
}

/** A run drawn three ways: by measure, by category, and by the time its answers took. */
export function EvaluationPlots({ run, before }: EvaluationPlotsProps) {
  return (
    <>
      <BarPlot title="By stage" head={['Measure', 'Figure']} caption="Each stage by itself, over all cases. Longer is better." bars={measures.flatMap((measure) => {
        const figure = measureResults(measure, run.results)
        const earlier = before === null ? null : measureResults(measure, before.results)
        return figure.value === null && (earlier === null || earlier.value === null) ? [] : [barOf(`${measureWords[measure]}: ${measureMeanings[measure]}`, figure, earlier)]
      })} />
      <BarPlot title="By category" head={['Category', 'Cases']} caption="Cases that ended as they should: answered, partial or refused. Longer is better." bars={tallyRun(run).categories.map(({ category }) => {
        const own = (results: readonly CaseResult[]) => measureResults('outcome', results.filter((result) => result.category === category))
        return barOf(category, own(run.results), before === null ? null : own(before.results))
      })} />
      <TimePlot times={tallyRun(run).times} before={before === null ? null : tallyRun(before).times} />
    </>
  )
}

function barOf(label: string, figure: Figure, before: Figure | null): Bar {
  return { label, share: figure.value, text: figureWords(figure), ...(before === null ? {} : { before: { share: before.value, text: figureWords(before) } }) }
}

function TimePlot({ times, before }: { readonly times: readonly StageTime[]; readonly before: readonly StageTime[] | null }) {
  const longestMs = Math.max(...[...times, ...(before ?? [])].map(({ p95Ms }) => p95Ms))
  if (times.length === 0 || longestMs <= 0) return null
  return (
    <BarPlot title="Time by stage" head={['Stage', 'Time']} caption="The median as a bar, and the time that ninety-five of a hundred answers stayed under as a tick. Shorter is better." bars={times.map((time) => {
      const earlier = before?.find(({ stage }) => stage === time.stage)
      return {
        label: time.stage, share: time.medianMs / longestMs, tick: time.p95Ms / longestMs, text: timeWords(time),
        ...(before === null ? {} : { before: earlier === undefined ? null : { share: earlier.medianMs / longestMs, text: timeWords(earlier) } }),
      }
    })} />
  )
}

function timeWords({ medianMs, p95Ms }: StageTime): string {
  return `${medianMs.toFixed(1)} ms, 95 % within ${p95Ms.toFixed(1)} ms`
}
