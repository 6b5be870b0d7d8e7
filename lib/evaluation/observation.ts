import type { AnswerRecord } from '@/lib/answers'
import type { EvidenceItem } from '@/lib/evidence'
import type { SearchResult } from '@/lib/retrieval'
import type { Label } from './case'
import { containsWords } from './contains-words'

/** What the product gave for one case. */
export interface Observation {
  /** Best first. */
  readonly results: readonly SearchResult[]
  readonly record: AnswerRecord
  /** Items of the evidence set the answer was made from. */
  readonly evidence: readonly EvidenceItem[]
  /** Of the refusal's narrower queries, those that return something that is not weak, for the same identity. */
  readonly workingQueries: ReadonlySet<string>
  /** Whether the asking identity may read the document at this path. */
  readonly readable: (sourcePath: string) => boolean
}

/** What a search result and an evidence item have in common. */
export type FoundPassage = Pick<SearchResult, 'sourcePath' | 'revision' | 'passage'>

/** Whether a passage is the one a label means. */
export function isLabelled(label: Label, found: FoundPassage): boolean {
  return found.sourcePath === label.path && (label.revision === null || found.revision === label.revision) && containsWords(found.passage.text, label.contains)
}

/** Whether a quote stands byte for byte in a passage, or in what travels with it: a table row is quoted with its header. */
export function standsIn({ passage }: FoundPassage, quote: string): boolean {
  return quote !== '' && [passage.text, ...passage.context.map(({ text }) => text)].some((text) => text.includes(quote))
}
