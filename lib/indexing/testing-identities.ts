import type { Edit, Rules } from './testing-edits'

/** A document as the edits alone define it. */
export interface ExpectedDocument {
  /** Ids that documents have in the database are learnt when they are first seen; null before. */
  id: string | null
  path: string
  declaredId: string | null
  /** The texts of its revisions, in their order. */
  readonly texts: string[]
  removed: boolean
}

/**
 * What identity and revisions of documents must be after each build, from the promise alone: a declared id, else the
 * path; a file whose text vanished elsewhere is that file renamed; what comes back to its path or id goes on.
 */
export class Identities {
  readonly documents: ExpectedDocument[] = []
  #before = new Map<string, string>()

  /** `files` as they are when a build starts. `known`: the database id at a path, for renames that two vanished files with one text leave open. */
  build(files: ReadonlyMap<string, string>, known: ReadonlyMap<string, string>): void {
    const changed = [...files].filter(([path, text]) => this.#before.get(path) !== text).sort(([a], [b]) => (a < b ? -1 : 1))
    const claimed = new Set<ExpectedDocument>()
    const place = (path: string, text: string, declaredId: string | null, found: ExpectedDocument | null) => {
      const document = found ?? { id: null, path, declaredId: null, texts: [], removed: false }
      if (found === null) this.documents.push(document)
      claimed.add(document)
      Object.assign(document, { path, declaredId, removed: false })
      if (document.texts.at(-1) !== text) document.texts.push(text)
    }
    for (const [path, text] of files) {
      const document = this.#before.get(path) === text ? this.#at(path) : null
      if (document !== null) place(path, text, document.declaredId, document)
    }
    // A declared id goes before everything else wherever its document stood; where several files declare it, first with the one that had it.
    const holderOf = (path: string, text: string) => this.documents.find(({ declaredId }) => declaredId !== null && declaredId === declaredIdOf(path, text)) ?? null
    const identified = changed.filter(([path, text]) => holderOf(path, text) !== null).sort(([a, one], [b, other]) => Number(holderOf(b, other)?.path === b) - Number(holderOf(a, one)?.path === a))
    for (const [path, text] of identified) {
      const holder = holderOf(path, text)
      if (holder !== null && !claimed.has(holder)) place(path, text, holder.declaredId, holder)
    }
    for (const [path, text] of changed) {
      if ([...claimed].some((document) => document.path === path)) continue
      // An id that another file holds counts as none.
      const declaredId = holderOf(path, text) === null ? declaredIdOf(path, text) : null
      place(path, text, declaredId, this.#find(path, text, declaredId, files, claimed, known))
    }
    for (const document of this.documents) if (!claimed.has(document)) document.removed = true
    this.#before = new Map(files)
  }

  #at(path: string): ExpectedDocument | null {
    return this.documents.find((document) => !document.removed && document.path === path) ?? null
  }

  #find(path: string, text: string, declaredId: string | null, files: ReadonlyMap<string, string>, claimed: ReadonlySet<ExpectedDocument>, known: ReadonlyMap<string, string>): ExpectedDocument | null {
    const standing = this.documents.find((document) => !document.removed && document.path === path && !claimed.has(document)) ?? null
    if (standing !== null && (standing.declaredId === null || declaredId === null)) return standing
    const vanished = this.documents.filter((document) => !document.removed && !claimed.has(document) && !files.has(document.path) && document.texts.at(-1) === text)
    if (vanished.length > 0) return vanished.find(({ id }) => id !== null && id === known.get(path)) ?? vanished[0] ?? null
    return this.documents.findLast((document) => document.removed && document.path === path && document.declaredId === null && declaredId === null) ?? null
  }
}

function declaredIdOf(path: string, text: string): string | null {
  return path.endsWith('.yaml') ? null : (/^---\nid: (\S+)\n/.exec(text)?.[1] ?? null)
}

/** The files that are documents under these rules. */
export function visibleFiles(files: ReadonlyMap<string, string>, { ignoredFolder }: Rules): ReadonlyMap<string, string> {
  return new Map([...files].filter(([path]) => ignoredFolder === null || !path.startsWith(ignoredFolder)))
}

/** Whether the model of identities follows everything in a script. */
export function isFollowed(script: readonly Edit[]): boolean {
  return !script.some((edit) => edit.kind === 'rules' && edit.rules.revisions)
}
