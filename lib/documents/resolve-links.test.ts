import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DocumentNames, type LinkResolution, type NamedDocument } from './resolve-links'

function named(path: string, more: Partial<NamedDocument> = {}): NamedDocument {
  return { id: path, path, title: path.replace(/^.*\/|\.\w+$/g, ''), declaredId: null, aliases: [], ...more }
}

function told(resolution: LinkResolution | null): unknown {
  if (resolution === null) return 'address'
  return resolution.state === 'resolved' ? resolution.documentId : resolution.state === 'ambiguous' ? resolution.documentIds : resolution.state
}

/** What a link in `from` names among documents at these paths. */
function look(form: 'wikilink' | 'path', target: string, from: string, documents: readonly (string | NamedDocument)[]): unknown {
  const names = new DocumentNames(documents.map((document) => (typeof document === 'string' ? named(document) : document)))
  return told(names.resolve({ form, target }, from))
}

const wiki = (target: string, documents: readonly (string | NamedDocument)[], from = 'from.md') => look('wikilink', target, from, documents)
const path = (target: string, documents: readonly (string | NamedDocument)[], from = 'from.md') => look('path', target, from, documents)

describe('a wikilink', () => {
  it('finds a note in another folder by its name, with or without the ending, in any case', () => {
    for (const target of ['Retry policy', 'Retry policy.md', 'retry POLICY', 'policies/Retry policy', 'a/policies/Retry policy', 'Policies/retry policy.MD']) {
      expect(wiki(target, ['a/policies/Retry policy.md', 'other.md'], 'b/from.md')).toBe('a/policies/Retry policy.md')
    }
    expect(wiki('olicies/Retry policy', ['a/policies/Retry policy.md'])).toBe('broken')
  })

  it('takes the path from the root first, then the note in its own folder', () => {
    const notes = ['Note.md', 'a/Note.md', 'b/Note.md']
    expect(wiki('Note', notes, 'a/from.md')).toBe('Note.md')
    expect(wiki('Note', notes.slice(1), 'a/from.md')).toBe('a/Note.md')
    expect(wiki('a/Note', ['a/Note.md', 'b/a/Note.md'], 'b/from.md')).toBe('a/Note.md')
    expect(wiki('./Note', notes, 'b/from.md')).toBe('b/Note.md')
    expect(wiki('../Note', notes, 'b/from.md')).toBe('Note.md')
    expect(wiki('/Note', notes, 'b/from.md')).toBe('Note.md')
    expect(wiki('../../Note', notes, 'b/from.md')).toBe('broken')
  })

  it('is ambiguous where several notes bear its name, and lists them all', () => {
    expect(wiki('Note', ['a/Note.md', 'b/Note.md', 'c/Note.md'], 'from.md')).toEqual(['a/Note.md', 'b/Note.md', 'c/Note.md'])
    expect(wiki('b/Note', ['x/b/Note.md', 'y/b/Note.md'])).toEqual(['x/b/Note.md', 'y/b/Note.md'])
    expect(wiki('readme', ['a/README.md', 'a/ReadMe.md'], 'a/from.md')).toEqual(['a/README.md', 'a/ReadMe.md'])
  })

  it('keeps apart what differs in `-`, `_` and space', () => {
    const notes = ['my_file.md', 'my-file.md', 'my file.md', 'x/only_one.md']
    for (const note of notes) expect(wiki(note.replace(/^x\/|\.md$/g, ''), notes)).toBe(note)
    expect(wiki('only-one', notes)).toBe('broken')
    expect(wiki('my\u00A0file', notes)).toBe('my file.md')
  })

  it('takes a decomposed umlaut for a composed one, and of two such names the one that is typed', () => {
    expect(wiki('U\u0308bersicht', ['x/\u00DCbersicht.md'])).toBe('x/\u00DCbersicht.md')
    expect(wiki('\u00FCbersicht', ['x/U\u0308bersicht.md'])).toBe('x/U\u0308bersicht.md')
    const both = ['\u00FC.md', 'u\u0308.md']
    for (const name of both) expect(wiki(name.replace('.md', ''), both)).toBe(name)
    expect(wiki('README', ['README.md', 'readme.md'])).toBe('README.md')
    expect(wiki('readme', ['README.md', 'readme.md'])).toBe('readme.md')
  })

  it('is looked up by file name, then by alias or declared id, then by title', () => {
    const note = named('z/0054-unknown.md', { title: 'Outcome unknown', aliases: ['The big one'], declaredId: 'DEC-0054' })
    for (const name of ['the big one', 'DEC-0054', 'outcome unknown', '0054-unknown']) expect(wiki(name, [note, 'other.md'])).toBe(note.path)
    expect(wiki('Plan', [named('a.md', { aliases: ['Plan'] }), named('b.md', { title: 'Plan' }), 'x/Plan.md'])).toBe('x/Plan.md')
    expect(wiki('Plan', [named('a.md', { aliases: ['Plan'] }), named('b.md', { title: 'Plan' })])).toBe('a.md')
    expect(wiki('Plan', [named('a.md', { title: 'Plan' }), named('b.md', { title: 'Plan' })])).toEqual(['a.md', 'b.md'])
  })

  it('takes the note before the record of its name, and names the record by its ending', () => {
    const both = ['releases/1.0.2.md', 'releases/1.0.2.yaml']
    expect(wiki('1.0.2', both)).toBe('releases/1.0.2.md')
    expect(wiki('1.0.2.yaml', both)).toBe('releases/1.0.2.yaml')
    expect(wiki('1.0.2', ['releases/1.0.2.yaml'])).toBe('releases/1.0.2.yaml')
    expect(wiki('v1.2.3', ['v1.2.md'])).toBe('broken')
  })

  it('to an image, a PDF or a canvas names an attachment, and to an address nothing of the collection', () => {
    for (const target of ['picture.png', 'sub/Scan 1.PDF', 'Board.canvas', 'talk.mp4']) expect(wiki(target, ['picture.md'])).toBe('attachment')
    expect(wiki('Drawing.excalidraw', ['Drawing.excalidraw.md'])).toBe('Drawing.excalidraw.md')
    for (const target of ['https://example.org/a.md', 'obsidian://open?vault=x', 'mailto:a@b.example']) expect(wiki(target, ['a.md'])).toBe('address')
    expect(wiki('Node.js', ['a.md'])).toBe('broken')
  })
})

