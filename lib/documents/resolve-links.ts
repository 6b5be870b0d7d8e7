import type { Link } from './document'

/** What links may call a document. */
export interface NamedDocument {
  readonly id: string
  /** Within its source, with forward slashes. */
  readonly path: string
  readonly title: string
  readonly declaredId: string | null
  readonly aliases: readonly string[]
}

/** What a link names. An attachment is a file that is no document: an image, a PDF, a folder. */
export type LinkResolution =
  | { readonly state: 'resolved'; readonly documentId: string }
  | { readonly state: 'ambiguous'; readonly documentIds: readonly string[] }
  | { readonly state: 'broken' | 'attachment' }

/** What Obsidian opens beside notes, and files that people keep beside theirs. */
const attachmentEnding = /\.(?:avif|bmp|gif|hei[cf]|jpe?g|png|svg|tiff?|webp|3gp|flac|m4a|mp3|oga|ogg|opus|wav|aac|mkv|mov|mp4|m4v|ogv|webm|avi|pdf|canvas|base|excalidraw|drawio|epub|docx?|xlsx?|pptx?|odt|ods|odp|rtf|txt|csv|tsv|html?|zip|tar|gz|7z|css|bib)$/i
const anyEnding = /\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i
const noteEnding = /\.(?:md|markdown)$/i
const recordEnding = /\.(?:ya?ml|json)$/i
const address = /^[a-z][a-z0-9+.-]*:\/\/|^(?:mailto|tel|data):/i

/** Two spellings of one name: Unicode form, case and no-break spaces are nobody's intention; `-`, `_` and space are. */
function fold(name: string): string {
  return asTyped(name).toLowerCase().normalize('NFC')
}

function asTyped(name: string): string {
  return name.replace(/[\u00A0\u202F]/g, ' ').normalize('NFC')
}

interface Named {
  readonly document: NamedDocument
  /** Its path without the ending, which need not be written. */
  readonly stem: string
  readonly isNote: boolean
  readonly foldedPath: string
  readonly foldedStem: string
}

/** The documents of one source by everything that a link may call them. */
export class DocumentNames {
  readonly #byPath = new Map<string, Named[]>()
  readonly #byStem = new Map<string, Named[]>()
  readonly #byLastName = new Map<string, Named[]>()
  readonly #byAlias = new Map<string, Named[]>()
  readonly #byTitle = new Map<string, Named[]>()
  readonly #folders = new Set<string>()

