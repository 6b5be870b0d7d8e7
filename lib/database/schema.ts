import { sql } from 'drizzle-orm'
import {
  bigserial, boolean, customType, date, foreignKey, halfvec, index, integer, jsonb, pgTable, primaryKey, serial, smallint, text, timestamp, uniqueIndex,
} from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** Width of the embedding column; providers are asked for vectors of this width. */
export const embeddingDimensions = 384

// Documents ---------------------------------------------------------------------------------------------------------

export const source = pgTable('source', {
  id: text().primaryKey(),
  kind: text().notNull(),
  location: text().notNull(),
  sample: boolean().notNull().default(false),
  addedAt: moment('added_at').notNull().defaultNow(),
  removedAt: moment('removed_at'),
  scannedAt: moment('scanned_at'),
  /** Why the last scan could not be trusted (root missing, suddenly empty, bad k81r.yaml); null when it could. */
  fault: text(),
  /** Digest of the k81r.yaml that its documents were last read under; null before. */
  rulesDigest: text('rules_digest'),
  /** What the server of a published address said names this state of it, to ask whether it has changed. */
  etag: text(),
  lastModified: text('last_modified'),
}, (table) => [uniqueIndex('source_location').on(table.location).where(sql`${table.removedAt} is null`)])

/** What the last scan saw of each file: the honest part of `status`. */
export const sourceFile = pgTable('source_file', {
  sourceId: text('source_id').notNull().references(() => source.id),
  path: text().notNull(),
  digest: text(),
  byteLength: integer('byte_length').notNull().default(0),
  /** waiting, read (into a generation that is not active yet), indexed or failed. */
  state: text().notNull(),
  reason: text(),
  documentId: text('document_id'),
  revisionId: text('revision_id'),
  /** Parser, chunker, analyzer and folder rules that the state was reached with; another stamp means "look again". */
  stamp: text(),
  /** Warnings of the last reading: [{ message, line }]. */
  warnings: jsonb().notNull().default([]),
}, (table) => [primaryKey({ columns: [table.sourceId, table.path] })])

/** A revision's exact text, once per digest. Text is null only after a purge. */
export const content = pgTable('content', {
  digest: text().primaryKey(),
  text: text(),
  byteLength: integer('byte_length').notNull(),
  purgedAt: moment('purged_at'),
})

export const document = pgTable('document', {
  id: text().primaryKey(),
  sourceId: text('source_id').notNull().references(() => source.id),
  /** Frontmatter id, else the path within the source. */
  identity: text().notNull(),
  path: text().notNull(),
  /** The reading scope decided last; a revision is readable only where this and its own scope both allow. */
  scope: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  removedAt: moment('removed_at'),
  /** Of a removed document the day on which its source's own history says it ended: its revisions stay searchable as history. Null for what is simply gone. */
  endedOn: date('ended_on', { mode: 'string' }),
}, (table) => [uniqueIndex('document_identity').on(table.sourceId, table.identity)])

export const revision = pgTable('revision', {
  id: text().primaryKey(),
  documentId: text('document_id').notNull().references(() => document.id),
  number: integer().notNull(),
  contentDigest: text('content_digest').notNull().references(() => content.digest),
  sourcePath: text('source_path').notNull(),
  title: text().notNull(),
  kind: text().notNull(),
  project: text(),
  status: text(),
  effectiveAt: date('effective_at', { mode: 'string' }).notNull(),
  effectiveOrigin: text('effective_origin').notNull(),
  scope: text().notNull(),
  localOnly: boolean('local_only').notNull().default(false),
  declaredId: text('declared_id'),
  tags: text().array().notNull(),
  aliases: text().array().notNull(),
  links: jsonb().notNull(),
  supersedes: text().array().notNull(),
  supersededBy: text('superseded_by').array().notNull(),
  language: text().notNull(),
  warnings: jsonb().notNull(),
  /** The half-open interval of dates in which this revision is what the document says; null: until now. */
  inForceFrom: date('in_force_from', { mode: 'string' }).notNull(),
  inForceTo: date('in_force_to', { mode: 'string' }),
  /** Which of its readings is the one in force; null until it is read. */
  readWith: text('read_with'),
  firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
}, (table) => [uniqueIndex('revision_number').on(table.documentId, table.number), index('revision_content').on(table.contentDigest)])

