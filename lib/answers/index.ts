export type { AnswerClaim, AnswerRecord, AnswerRun, Citation, Refusal, StageMeasure, WithheldClaim } from './answer-record'
