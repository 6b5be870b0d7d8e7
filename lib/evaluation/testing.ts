import { owner } from '@/lib/access'
import type { AnswerClaim, AnswerRecord, Citation } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import type { Case } from './case'
import type { CaseResult, EvaluationRun } from './evaluation-run'
import type { Observation } from './observation'
import { countsOf } from './score-case'

/** A case that asks for nothing but an answer. For tests. */
export function testCase(part: Partial<Case> = {}): Case {
  return {
    id: 'wait', category: 'exact-lookup', question: 'How long is the wait?', as: owner, asOf: null, relevant: [], required: [], forbidden: [],
    outcome: 'answered', acceptable: [], refusal: [], missing: [], trap: null, ...part,
  }
}

/** An evidence item with this text at this path, good as a search result too. For tests. */
export function testItem(evidenceId: string, sourcePath: string, text: string, part: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    evidenceId, sourcePath, rank: 1, tokens: 10, relations: [], scope: 'public', localOnly: false, instructionLike: false, documentId: 'doc_a', revisionId: 'rev_a', revision: 1,
    title: 'A note', kind: 'note', project: null, status: null, effectiveAt: '2022-01-01', headingPath: [], current: true, supersededBy: null, superseded: false,
    passage: { id: 'psg_1', text, contentType: 'prose', startLine: 1, endLine: 1, startOffset: 0, endOffset: text.length, context: [], matches: [] },
    reasons: [], why: '', ...part,
  }
}

/** A supported claim that quotes these items whole. For tests. */
export function testClaim(text: string, items: readonly EvidenceItem[], part: Partial<AnswerClaim> = {}): AnswerClaim {
  return { id: 'clm_a', text, quoted: true, verdict: 'supported', verdictWords: 'Supported, word for word', citations: items.map(testCitation), ...part }
}

function testCitation({ evidenceId, sourcePath, passage }: EvidenceItem, at: number): Citation {
  return {
    number: at + 1, evidenceId, documentId: 'doc_a', revisionId: 'rev_a', revision: 1, sourcePath, startLine: 1, endLine: 1,
    quote: passage.text, startOffset: passage.startOffset, endOffset: passage.endOffset,
  }
}

/** A record that answered with nothing. For tests. */
export function testRecord(part: Partial<AnswerRecord> = {}): AnswerRecord {
  return {
    answerId: 'ans_a', revision: 1, question: 'How long is the wait?', request: { query: 'How long is the wait?' }, outcome: 'answered', claims: [], withheld: [],
    unanswered: [], refusal: null, evidenceSetId: 'evd_a', evidenceSetRevision: 1, generation: 1, promptVersion: '1', model: 'extractive', configuration: {}, stages: [],
    cause: 'asked', createdAt: '2026-01-01T00:00:00.000Z', ...part,
  }
}

/** What the product gave, all of it readable. For tests. */
export function testObservation(part: Partial<Observation> = {}): Observation {
  return { results: [], record: testRecord(), evidence: [], workingQueries: new Set(), readable: () => true, ...part }
}

/** The result of a case that was answered as it should be. For tests. */
export function testResult(part: Partial<CaseResult> = {}): CaseResult {
  return {
    id: 'wait', category: 'exact-lookup', question: 'How long is the wait?', as: 'owner', asOf: null, trap: null, expected: 'answered', acceptable: [],
    outcome: 'answered', refusalReason: null, fault: null, answerId: 'ans_aaaaaaaaaaaaaaaa', closestOnly: false, claims: ['5 s'],
    counts: countsOf(() => ({ n: 1, of: 1 })), findings: [], ranks: null, measures: [], ...part,
  }
}

/** A run of these results. For tests. */
export function testRun(results: readonly CaseResult[], part: Partial<EvaluationRun> = {}): EvaluationRun {
  return {
    version: 1, startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:01:00.000Z', generation: 3, corpusDigest: 'c', casesDigest: 'd', configuration: {},
    results, gates: null, ...part,
  }
}