/** Which document replaces which, as both sides' texts say; resolved anew at the end of each build. One successor for each scope: what a reader may not see stands in for nothing. */
export const supersession = pgTable('supersession', {
  documentId: text('document_id').notNull().references(() => document.id),
  successorId: text('successor_id').notNull().references(() => document.id),
  /** Who may read the successor. */
  successorScope: text('successor_scope').notNull(),
}, (table) => [primaryKey({ columns: [table.documentId, table.successorScope] })])

export const section = pgTable('section', {
  revisionId: text('revision_id').notNull().references(() => revision.id),
  /** The reading it belongs to: another parser, or another title in the prefix, reads the same revision anew, beside the old reading. */
  readWith: text('read_with').notNull(),
  ordinal: integer().notNull(),
  level: smallint().notNull(),
  heading: text(),
  headingPath: text('heading_path').array().notNull(),
  parent: integer(),
  startOffset: integer('start_offset').notNull(),
  endOffset: integer('end_offset').notNull(),
  startLine: integer('start_line').notNull(),
  endLine: integer('end_line').notNull(),
}, (table) => [primaryKey({ columns: [table.revisionId, table.readWith, table.ordinal] })])

/** Never updated. Its id is the dense number that postings count in. */
export const passage = pgTable('passage', {
  id: serial().primaryKey(),
  revisionId: text('revision_id').notNull().references(() => revision.id),
  readWith: text('read_with').notNull(),
  section: integer().notNull(),
  headingPath: text('heading_path').array().notNull(),
  ordinal: integer().notNull(),
  contentType: text('content_type').notNull(),
  startOffset: integer('start_offset').notNull(),
  endOffset: integer('end_offset').notNull(),
  startLine: integer('start_line').notNull(),
  endLine: integer('end_line').notNull(),
  /** Context spans: [{ role, startOffset, endOffset }]. */
  context: jsonb().notNull(),
  text: text().notNull(),
  prefix: text().notNull(),
  /** Only where it differs from `text`: table rows with their headers, list items with their introduction. */
  indexedText: text('indexed_text'),
  /** SHA-256 of prefix and indexed text: the embedding's key. */
  indexDigest: text('index_digest').notNull(),
  /** Number of indexed terms: BM25's document length. */
  length: integer().notNull(),
  tokens: integer().notNull(),
  terms: tsvector().notNull(),
}, (table) => [
  uniqueIndex('passage_place').on(table.revisionId, table.readWith, table.ordinal),
  // No GIN index on the terms: packed postings find what holds a phrase's words, in a fifth of the room and of the time to write.
  index('passage_index_digest').on(table.indexDigest),
])

// Index -------------------------------------------------------------------------------------------------------------

export const embeddingModel = pgTable('embedding_model', {
  id: serial().primaryKey(),
  name: text().notNull(),
  version: text().notNull(),
  dimensions: integer().notNull(),
}, (table) => [uniqueIndex('embedding_model_version').on(table.name, table.version)])

/** Cached by content digest and model version, shared by every generation that uses the model. */
export const embedding = pgTable('embedding', {
  indexDigest: text('index_digest').notNull(),
  modelId: integer('model_id').notNull().references(() => embeddingModel.id),
  vector: halfvec({ dimensions: embeddingDimensions }).notNull(),
}, (table) => [primaryKey({ columns: [table.indexDigest, table.modelId] })])

/** One complete state of both indexes with its configuration. At most one is active, at most one is building. */
export const generation = pgTable('generation', {
  number: integer().primaryKey(),
  /** building, active, kept (the one before the active, restorable), rolled-back, or discarded (only this row is left of it). */
  state: text().notNull(),
  /** hybrid or lexical-only. */
  mode: text().notNull(),
  configuration: jsonb().notNull(),
  fingerprint: text().notNull(),
  /** Why it is lexical-only, in a sentence; null when hybrid. */
  modeReason: text('mode_reason'),
  modelId: integer('model_id').references(() => embeddingModel.id),
  startedAt: moment('started_at').notNull().defaultNow(),
  activatedAt: moment('activated_at'),
  /** The moment its sources were read. */
  currentAsOf: moment('current_as_of').notNull().defaultNow(),
  documents: integer().notNull().default(0),
  passages: integer().notNull().default(0),
}, (table) => [
  uniqueIndex('generation_one_active').on(table.state).where(sql`${table.state} = 'active'`),
  uniqueIndex('generation_one_building').on(table.state).where(sql`${table.state} = 'building'`),
])

/**
 * A passage's place in the index, valid for generations added_in ≤ g < removed_in. A change of anything that search
 * filters by (current, superseded, scope, project, …) removes one entry and adds another, so that an earlier
 * generation stays exactly what it was.
 */
