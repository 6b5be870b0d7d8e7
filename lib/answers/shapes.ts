import type { AnswerRecord } from './answer-record'
import type { EvidenceSet } from '@/lib/evidence'

/** An answer as programs read it: refused passages with their text, so that one request says everything. */
export function answerShape(record: AnswerRecord, evidence: EvidenceSet | null) {
  const { answerId, revision, question, outcome, claims, withheld, unanswered, refusal, records, evidenceSetId, evidenceSetRevision, generation, configuration, stages, model, createdAt } = record
  return {
    answerId, revision, question, outcome, ...(records === undefined ? {} : { records }), claims, withheld, unanswered,
    ...(refusal === null ? {} : { refusal: { ...refusal, passages: refusal.passages.flatMap(({ evidenceId, note }) => { const item = evidence?.items.find((other) => other.evidenceId === evidenceId); return item === undefined ? [] : [{ ...publicItem(item), note }] }) } }),
    evidenceSetId, evidenceSetRevision, generation, model, configuration, stages, createdAt,
  }
}

/** A set as programs read it; of what a model read besides the reviewed passages, what it was and where. */
export function evidenceShape(set: EvidenceSet) {
  const rest = set.rest.map(({ evidenceId, documentId, revisionId, revision, title, sourcePath, headingPath, tokens, passage: { id, startLine, endLine } }) => ({
    evidenceId, documentId, revisionId, revision, title, sourcePath, headingPath, tokens, passage: { id, startLine, endLine },
  }))
  return { ...set, items: set.items.map(publicItem), excluded: set.excluded.map((item) => ({ ...publicItem(item), excluded: item.excluded })), rest }
}

/** Scope and local-only are for the record, not for readers. */
function publicItem({ scope: _scope, localOnly: _localOnly, alsoIn, ...item }: EvidenceSet['items'][number]) {
  return { ...item, ...(alsoIn === undefined ? {} : { alsoIn: alsoIn.map(({ scope: _other, ...place }) => place) }) }
}
