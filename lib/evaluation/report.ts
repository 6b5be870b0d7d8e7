import { alignTable } from './align-table'
import type { RunComparison } from './compare-runs'
import { stages, type CaseResult, type Count, type EvaluationRun } from './evaluation-run'
import type { GateResult } from './gate'
import type { Figure } from './measure'
import { measureMeanings, measureWords } from './measure-words'
import { tallyRun, type RunTally } from './tally'

const legend = stages.map((stage) => `${measureWords[stage].padEnd(13)}${measureMeanings[stage]}`).join('\n')

/** A run as plain text: one table by category and stage, abstention, then every case with what failed in it. Ends with a line break. */
export function formatRun(run: EvaluationRun): string {
  const tally = tallyRun(run)
  const { precision, recall } = tally.abstention
  const { shown, right, othersRight } = tally.closest
  const { 'nDCG@10': gain, MRR } = tally.ranks
  const failed = run.results.filter(({ findings }) => findings.length > 0)
  return [
    `Evaluation of ${run.startedAt}: ${count(run.results.length, 'case')}, generation ${run.generation ?? 'none'}, corpus ${run.corpusDigest.slice(0, 12)}`,
    '',
    alignTable(tableRows(tally, run.results.length)),
    '',
    legend,
    '',
    `Refusals that were right: ${words(precision)}. Cases to be refused that were: ${words(recall)}.`,
    `Answers shown as the closest evidence only: ${words(shown)}. All required claims shown: by these ${words(right)}, by the other answers ${words(othersRight)}.`,
    `Labelled passages in the search results: nDCG@10 ${figureWords(gain)}, MRR ${figureWords(MRR)}, means over ${count(gain.of, 'case')}.`,
    ...(tally.times.length === 0 ? [] : ['', alignTable(timeRows(tally))]),
    '',
    failed.length === 0 ? 'Nothing failed in any case.' : `Something failed in ${failed.length} of ${count(run.results.length, 'case')}:`,
    ...failed.flatMap(formatCase),
    '',
    'Configuration:',
    ...Object.entries(run.configuration).map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ].join('\n') + '\n'
}

/** Two runs side by side, in plain text: what the settings changed, movements by category and stage, then every changed case. Ends with a line break. */
export function formatComparison(comparison: RunComparison): string {
  const { changed, configuration, movements } = comparison
  return [
    ...(comparison.sameCorpus ? [] : ['The corpus is not the same in both runs.']),
    ...(comparison.sameCases ? [] : ['The cases are not the same in both runs.']),
    ...configuration.map(({ name, before, after }) => `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`),
    ...named('Only in the earlier run', comparison.onlyBefore),
    ...named('Only in the later run', comparison.onlyAfter),
    `${count(changed.length, 'case')} changed, ${comparison.unchanged} did not.`,
    ...(movements.length === 0 ? [] : ['', alignTable([
      ['category', 'stage', 'better', 'worse'],
      ...movements.map(({ category, stage, better, worse }) => [category, measureWords[stage], String(better), String(worse)]),
    ])]),
    ...changed.flatMap(({ id, category, outcome, claimsChanged, stages: moved }) => [
      '',
      `${id} (${category})${outcome.before === outcome.after ? '' : `: ${outcome.before ?? 'not asked'} → ${outcome.after ?? 'not asked'}`}`,
      ...moved.map(({ stage, before, after, direction }) =>
        `  ${direction === 'measured-otherwise' ? 'other' : direction}: ${measureWords[stage]} ${words(before)} → ${words(after)}`),
      ...(claimsChanged ? ['  The claims are not the same.'] : []),
    ]),
  ].join('\n') + '\n'
}

/** What came of each gate, one line each, the failing ones with their reason. Ends with a line break. */
export function formatGates(results: readonly GateResult[]): string {
  const failed = results.filter(({ passed }) => !passed).length
  return [
    alignTable([
      ['gate', 'category', 'asks for', 'figure', 'sample', 'minimum', ''],
      ...results.map(({ gate, figure, passed }) => [
        measureWords[gate.measure], gate.category ?? 'all', demandWords(gate), figureWords(figure), String(figure.of), String(gate.minimumSample), passed ? 'pass' : 'FAIL',
      ]),
    ]),
    ...results.flatMap(({ gate, reason }) => (reason === null ? [] : [`${measureWords[gate.measure]}, ${gate.category ?? 'all'}: ${reason}`])),
    failed === 0 ? `${results.length === 1 ? 'The gate is' : `All ${results.length} gates are`} passed.` : `${failed} of ${count(results.length, 'gate')} failed.`,
  ].join('\n') + '\n'
}

/** "at least 0.68", "all". */
export function demandWords({ direction, value, absolute }: GateResult['gate']): string {
  return absolute ? 'all' : `${direction === 'at-least' ? 'at least' : 'at most'} ${value}`
}

/** "45 of 64 (0.703)", "0.712", "not measured". */
export function figureWords({ value, n, of }: Figure): string {
  if (value === null) return 'not measured'
  return n === null ? value.toFixed(3) : `${n} of ${of} (${value.toFixed(3)})`
}

function timeRows({ times }: RunTally): string[][] {
  return [
    ['stage', 'answers', 'median ms', 'p95 ms', 'tokens in', 'tokens out', 'usd'],
    ...times.map(({ stage, answers, medianMs, p95Ms, inputTokens, outputTokens, usd }) => [
      stage, String(answers), medianMs.toFixed(1), p95Ms.toFixed(1), String(inputTokens), String(outputTokens), usd.toFixed(4),
    ]),
  ]
}

function tableRows({ categories, counts }: RunTally, cases: number): string[][] {
  const head = ['category', 'cases', ...stages.map((stage) => measureWords[stage])]
  const rows = categories.map((row) => [row.category, String(row.cases), ...stages.map((stage) => cell(row.counts[stage]))])
  return [head, ...rows, ['all', String(cases), ...stages.map((stage) => cell(counts[stage]))]]
}

function formatCase({ id, category, as, asOf, question, trap, findings, outcome, closestOnly, refusalReason }: CaseResult): string[] {
  const asked = [category, as === 'owner' ? null : `as ${as}`, asOf === null ? null : `as of ${asOf}`].filter((part) => part !== null).join(', ')
  return [
    '',
    `${id} (${asked}): ${question}`,
    `  ended as: ${outcome ?? 'not asked'}${closestOnly ? ', closest evidence only' : ''}${refusalReason === null ? '' : `, ${refusalReason}`}`,
    ...findings.map(({ stage, message }) => `  ${measureWords[stage]}: ${message}`),
    ...(trap === null ? [] : [`  trap: ${trap}`]),
  ]
}

function cell({ n, of }: Count): string {
  return of === 0 ? '–' : `${n}/${of}`
}

function words({ n, of }: Count): string {
  return of === 0 ? 'not measured' : `${n} of ${of}`
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

function named(title: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}`]
}