export const indexEntry = pgTable('index_entry', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  passageId: integer('passage_id').notNull().references(() => passage.id),
  revisionId: text('revision_id').notNull(),
  documentId: text('document_id').notNull(),
  sourceId: text('source_id').notNull(),
  /** Whether this revision is what the document says now. */
  current: boolean().notNull(),
  /** Whether its own text says so: for all who may read it. */
  superseded: boolean().notNull(),
  /** Documents that replace it, one for each scope, the one that most readers may see first; null: none. */
  successorIds: text('successor_ids').array(),
  /** The successors' scopes, in their order: it is superseded only for whoever may see one of them. */
  successorScopes: text('successor_scopes').array(),
  scope: text().notNull(),
  kind: text().notNull(),
  project: text(),
  status: text(),
  effectiveAt: date('effective_at', { mode: 'string' }).notNull(),
  inForceFrom: date('in_force_from', { mode: 'string' }).notNull(),
  inForceTo: date('in_force_to', { mode: 'string' }),
  length: integer().notNull(),
  addedIn: integer('added_in').notNull(),
  removedIn: integer('removed_in'),
}, (table) => [
  index('index_entry_passage').on(table.passageId),
  index('index_entry_document').on(table.documentId),
  index('index_entry_added').on(table.addedIn),
  index('index_entry_removed').on(table.removedIn).where(sql`${table.removedIn} is not null`),
])

/** Passages (first_passage … last_passage) whose postings are packed; what must be packed anew gets a new id. */
export const segment = pgTable('segment', {
  id: integer().primaryKey(),
  firstPassage: integer('first_passage').notNull(),
  lastPassage: integer('last_passage').notNull(),
})

/** One lexeme's packed postings in one segment: see lib/indexing/postings.ts. */
export const posting = pgTable('posting', {
  lexeme: text().notNull(),
  segmentId: integer('segment_id').notNull().references(() => segment.id),
  data: bytea().notNull(),
}, (table) => [primaryKey({ columns: [table.lexeme, table.segmentId] })])

/** One comparison of files, revisions, both indexes and lineage, with what it found and repaired. */
export const reconciliation = pgTable('reconciliation', {
  id: serial().primaryKey(),
  /** Finding[] as lib/indexing defines it. */
  findings: jsonb().notNull(),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at').notNull().defaultNow(),
})

// Evidence and answers ----------------------------------------------------------------------------------------------

export const evidenceSet = pgTable('evidence_set', {
  id: text().notNull(),
  revision: integer().notNull(),
  question: text().notNull(),
  request: jsonb().notNull(),
  identity: text().notNull(),
  scopes: text().array().notNull(),
  generation: integer().notNull(),
  mode: text().notNull(),
  weak: boolean().notNull(),
  strategy: text().notNull(),
  tokens: integer().notNull(),
  /** EvidenceItem[] as lib/evidence defines it, texts included: the set stays readable as it was. */
  items: jsonb().notNull(),
  cause: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
}, (table) => [primaryKey({ columns: [table.id, table.revision] })])

