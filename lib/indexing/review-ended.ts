import { sql } from 'drizzle-orm'
import { rows, type Database } from '@/lib/database'
import type { HistoryScan } from '@/lib/sources'
import type { DocumentReader } from './document-reader'
import { placeEntries } from './place-entries'
import { readStored } from './read-stored'
import { decideScope } from './read-version'

interface Ended {
  readonly id: string
  readonly path: string
  readonly sourcePath: string
  readonly project: string | null
  readonly text: string
}

/**
 * What a repository's history has deleted is in no file that could be read again when k81r.yaml changes: its documents
 * are judged here, so that a stricter rule reaches what is searchable of them. What is now left out is gone.
 */
export async function reviewEnded(database: Database, sourceId: string, number: number, { rulesDigest, rulesOf }: Extract<HistoryScan, { readonly kind: 'history' }>, reader: DocumentReader): Promise<void> {
  const [known] = await rows<{ digest: string | null }>(database, sql`select rules_digest as digest from source where id = ${sourceId}`)
  if (known?.digest === rulesDigest) return
  const ended = await rows<Ended>(database, sql`
    select d.id, d.path, r.source_path as "sourcePath", r.project, c.text from document d
    join lateral (select * from revision where document_id = d.id order by number desc limit 1) r on true join content c on c.digest = r.content_digest
    where d.source_id = ${sourceId} and d.removed_at is not null and d.ended_on is not null and c.text is not null order by d.id`)
  for (const document of ended) {
    const rules = rulesOf(document.path)
    const declared = rules === null ? null : ((await readStored(document, reader))?.parsed.declaredScope ?? null)
    await database.transaction(async (tx) => {
      if (rules === null) await tx.execute(sql`update document set ended_on = null where id = ${document.id}`)
      else {
        await tx.execute(sql`update document set scope = ${decideScope(declared, rules.scope)} where id = ${document.id}`)
        if (rules.localOnly) await tx.execute(sql`update revision set local_only = true where document_id = ${document.id}`)
      }
      await placeEntries(tx, number, [document.id])
    })
  }
  await database.execute(sql`update source set rules_digest = ${rulesDigest} where id = ${sourceId}`)
}
