import { setMethods, type BenchSearchReport, type SetFigures, type SetMethod } from './bench-search'
import type { GrowthRow } from './bench-growth'
import type { SpeedFigures } from './bench-speed'
import type { WeakFigures } from './bench-weak'

/** The report as tables for people. */
export function formatBenchSearch({ sets, weak, speed, growth }: BenchSearchReport): string {
  return [
    ...sets.map(formatSet),
    ...(sets.length === 0 ? [] : [`mean margin of K81R over the rank fusion of its own arms: ${signed(sets.reduce((sum, set) => sum + marginOf(set).mean, 0) / sets.length)} nDCG@10`]),
    ...(weak.length === 0 ? [] : [formatWeak(weak)]),
    ...(speed === null ? [] : [formatSpeed(speed)]),
    ...(growth.length === 0 ? [] : [formatGrowth(growth)]),
  ].join('\n\n')
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
const share = ({ n, of }: { readonly n: number; readonly of: number }) => `${n}/${of} (${of === 0 ? '–' : ((100 * n) / of).toFixed(1)} %)`

function marginOf({ evaluations }: SetFigures) {
  return evaluations.all.margins.find(({ method, over }) => method === 'K81R' && over === 'our arms, rank fusion') ?? { mean: 0, low: 0, high: 0 }
}

function formatSet(set: SetFigures): string {
  const { name, documents, passages, evaluations, stableTopFive, scale } = set
  const cell = (half: 'all' | 'A' | 'B', method: SetMethod) => {
    const methods: Readonly<Partial<Record<SetMethod, { readonly 'nDCG@10': number; readonly 'recall@5'?: number }>>> = evaluations[half].methods
    const scores = methods[method]
    return scores === undefined ? '–' : `${scores['nDCG@10'].toFixed(3)} / ${(scores['recall@5'] ?? 0).toFixed(3)}`
  }
  const margin = marginOf(set)
  return [
    `${name}: ${documents} documents, ${passages} passages, ${evaluations.all.queries} queries; nDCG@10 / recall@5`,
    `  ${''.padEnd(28)}${'all'.padEnd(16)}${'half A (tuned)'.padEnd(16)}half B`,
    ...setMethods.filter((method) => evaluations.all.methods[method] !== undefined).map((method) => `  ${method.padEnd(28)}${cell('all', method).padEnd(16)}${cell('A', method).padEnd(16)}${cell('B', method)}`),
    `  K81R over the rank fusion of its own arms: ${signed(margin.mean)} nDCG@10 (95 % interval ${signed(margin.low)} to ${signed(margin.high)})`,
    `  the same first five from 50 and from 200 candidates: ${(100 * stableTopFive).toFixed(1)} % of queries`,
    `  BM25 ÷ the query's best: ${scale.best['nDCG@10'].toFixed(3)}, order changes for ${(100 * scale.best.ordersChanged).toFixed(1)} % of queries when the best passage comes or goes; ÷ the attainable: ${scale.attainable['nDCG@10'].toFixed(3)}, ${(100 * scale.attainable.ordersChanged).toFixed(1)} %`,
  ].join('\n')
}

function formatWeak(weak: readonly WeakFigures[]): string {
  const pooled = (field: 'kept' | 'foreign' | 'gibberish') => ({ n: weak.reduce((sum, set) => sum + set[field].n, 0), of: weak.reduce((sum, set) => sum + set[field].of, 0) })
  const line = (name: string, { kept, foreign, gibberish }: Omit<WeakFigures, 'name'>) => `  ${name.padEnd(22)}${share(kept).padEnd(22)}${share(foreign).padEnd(22)}${share(gibberish)}`
  return [
    '“No passage matches this well”',
    `  ${''.padEnd(22)}${'own queries kept'.padEnd(22)}${'others’ flagged'.padEnd(22)}gibberish flagged`,
    ...weak.map((set) => line(set.name, set)),
    line('all', { kept: pooled('kept'), foreign: pooled('foreign'), gibberish: pooled('gibberish') }),
  ].join('\n')
}

function formatSpeed({ passages, queries, times, stages, empty }: SpeedFigures): string {
  return [
    `Speed: ${passages} passages on the embedded database, ${queries} warm queries, each embedded anew; ms`,
    `  ${''.padEnd(38)}${'median'.padStart(8)}${'p95'.padStart(8)}`,
    ...times.map(({ name, median, p95 }) => `  ${name.padEnd(38)}${median.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}`),
    `  means by stage: ${Object.entries(stages).map(([stage, ms]) => `${stage} ${ms}`).join(', ')}`,
    `  questions in plain words that came back empty: ${empty}`,
  ].join('\n')
}

function formatGrowth(growth: readonly GrowthRow[]): string {
  const longest = Math.max(1, ...growth.map(({ p95 }) => p95))
  return [
    'Growth: warm searches, vectors of the passages made up; ms',
    `  ${''.padEnd(12)}${'passages'.padStart(10)}${'median'.padStart(9)}${'p95'.padStart(9)}`,
    ...growth.map(({ database, passages, median, p95 }) => `  ${database.padEnd(12)}${passages.toLocaleString('en').padStart(10)}${median.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}  ${'█'.repeat(Math.max(1, Math.round((40 * p95) / longest)))}`),
  ].join('\n')
}