export const answer = pgTable('answer', {
  id: text().primaryKey(),
  identity: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** The mutable life of one run, from the question's arrival to its record. */
export const answerRun = pgTable('answer_run', {
  answerId: text('answer_id').notNull().references(() => answer.id),
  revision: integer().notNull(),
  /** running, finished, failed or interrupted. */
  state: text().notNull(),
  question: text().notNull(),
  request: jsonb().notNull(),
  identity: text().notNull(),
  scopes: text().array().notNull(),
  evidenceSetId: text('evidence_set_id'),
  evidenceSetRevision: integer('evidence_set_revision'),
  message: text(),
  startedAt: moment('started_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
}, (table) => [primaryKey({ columns: [table.answerId, table.revision] })])

/** Immutable: a trigger refuses every update and delete but a purge's. */
export const answerRevision = pgTable('answer_revision', {
  answerId: text('answer_id').notNull().references(() => answer.id),
  revision: integer().notNull(),
  question: text().notNull(),
  request: jsonb().notNull(),
  identity: text().notNull(),
  scopes: text().array().notNull(),
  evidenceSetId: text('evidence_set_id').notNull(),
  evidenceSetRevision: integer('evidence_set_revision').notNull(),
  generation: integer().notNull(),
  promptVersion: text('prompt_version').notNull(),
  model: text().notNull(),
  /** answered, partial or refused. */
  outcome: text().notNull(),
  claims: jsonb().notNull(),
  withheld: jsonb().notNull(),
  unanswered: text().array().notNull(),
  refusal: jsonb(),
  configuration: jsonb().notNull(),
  stages: jsonb().notNull(),
  cause: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
}, (table) => [
  primaryKey({ columns: [table.answerId, table.revision] }),
  foreignKey({ columns: [table.evidenceSetId, table.evidenceSetRevision], foreignColumns: [evidenceSet.id, evidenceSet.revision] }),
])

/** One row per citation marker of an answer revision; immutable with it. */
export const answerCitation = pgTable('answer_citation', {
  answerId: text('answer_id').notNull(),
  answerRevision: integer('answer_revision').notNull(),
  claimId: text('claim_id').notNull(),
  number: integer().notNull(),
  evidenceId: text('evidence_id').notNull(),
  documentId: text('document_id').notNull(),
  revisionId: text('revision_id').notNull().references(() => revision.id),
  passageId: integer('passage_id').notNull().references(() => passage.id),
  startOffset: integer('start_offset').notNull(),
  endOffset: integer('end_offset').notNull(),
  quote: text().notNull(),
}, (table) => [
  primaryKey({ columns: [table.answerId, table.answerRevision, table.claimId, table.number] }),
  foreignKey({ columns: [table.answerId, table.answerRevision], foreignColumns: [answerRevision.answerId, answerRevision.revision] }),
  index('answer_citation_document').on(table.documentId),
])

/** Answers that an identity wants to find again. */
export const bookmark = pgTable('bookmark', {
  identity: text().notNull(),
  answerId: text('answer_id').notNull().references(() => answer.id),
  createdAt: moment('created_at').notNull().defaultNow(),
}, (table) => [primaryKey({ columns: [table.identity, table.answerId] })])

/** What somebody said was wrong with one answer revision. */
export const feedback = pgTable('feedback', {
  id: text().primaryKey(),
  answerId: text('answer_id').notNull(),
  answerRevision: integer('answer_revision').notNull(),
  identity: text().notNull(),
  /** wrong-source, unsupported-claim, missing-evidence, unclear-refusal or presentation. */
  category: text().notNull(),
  words: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
}, (table) => [foreignKey({ columns: [table.answerId, table.answerRevision], foreignColumns: [answerRevision.answerId, answerRevision.revision] })])

/** A question without a whole answer, kept with a private note until the notes answer it. */
export const savedQuestion = pgTable('saved_question', {
  identity: text().notNull(),
  answerId: text('answer_id').notNull(),
  answerRevision: integer('answer_revision').notNull(),
  note: text().notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
}, (table) => [
  primaryKey({ columns: [table.identity, table.answerId, table.answerRevision] }),
  foreignKey({ columns: [table.answerId, table.answerRevision], foreignColumns: [answerRevision.answerId, answerRevision.revision] }),
])

/** A link that shows one answer revision to whoever holds it. Of its token only the digest is kept, of its words nothing. */
export const share = pgTable('share', {
  id: text().primaryKey(),
  answerId: text('answer_id').notNull(),
  answerRevision: integer('answer_revision').notNull(),
  tokenDigest: text('token_digest').notNull().unique(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
}, (table) => [foreignKey({ columns: [table.answerId, table.answerRevision], foreignColumns: [answerRevision.answerId, answerRevision.revision] })])

// Evaluation --------------------------------------------------------------------------------------------------------

/** One pass of labelled cases through the product. A trigger refuses every update but a purge's. */
export const evaluationRun = pgTable('evaluation_run', {
  id: text().primaryKey(),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at').notNull(),
  corpusDigest: text('corpus_digest').notNull(),
  casesDigest: text('cases_digest').notNull(),
  /** RunSummary as lib/evaluation defines it: figures only, so that lists need not read whole runs. */
  summary: jsonb().notNull(),
  /** EvaluationRun as lib/evaluation defines it. */
  run: jsonb().notNull(),
}, (table) => [index('evaluation_run_finished').on(table.finishedAt)])

// Access: the tables of better-auth, under its names ----------------------------------------------------------------

export const user = pgTable('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const session = pgTable('session', {
  id: text().primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  token: text().notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  userId: text('user_id').notNull().references(() => user.id, { onDelete: 'cascade' }),
})

export const account = pgTable('account', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: text('user_id').notNull().references(() => user.id, { onDelete: 'cascade' }),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: timestamp('access_token_expires_at', { withTimezone: true }),
  refreshTokenExpiresAt: timestamp('refresh_token_expires_at', { withTimezone: true }),
  scope: text(),
  password: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const verification = pgTable('verification', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