describe('a Markdown link', () => {
  it('is a path from the folder of its document, then from the root, then the end of one', () => {
    const notes = ['README.md', 'a/README.md', 'a/b c.md', 'deep/er/policy.md']
    expect(path('README.md', notes, 'a/from.md')).toBe('a/README.md')
    expect(path('../README.md', notes, 'a/from.md')).toBe('README.md')
    expect(path('a/b c.md', notes, 'deep/from.md')).toBe('a/b c.md')
    expect(path('b%20c.md', notes, 'a/from.md')).toBe('a/b c.md')
    expect(path('policy.md', notes, 'a/from.md')).toBe('deep/er/policy.md')
    expect(path('../policy.md', notes, 'a/from.md')).toBe('broken')
  })

  it('does not go by alias or title', () => {
    expect(path('Plan', [named('a.md', { title: 'Plan', aliases: ['Plan'] })])).toBe('broken')
  })

  it('to another file or a folder names an attachment', () => {
    for (const target of ['../src/main.ts', 'data.csv', 'notes/', 'notes', '..']) expect(path(target, ['notes/x.md'], 'a/from.md')).toBe('attachment')
    expect(path('missing.md', ['notes/x.md'])).toBe('broken')
  })
})

describe('any link', () => {
  it('by the whole path of a document from anywhere names that document', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9 _üÜ.-]{1,8}$/).filter((segment) => /[A-Za-z0-9üÜ]/.test(segment) && segment.trim() === segment)
    const paths = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 3 }).map((segments) => `${segments.join('/')}.md`), { minLength: 1, maxLength: 12 })
    fc.assert(fc.property(paths, fc.array(name, { maxLength: 2 }), (documents, folder) => {
      const from = [...folder, 'from.md'].join('/')
      for (const document of documents) expect(wiki(`/${document}`, documents, from)).toBe(document)
    }))
  })

  it('resolves to none or to documents there are, whatever it says', () => {
    const documents = ['a.md', 'b/a.md', 'b/c.yaml', '\u{1F418}.md', '.md', '----=-.md']
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('wikilink' as const, 'path' as const), (target, form) => {
      const resolution = look(form, target, 'b/from.md', documents)
      expect([...documents, 'broken', 'attachment', 'address']).toEqual(expect.arrayContaining([resolution].flat()))
    }))
  })
})
