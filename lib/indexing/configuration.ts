import { digest } from '@/lib/foundation'
import { chunkerVersion, parserVersion, type ParsedDocument } from '@/lib/documents'
import { analyzerVersion } from '@/lib/analysis'
import type { EmbedderState, EmbeddingModel } from '@/lib/models'

/** Everything that decides what an index generation holds and how it ranks. */
export interface IndexConfiguration {
  readonly parser: string
  readonly chunker: string
  readonly analyzer: string
  readonly embedding: EmbeddingModel | null
  /** Fusion and ranking settings, as lib/retrieval names them. */
  readonly ranking: Readonly<Record<string, unknown>>
}

/** The configuration in force. `ranking` comes from the room that ranks. */
export function currentConfiguration(embedder: EmbedderState, ranking: Readonly<Record<string, unknown>>): IndexConfiguration {
  return { parser: parserVersion, chunker: chunkerVersion, analyzer: analyzerVersion, embedding: embedder.state === 'ready' ? embedder.embedder.model : null, ranking }
}

/** Names the programs that read: parser, chunker and analyzer. */
export function readWith(): string {
  return `${parserVersion}/${chunkerVersion}/${analyzerVersion}`
}

/**
 * Names one reading of a revision: the programs, and what they made of the text under its path, title and project. Two
 * readings of a revision with one name have the same sections, passages and terms.
 */
export function readingOf({ sections, passages }: Pick<ParsedDocument, 'sections' | 'passages'>): string {
  const outline = sections.map(({ level, heading, startOffset, endOffset }) => [level, heading, startOffset, endOffset])
  const cuts = passages.map(({ startOffset, endOffset, prefix }) => [startOffset, endOffset, prefix])
  return `${readWith()}/${digest(JSON.stringify([outline, cuts])).slice(0, 12)}`
}

/** Two generations with one fingerprint answer alike over the same revisions. */
export function fingerprint(configuration: IndexConfiguration): string {
  return digest(JSON.stringify(configuration)).slice(0, 16)
}
