import { sql } from 'drizzle-orm'
import type { Identity } from '@/lib/access'
import { rows, scopeCondition, textArray, type Database } from '@/lib/database'
import type { EvidenceItem } from './evidence-set'

/** The text of a revision around one of its passages, in whole lines; empty at the document's edges. */
export interface Surroundings {
  readonly before: string
  readonly after: string
}

/** About twenty lines on each side. */
const furthest = 1_500

/** What stands around each item in its own revision, by evidence id. Missing: what was purged or may no longer be read. */
export async function readSurroundings(database: Database, identity: Identity, items: readonly EvidenceItem[]): Promise<ReadonlyMap<string, Surroundings>> {
  const revisionIds = [...new Set(items.map(({ revisionId }) => revisionId))]
  const texts = new Map((await rows<{ id: string; text: string | null }>(database, sql`
    select r.id, c.text from revision r join document d on d.id = r.document_id join content c on c.digest = r.content_digest
    where r.id = any(${textArray(revisionIds)}) and ${scopeCondition(identity, sql`d.scope`)} and ${scopeCondition(identity, sql`r.scope`)}`)).map(({ id, text }) => [id, text]))
  return new Map(items.flatMap(({ evidenceId, revisionId, passage }) => {
    const text = texts.get(revisionId) ?? null
    return text === null ? [] : [[evidenceId, surroundingsOf(text, passage)] as const]
  }))
}

/** Cut where a paragraph begins or ends, else where a line does. */
export function surroundingsOf(text: string, { startOffset, endOffset }: { readonly startOffset: number; readonly endOffset: number }): Surroundings {
  const before = text.slice(Math.max(0, startOffset - furthest), startOffset)
  const after = text.slice(endOffset, endOffset + furthest)
  const from = startOffset <= furthest ? 0 : edgeAfter(before)
  const to = endOffset + furthest >= text.length ? after.length : edgeBefore(after)
  return { before: before.slice(from).trim() === '' ? '' : before.slice(from), after: after.slice(0, to).trim() === '' ? '' : after.slice(0, to) }
}

function edgeAfter(text: string): number {
  const paragraph = /\n\s*\n/.exec(text)
  if (paragraph !== null) return paragraph.index + paragraph[0].length
  const line = text.indexOf('\n')
  return line < 0 ? text.length : line + 1
}

function edgeBefore(text: string): number {
  const paragraph = [...text.matchAll(/\n\s*\n/g)].at(-1)
  return paragraph?.index ?? Math.max(0, text.lastIndexOf('\n'))
}
