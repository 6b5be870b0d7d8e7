import { sql } from 'drizzle-orm'
import { rows, schema, type Database } from '@/lib/database'
import { DocumentNames } from '@/lib/documents'
import { batches } from './store-versions'

interface Candidate {
  readonly id: string
  readonly sourceId: string
  readonly path: string
  readonly title: string
  readonly declaredId: string | null
  readonly aliases: readonly string[]
  readonly supersedes: readonly string[]
  readonly supersededBy: readonly string[]
}

/** The forms under which people write a reference to a document, folded to one spelling. */
function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/^\[\[|\]\]$/g, '').replace(/[#|].*$/, '').replace(/\.(md|markdown|ya?ml|json)$/, '').replace(/[\s_-]+/g, '-').replace(/^-|-$/g, '')
}

function namesOf({ path, title, declaredId, aliases }: Candidate): string[] {
  const base = path.split('/').at(-1) ?? path
  // "adr-0012-use-postgres", "decision-0054-…", "0007-…", "DEC-0084: …": the number is how the others refer to it.
  const numbers = [base, title].flatMap((text) => [...text.matchAll(/\b(adr|dec|decision|rfc)[-\s_]?0*(\d+)\b/gi)].flatMap(([, kind = '', number = '']) => [`${kind}-${number.padStart(4, '0')}`, ...(kind.toLowerCase() === 'decision' ? [`dec-${number.padStart(4, '0')}`] : [])]))
  return [declaredId ?? '', path, base, title, ...aliases, ...numbers.slice(0, 2)].filter((name) => name !== '').map(fold)
}

/** Documents whose recorded successor is not what the texts of both sides say, and what they say. */
export async function compareSupersession(database: Database): Promise<{ readonly changed: readonly string[]; readonly successors: ReadonlyMap<string, string> }> {
  const documents = await rows<Candidate>(database, sql`
    select d.id, d.source_id as "sourceId", d.path, r.title, r.declared_id as "declaredId", r.aliases, r.supersedes, r.superseded_by as "supersededBy"
    from document d join lateral (select * from revision where document_id = d.id order by number desc limit 1) r on true
    where d.removed_at is null order by d.id`)
  const byName = new Map<string, Set<string>>()
  for (const document of documents) for (const name of namesOf(document)) {
    const key = `${document.sourceId} ${name}`
    byName.set(key, (byName.get(key) ?? new Set()).add(document.id))
  }
  const linked = new Map([...new Set(documents.map(({ sourceId }) => sourceId))].map((sourceId) => [sourceId, new DocumentNames(documents.filter((document) => document.sourceId === sourceId))]))
  const find = (from: Candidate, name: string): string | null => {
    // A path or a note's name is looked up as a link is; what is none of these may still be a number that people write.
    const link = linked.get(from.sourceId)?.resolve({ form: /\/|\.(?:md|markdown|ya?ml|json)$/i.test(name) ? 'path' : 'wikilink', target: name }, from.path)
    const named = link?.state === 'resolved' ? [link.documentId] : link?.state === 'ambiguous' ? link.documentIds : []
    const others = named.filter((id) => id !== from.id)
    if (others.length > 0) return others.length === 1 ? (others[0] ?? null) : null
    const numbered = /^(adr|dec|rfc|decision)-0*(\d+)$/.exec(fold(name))
    const key = numbered === null ? fold(name) : `${numbered[1] ?? ''}-${(numbered[2] ?? '').padStart(4, '0')}`
    const found = [...(byName.get(`${from.sourceId} ${key}`) ?? [])].filter((id) => id !== from.id)
    return found.length === 1 ? (found[0] ?? null) : null
  }
  const successors = new Map<string, string>()
  for (const document of documents) {
    for (const name of document.supersedes) { const old = find(document, name); if (old !== null) successors.set(old, document.id) }
    for (const name of document.supersededBy) { const successor = find(document, name); if (successor !== null) successors.set(document.id, successor) }
  }
  const known = new Map((await rows<{ documentId: string; successorId: string }>(database, sql`select document_id as "documentId", successor_id as "successorId" from supersession`)).map((row) => [row.documentId, row.successorId]))
  return { changed: [...new Set([...known.keys(), ...successors.keys()])].filter((id) => known.get(id) !== successors.get(id)), successors }
}

/**
 * Resolves "supersedes" and "superseded by" between the live documents of each source, both ways, and stores the
 * result. A name that fits several documents or none resolves to nothing. Returns the documents whose state changed.
 */
export async function resolveSupersession(database: Database): Promise<readonly string[]> {
  const { changed, successors } = await compareSupersession(database)
  if (changed.length === 0) return []
  await database.transaction(async (tx) => {
    for (const batch of batches(changed, 500)) {
      for (const id of batch) await tx.delete(schema.supersession).where(sql`document_id = ${id}`)
      const added = batch.flatMap((documentId) => { const successorId = successors.get(documentId); return successorId === undefined ? [] : [{ documentId, successorId }] })
      if (added.length > 0) await tx.insert(schema.supersession).values(added)
    }
  })
  return changed
}
