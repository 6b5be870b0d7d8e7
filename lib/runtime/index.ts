export { openRuntime, type OpenedRuntime } from './open-runtime'
export type { DocumentView, IndexingProgress, Runtime, Status } from './runtime'
export type { AnswerFeed, AnswerSummary, CitationState } from '@/lib/answers'
