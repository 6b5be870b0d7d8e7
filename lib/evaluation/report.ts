import { stages, type CaseResult, type Count, type EvaluationRun, type Stage } from './evaluation-run'
import type { RunComparison } from './compare-runs'
import { tallyRun, type RunTally } from './tally'

/** What each stage's count counts, in the words of the report. */
const stageWords: Readonly<Record<Stage, string>> = {
  retrieval: 'recall@5', selection: 'in evidence', outcome: 'outcome', required: 'required', forbidden: 'kept out',
  support: 'on labels', refusal: 'refusal', containment: 'contained', access: 'in scope',
}

const legend = [
  'recall@5     labelled passages among the first five search results',
  'in evidence  labelled passages in the evidence set',
  'outcome      cases that ended as they should: answered, partial or refused',
  'required     required claims that are shown',
  'kept out     forbidden claims that are not shown',
  'on labels    shown claims whose quotes all lie in labelled passages',
  'refusal      right refusals and partial answers that are useful',
  'contained    answers with known citations, exact quotes and verified claims only',
  'in scope     answers for a reader or the public in which nothing hidden appears',
].join('\n')

/** A run as plain text: one table by category and stage, abstention, then every case with what failed in it. Ends with a line break. */
export function formatRun(run: EvaluationRun): string {
  const tally = tallyRun(run)
  const { precision, recall } = tally.abstention
  const failed = run.results.filter(({ findings }) => findings.length > 0)
  return [
    `Evaluation of ${run.startedAt}: ${count(run.results.length, 'case')}, generation ${run.generation ?? 'none'}, corpus ${run.corpusDigest.slice(0, 12)}`,
    '',
    table(tableRows(tally, run.results.length)),
    '',
    legend,
    '',
    `Refusals that were right: ${words(precision)}. Cases to be refused that were: ${words(recall)}.`,
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
    ...(movements.length === 0 ? [] : ['', table([
      ['category', 'stage', 'better', 'worse'],
      ...movements.map(({ category, stage, better, worse }) => [category, stageWords[stage], String(better), String(worse)]),
    ])]),
    ...changed.flatMap(({ id, category, outcome, claimsChanged, stages: moved }) => [
      '',
      `${id} (${category})${outcome.before === outcome.after ? '' : `: ${outcome.before ?? 'not asked'} → ${outcome.after ?? 'not asked'}`}`,
      ...moved.map(({ stage, before, after, direction }) =>
        `  ${direction === 'measured-otherwise' ? 'other' : direction}: ${stageWords[stage]} ${words(before)} → ${words(after)}`),
      ...(claimsChanged ? ['  The claims are not the same.'] : []),
    ]),
  ].join('\n') + '\n'
}

function tableRows({ categories, counts }: RunTally, cases: number): string[][] {
  const head = ['category', 'cases', ...stages.map((stage) => stageWords[stage])]
  const rows = categories.map((row) => [row.category, String(row.cases), ...stages.map((stage) => cell(row.counts[stage]))])
  return [head, ...rows, ['all', String(cases), ...stages.map((stage) => cell(counts[stage]))]]
}

function formatCase({ id, category, as, asOf, question, trap, findings, outcome, refusalReason }: CaseResult): string[] {
  const asked = [category, as === 'owner' ? null : `as ${as}`, asOf === null ? null : `as of ${asOf}`].filter((part) => part !== null).join(', ')
  return [
    '',
    `${id} (${asked}): ${question}`,
    `  ended as: ${outcome ?? 'not asked'}${refusalReason === null ? '' : `, ${refusalReason}`}`,
    ...findings.map(({ stage, message }) => `  ${stageWords[stage]}: ${message}`),
    ...(trap === null ? [] : [`  trap: ${trap}`]),
  ]
}

/** Columns as wide as their widest cell; the first is set to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const set = (text: string, column: number): string => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))
  return rows.map((row) => row.map(set).join('  ').trimEnd()).join('\n')
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
