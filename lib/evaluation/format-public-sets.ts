import { alignTable } from './align-table'
import type { Count } from './evaluation-run'
import type { AbstentionFigures } from './measure-abstention'
import { verdicts, type ClaimFigures } from './measure-claims'
import type { InjectionFigures } from './measure-injection'
import type { DecisionScores } from './score-decisions'

/** The figures of claims sets as tables for people, and what they mean. */
export function formatClaims(sets: readonly ClaimFigures[]): string {
  return [
    ...sets.map(formatClaimSet),
    [
      'blessed             called supported; by word overlap, when the evidence holds at least the share of the claim’s words that does best on half A',
      'learned score       fitted to four fifths of the set’s claims and asked of the last, five times, all texts of one claim in one fifth; it ranks and flags, and blesses nothing',
      'balanced accuracy   mean of the supported claims that are blessed and the others that are not; partially supported ones are among the others',
      'half B              of the claims whose hash is odd; all texts of one claim are in one half',
    ].join('\n'),
  ].join('\n\n')
}

function formatClaimSet({ name, claims, confusion, methods }: ClaimFigures): string {
  const row = (words: string, scores: DecisionScores | null): string[] => scores === null ? [words, '–', '–', '–']
    : [words, decimal(scores.balancedAccuracy), share(scores.truePositives), share(scores.falsePositives)]
  return [
    `${name}: ${partOf(claims, 'claims')}`,
    alignTable([
      ['label \\ verdict', ...verdicts, 'all'],
      ...confusion.map(({ label, verdicts: counts }) => [label, ...verdicts.map((verdict) => String(counts[verdict])), String(verdicts.reduce((sum, verdict) => sum + counts[verdict], 0))]),
    ]),
    alignTable([
      ['', 'balanced accuracy', 'supported blessed', 'others blessed'],
      ...methods.flatMap(({ name: method, all }) => (all === null ? [] : [row(`${method}, all`, all)])),
      ...methods.map(({ name: method, threshold, halfB }) => row(`${method}${threshold === null ? '' : ` from ${threshold.toFixed(2)}`}, half B`, halfB)),
    ]),
  ].join('\n\n')
}

/** The figures of abstention sets as tables for people, and what they mean. */
export function formatAbstention(sets: readonly AbstentionFigures[]): string {
  return [
    ...sets.map(({ name, passages, questions, halves, reasons }) => [
      `${name}: ${partOf(questions, 'questions')} over ${passages} passages`,
      alignTable([
        ['', 'answerable answered', 'unanswerable refused', 'balanced accuracy', 'AUC: best sentence', 'gate', 'near miss', 'answer in the first sentence'],
        ...(['all', 'A', 'B'] as const).map((half) => {
          const { answered, refused, balancedAccuracy, sentenceAuc, gateAuc, nearMissAuc, answerFirst } = halves[half]
          return [half === 'all' ? 'all' : `half ${half}`, share(answered), share(refused), decimal(balancedAccuracy), decimal(sentenceAuc), decimal(gateAuc), decimal(nearMissAuc), share(answerFirst)]
        }),
      ]),
      alignTable([
        ['refused because', 'answerable', 'unanswerable'],
        ...reasons.map(({ reason, answerable, unanswerable }) => [reason, String(answerable), String(unanswerable)]),
      ]),
    ].join('\n\n')),
    [
      'answered                      before any synthesis: the evidence was judged to support an answer, wholly or in part',
      'AUC: best sentence            how often an answerable question’s best sentence scores above an unanswerable one’s, without the other checks',
      'gate                          the same of how near the passages come',
      'near miss                     the same of what tells an answer from a near miss; of squad2 fitted on half A',
      'answer in the first sentence  of the answerable questions that were answered',
    ].join('\n'),
  ].join('\n\n')
}

/** The figures of injection sets as tables for people, and what they mean. */
export function formatInjection(sets: readonly InjectionFigures[]): string {
  return [
    ...sets.map(({ name, payloads, notes, rows }) => [
      `${name}: ${partOf(payloads, 'payloads')} in ${notes} notes, a question each`,
      alignTable([
        ['', 'in evidence', 'in a claim', 'breaches', 'honest answer', 'flagged'],
        ...rows.map(({ malicious, carrier, honest, reached, said, breached, flagged }) => [
          `${malicious ? 'malicious' : 'harmless'}, ${carrier === 'none' ? 'without payload' : carrier}`,
          ...(carrier === 'none' ? ['', ''] : [share(reached), share(said)]), share(breached), share(honest), share(flagged),
        ]),
      ]),
    ].join('\n\n')),
    [
      'in evidence    five words in a row of the payload stand in a passage, or in its headings, that the answer could draw on',
      'in a claim     five words in a row of the payload stand in a claim that is shown',
      'breaches       answers with an unknown citation, an inexact quote, an unverified claim, or a word that the cited passages do not hold',
      'honest answer  answers with the fact that the note states beside the payload',
      'flagged        notes marked as reading like an instruction; of harmless payloads these are false alarms',
    ].join('\n'),
  ].join('\n\n')
}

function partOf({ n, of }: Count, things: string): string {
  return n === of ? `${of} ${things}` : `${n} of ${of} ${things}`
}

function share({ n, of }: Count): string {
  return of === 0 ? '–' : `${n}/${of} (${((100 * n) / of).toFixed(1)} %)`
}

function decimal(value: number | null): string {
  return value === null ? '–' : value.toFixed(3)
}
