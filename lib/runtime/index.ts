export type { AnswerFeed, AnswerSummary, CitationState, DocumentView, IndexingProgress, Runtime, Status } from './runtime'
