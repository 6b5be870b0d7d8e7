import { sql } from 'drizzle-orm'
import { rows, schema, type Database } from '@/lib/database'
import { DocumentNames } from '@/lib/documents'
import { readingScope } from './conditions'
import { batches } from './store-versions'

interface Candidate {
  readonly id: string
  readonly scope: string
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

/** Documents of one source among which a name is looked up: several fits are none. */
class Candidates {
  readonly #links: DocumentNames
  readonly #byName = new Map<string, Set<string>>()

  constructor(documents: readonly Candidate[]) {
    this.#links = new DocumentNames(documents)
    for (const document of documents) for (const name of namesOf(document)) this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(document.id))
  }

  /** Ids of all that the name fits, other than the document that says it. */
  fitting(from: Candidate, name: string): readonly string[] {
    // A path or a note's name is looked up as a link is; what is none of these may still be a number that people write.
    const link = this.#links.resolve({ form: /\/|\.(?:md|markdown|ya?ml|json)$/i.test(name) ? 'path' : 'wikilink', target: name }, from.path)
    const named = link?.state === 'resolved' ? [link.documentId] : link?.state === 'ambiguous' ? link.documentIds : []
    const others = named.filter((id) => id !== from.id)
    if (others.length > 0) return others
    const numbered = /^(adr|dec|rfc|decision)-0*(\d+)$/.exec(fold(name))
    const key = numbered === null ? fold(name) : `${numbered[1] ?? ''}-${(numbered[2] ?? '').padStart(4, '0')}`
    return [...(this.#byName.get(key) ?? [])].filter((id) => id !== from.id)
  }
}

/**
 * What a name in a document's text means: the one it fits among the documents that all who read the text may read; where
 * it fits none of these, the one it fits in each other scope. So what a reader may not see changes nothing that they read.
 */
function referenceFinder(documents: readonly Candidate[]): (from: Candidate, name: string) => readonly Candidate[] {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const scopes = [...new Set(documents.map(({ scope }) => scope))]
  const known = new Map<string, Candidates>()
  const among = (sourceId: string, some: readonly string[]): Candidates => {
    const key = JSON.stringify([sourceId, some])
    const candidates = known.get(key) ?? new Candidates(documents.filter((document) => document.sourceId === sourceId && some.includes(document.scope)))
    known.set(key, candidates)
    return candidates
  }
  return (from, name) => {
    const all = ['public', ...(from.scope === 'public' ? [] : [from.scope])]
    const nearest = among(from.sourceId, all).fitting(from, name)
    const found = nearest.length > 0 ? [nearest] : scopes.filter((scope) => !all.includes(scope)).map((scope) => among(from.sourceId, [scope]).fitting(from, name))
    return found.flatMap(([id, ...others]) => {
      const only = id === undefined || others.length > 0 ? undefined : byId.get(id)
      return only === undefined ? [] : [only]
    })
  }
}

/** Of each document that is replaced, its successor in each scope. */
type Successors = ReadonlyMap<string, ReadonlyMap<string, string>>

function drawSuccessors(documents: readonly Candidate[]): Successors {
  const find = referenceFinder(documents)
  const successors = new Map<string, Map<string, string>>()
  const add = (old: Candidate, successor: Candidate) => successors.set(old.id, (successors.get(old.id) ?? new Map<string, string>()).set(successor.scope, successor.id))
  // What a document says of itself outranks what others say of it.
  for (const document of documents) for (const name of document.supersedes) for (const old of find(document, name)) add(old, document)
  for (const document of documents) for (const name of document.supersededBy) for (const successor of find(document, name)) add(document, successor)
  return successors
}

/** Documents whose recorded successors or the scopes of these are not what the texts of both sides say, and what they say. */
export async function compareSupersession(database: Database): Promise<{ readonly changed: readonly string[]; readonly successors: Successors }> {
  const successors = drawSuccessors(await rows<Candidate>(database, sql`
    select d.id, ${readingScope} as scope, d.source_id as "sourceId", d.path, r.title, r.declared_id as "declaredId", r.aliases, r.supersedes, r.superseded_by as "supersededBy"
    from document d join lateral (select * from revision where document_id = d.id order by number desc limit 1) r on true
    where d.removed_at is null order by d.path collate "C", d.id`))
  const known = new Map<string, Map<string, string>>()
  for (const { documentId, successorId, scope } of await rows<{ documentId: string; successorId: string; scope: string }>(database, sql`
    select document_id as "documentId", successor_id as "successorId", successor_scope as scope from supersession`)) known.set(documentId, (known.get(documentId) ?? new Map<string, string>()).set(scope, successorId))
  const differs = (id: string) => {
    const [recorded, said] = [known.get(id), successors.get(id)]
    return recorded?.size !== said?.size || [...(said ?? [])].some(([scope, successorId]) => recorded?.get(scope) !== successorId)
  }
  return { changed: [...new Set([...known.keys(), ...successors.keys()])].filter(differs), successors }
}

/**
 * Resolves "supersedes" and "superseded by" between the live documents of each source, both ways, and stores the
 * result, one successor for each scope. A name that fits several documents or none resolves to nothing. Returns the
 * documents whose successors, or whose successors' scopes, changed.
 */
export async function resolveSupersession(database: Database): Promise<readonly string[]> {
  const { changed, successors } = await compareSupersession(database)
  if (changed.length === 0) return []
  await database.transaction(async (tx) => {
    for (const batch of batches(changed, 500)) {
      for (const id of batch) await tx.delete(schema.supersession).where(sql`document_id = ${id}`)
      const added = batch.flatMap((documentId) => [...(successors.get(documentId) ?? [])].map(([successorScope, successorId]) => ({ documentId, successorId, successorScope })))
      if (added.length > 0) await tx.insert(schema.supersession).values(added)
    }
  })
  return changed
}