  constructor(documents: Iterable<NamedDocument>) {
    for (const document of documents) {
      const isNote = noteEnding.test(document.path)
      const stem = document.path.replace(isNote ? noteEnding : recordEnding, '')
      const named = { document, stem, isNote, foldedPath: fold(document.path), foldedStem: fold(stem) }
      add(this.#byPath, document.path, named)
      add(this.#byStem, stem, named)
      add(this.#byLastName, lastOf(document.path), named)
      if (lastOf(stem) !== lastOf(document.path)) add(this.#byLastName, lastOf(stem), named)
      for (const alias of new Set([...document.aliases, ...(document.declaredId === null ? [] : [document.declaredId])].map(fold))) add(this.#byAlias, alias, named)
      add(this.#byTitle, document.title, named)
      for (let folder = folderOf(document.path); folder !== '' && !this.#folders.has(fold(folder)); folder = folderOf(folder)) this.#folders.add(fold(folder))
    }
  }

  /**
   * What a link of the document at `fromPath` names, as Obsidian looks it up: the path from the source's root, the path
   * from the document's own folder (first for a Markdown link), the end of any path, and for a wikilink last an alias or
   * declared id and a title. What fits several documents equally well is ambiguous. Null for an address.
   */
  resolve({ form, target }: Pick<Link, 'form' | 'target'>, fromPath: string): LinkResolution | null {
    if (address.test(target)) return null
    return this.#find(form, target, fromPath) ?? this.#findDecoded(form, target, fromPath) ?? { state: this.#isAttachment(form, target, fromPath) ? 'attachment' : 'broken' }
  }

  #find(form: Link['form'], target: string, fromPath: string): LinkResolution | null {
    const beside = join(folderOf(fromPath), target)
    if (/^\.{1,2}(?:\/|$)/.test(target)) return this.#at(beside, fromPath)
    if (target.startsWith('/')) return this.#at(join('', target), fromPath)
    const fromRoot = join('', target)
    const [first, second] = form === 'path' ? [beside, fromRoot] : [fromRoot, beside]
    return this.#at(first, fromPath) ?? this.#at(second, fromPath) ?? this.#endingWith(fromRoot, fromPath) ?? (form === 'wikilink' ? this.#called(target, fromPath) : null)
  }

  /** `[[a%20b]]` and a title with a percent sign in a path: both are written. */
  #findDecoded(form: Link['form'], target: string, fromPath: string): LinkResolution | null {
    if (!/%[0-9a-f]{2}/i.test(target)) return null
    try {
      return this.#find(form, decodeURIComponent(target), fromPath)
    } catch {
      return null
    }
  }

  #at(path: string | null, fromPath: string): LinkResolution | null {
    if (path === null || path === '') return null
    return this.#among(this.#byPath.get(fold(path)), path, fromPath) ?? this.#among(this.#byStem.get(fold(path)), path, fromPath)
  }

  #endingWith(path: string | null, fromPath: string): LinkResolution | null {
    if (path === null || path === '') return null
    const wanted = fold(path)
    const named = this.#byLastName.get(lastOf(wanted)) ?? []
    return this.#among(named.filter(({ foldedPath, foldedStem }) => endsWithName(foldedPath, wanted) || endsWithName(foldedStem, wanted)), path, fromPath)
  }

  #called(name: string, fromPath: string): LinkResolution | null {
    return this.#among(this.#byAlias.get(fold(name)), null, fromPath) ?? this.#among(this.#byTitle.get(fold(name)), null, fromPath)
  }

  /** Notes before records, then the spelling as typed before one that only folds to it. */
  #among(found: readonly Named[] | undefined, typed: string | null, fromPath: string): LinkResolution | null {
    if (found === undefined || found.length === 0) return null
    const notes = typed !== null && !recordEnding.test(typed) ? found.filter(({ isNote }) => isNote) : []
    const kept = notes.length > 0 ? notes : found
    const spelled = typed === null ? [] : [
      kept.filter(({ document, stem }) => endsWithName(document.path, typed) || endsWithName(stem, typed)),
      kept.filter(({ document, stem }) => endsWithName(asTyped(document.path), asTyped(typed)) || endsWithName(asTyped(stem), asTyped(typed))),
    ]
    const chosen = spelled.find((some) => some.length > 0) ?? kept
    const [only, ...others] = chosen
    if (only !== undefined && others.length === 0) return { state: 'resolved', documentId: only.document.id }
    const near = (path: string) => (folderOf(path) === folderOf(fromPath) ? 0 : 1)
    const sorted = [...chosen].sort((a, b) => near(a.document.path) - near(b.document.path) || (a.document.path < b.document.path ? -1 : 1))
    return { state: 'ambiguous', documentIds: sorted.map(({ document }) => document.id) }
  }

  #isAttachment(form: Link['form'], target: string, fromPath: string): boolean {
    if (noteEnding.test(target) || recordEnding.test(target)) return false
    if (attachmentEnding.test(target)) return true
    if (form === 'wikilink') return false
    // A Markdown link names a file by its whole name, or a folder.
    const paths = [join(folderOf(fromPath), target), join('', target)]
    return anyEnding.test(target) || target.endsWith('/') || paths.some((path) => path === '' || (path !== null && this.#folders.has(fold(path))))
  }
}

function add(map: Map<string, Named[]>, name: string, named: Named): void {
  const key = fold(name)
  const known = map.get(key)
  if (known === undefined) map.set(key, [named])
  else known.push(named)
}

/** Whether a path ends with these whole segments. */
function endsWithName(whole: string, end: string): boolean {
  return whole === end || whole.endsWith(`/${end}`)
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** A path from a folder, `.` and `..` followed; null where it leaves the root. */
function join(folder: string, path: string): string | null {
  const segments = folder === '' ? [] : folder.split('/')
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}
