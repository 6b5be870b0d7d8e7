import { analyze } from '@/lib/analysis'
import { verifyClaim, type Verdict } from '@/lib/verification'
import { crossFit, foldOf } from './fit-claim-score'
import { claimLabels, featuresOf, passageOf, type ClaimLabel, type ClaimSet, type LabelledClaim } from './read-claim-set'
import { chooseThreshold, scoreDecisions, type DecisionScores } from './score-decisions'
import { takeSample } from './take-sample'

export const verdicts = ['supported', 'partially-supported', 'contradicted', 'not-established'] as const satisfies readonly Verdict[]

export interface ClaimFigures {
  readonly name: string
  /** Measured, of as many as the set holds. */
  readonly claims: { readonly n: number; readonly of: number }
  /** Claims by the label people gave and the verdict ours is; labels that do not occur are left out. */
  readonly confusion: readonly { readonly label: ClaimLabel; readonly verdicts: Readonly<Record<Verdict, number>> }[]
  readonly methods: readonly ClaimMethod[]
}

/** One way to say that a claim is supported. */
export interface ClaimMethod {
  readonly name: 'K81R' | 'K81R, in part too' | 'learned score, in five folds' | 'word overlap'
  /** The share of words from which word overlap says yes, chosen on half A; null for rules and the score, and where half A holds no claim of one kind. */
  readonly threshold: number | null
  /** Over every claim; null for what was chosen on half A. */
  readonly all: DecisionScores | null
  readonly halfB: DecisionScores | null
}

export interface SampleOptions {
  /** As many at most, of each set; null: all. */
  readonly limit: number | null
  /** Called after each. */
  readonly onProgress?: (done: number, total: number) => void
}

interface Judged extends LabelledClaim {
  readonly verdict: Verdict
  readonly overlap: number
  readonly features: readonly number[]
}

/** Verifies every claim against its evidence, as an answer's drafts are, and sets the verdicts against the labels and against counting words. */
export function measureClaims(set: ClaimSet, { limit, onProgress }: SampleOptions): ClaimFigures {
  const chosen = takeSample(set.claims, limit)
  const judged = chosen.map((entry, at): Judged => {
    const { claim, evidence, title } = entry
    const { verdict } = verifyClaim({ text: claim, evidenceIds: ['e1'] }, [passageOf(entry)])
    onProgress?.(at + 1, chosen.length)
    return { ...entry, verdict, overlap: wordOverlap(claim, `${title}\n${evidence}`), features: featuresOf(entry) }
  })
  const confusion = claimLabels.filter((label) => judged.some((entry) => entry.label === label)).map((label) => {
    const count = (verdict: Verdict) => judged.filter((entry) => entry.label === label && entry.verdict === verdict).length
    return { label, verdicts: { supported: count('supported'), 'partially-supported': count('partially-supported'), contradicted: count('contradicted'), 'not-established': count('not-established') } }
  })
  return {
    name: set.name, claims: { n: chosen.length, of: set.claims.length }, confusion,
    methods: [
      byVerdict('K81R', judged, ['supported']), byVerdict('K81R, in part too', judged, ['supported', 'partially-supported']), byScore(judged), byOverlap(judged),
    ],
  }
}

function byVerdict(name: ClaimMethod['name'], judged: readonly Judged[], yes: readonly Verdict[]): ClaimMethod {
  const score = (those: readonly Judged[]) => scoreDecisions(those.map(({ label, verdict }) => ({ is: label === 'supported', said: yes.includes(verdict) })))
  return { name, threshold: null, all: score(judged), halfB: score(judged.filter(({ half }) => half === 'B')) }
}

/** A claim is called supported where a model fitted to the other folds says so; it ranks and flags, and blesses nothing in the product. */
function byScore(judged: readonly Judged[]): ClaimMethod {
  const scores = crossFit(judged.map((entry) => ({ features: entry.features, is: entry.label === 'supported', fold: foldOf(entry) })))
  const scored = judged.map(({ label, half }, at) => ({ is: label === 'supported', said: (scores[at] ?? 0) > 0, half }))
  return { name: 'learned score, in five folds', threshold: null, all: scoreDecisions(scored), halfB: scoreDecisions(scored.filter(({ half }) => half === 'B')) }
}

function byOverlap(judged: readonly Judged[]): ClaimMethod {
  const ofHalf = (wanted: 'A' | 'B') => judged.filter(({ half }) => half === wanted).map(({ label, overlap }) => ({ is: label === 'supported', score: overlap }))
  const threshold = chooseThreshold(ofHalf('A'))
  const halfB = threshold === null ? null : scoreDecisions(ofHalf('B').map(({ is, score }) => ({ is, said: score >= threshold })))
  return { name: 'word overlap', threshold, all: null, halfB }
}

/** The share of a claim's distinct terms that its evidence holds; 0 for a claim without any. */
export function wordOverlap(claim: string, evidence: string): number {
  const said = new Set(analyze(claim, 'en').map(({ lexeme }) => lexeme))
  const held = new Set(analyze(evidence, 'en').map(({ lexeme }) => lexeme))
  return said.size === 0 ? 0 : [...said].filter((lexeme) => held.has(lexeme)).length / said.size
}
