import type { EvidenceItem, EvidenceSet } from './evidence-set'

/** The n-th item of a set, of a document of its own, with this text. For tests. */
export function testItem(number: number, text = `Passage ${number}.`, part: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    rank: number, evidenceId: `e${number}`, documentId: `doc_${number}`, revisionId: `rev_${number}`, revision: 1, title: `Note ${number}`, kind: 'note', project: null, status: null,
    effectiveAt: '2024-01-01', sourcePath: `note-${number}.md`, headingPath: [], current: true, superseded: false, supersededBy: null, reasons: [], why: '',
    passage: { id: `psg_${number}`, text, contentType: 'prose', startLine: 1, endLine: 1, startOffset: 0, endOffset: text.length, context: [], matches: [] },
    tokens: 10, relations: [], scope: 'public', localOnly: false, instructionLike: false, ...part,
  }
}

/** A first revision of these items. For tests. */
export function testSet(items: readonly EvidenceItem[], part: Partial<EvidenceSet> = {}): EvidenceSet {
  return {
    evidenceSetId: 'evd_a', revision: 1, question: 'Which?', request: { query: 'Which?' }, generation: 1, mode: 'hybrid', weak: false, strategy: 'passages', strategyReason: '',
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0), items, excluded: [], rest: [], base: null, cause: 'assembled', createdAt: '2026-01-01T00:00:00Z', ...part,
  }
}
