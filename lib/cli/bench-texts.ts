import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseDocument } from '@/lib/documents'
import { Fault, seededIntegers } from '@/lib/foundation'
import { embeddedText } from '@/lib/indexing'

/** Notes to be indexed in a benchmark: where each goes and what it says. */
export interface BenchNote {
  readonly path: string
  readonly text: string
}

/**
 * The texts under a folder of public data: every Markdown file as it is, and the records of every `corpus.jsonl`, twenty
 * to a file. Throws Fault `bad-input` when there are none.
 */
export async function readBenchNotes(folder: string): Promise<readonly BenchNote[]> {
  const notes: BenchNote[] = []
  const walk = async (inside: string): Promise<void> => {
    const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch(() => { throw new Fault('bad-input', `${folder} cannot be read. Name a folder of notes or of public data sets.`) })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.isDirectory() && !entry.name.startsWith('.')) await walk(path)
      else if (entry.isFile() && /\.md$/i.test(entry.name)) notes.push({ path, text: await readFile(join(folder, path), 'utf8') })
      else if (entry.isFile() && entry.name === 'corpus.jsonl') notes.push(...notesOfRecords(path, await readFile(join(folder, path), 'utf8')))
    }
  }
  await walk('')
  if (notes.length === 0) throw new Fault('bad-input', `${folder} holds no Markdown files and no corpus.jsonl.`)
  return notes
}

const recordsInNote = 20

function notesOfRecords(path: string, lines: string): BenchNote[] {
  const records = lines.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as { readonly title?: string; readonly text?: string })
  return Array.from({ length: Math.ceil(records.length / recordsInNote) }, (_, at) => ({
    path: `${dirname(path)}/part-${at + 1}.md`,
    text: records.slice(at * recordsInNote, (at + 1) * recordsInNote).map(({ title = '', text = '' }) => `## ${title.replace(/\s+/g, ' ')}\n\n${text}\n`).join('\n'),
  }))
}

/** The same notes with about every sixth word exchanged for another of the same note, so that hardly a passage is like its model. */
export function perturb(notes: readonly BenchNote[], seed: number): readonly BenchNote[] {
  const next = seededIntegers(seed)
  const random = () => next() / 4_294_967_296
  return notes.map(({ path, text }) => {
    const words = text.match(/\p{L}{4,}/gu) ?? []
    const changed = text.replace(/\p{L}{4,}/gu, (word) => (random() < 1 / 6 ? (words[Math.floor(random() * words.length)] ?? word) : word))
    return { path: `variant-${seed}/${path}`, text: `${changed}\n\nVariant ${seed} of ${path}.\n` }
  })
}

/** As many notes as hold `passages` passages: these, then perturbed ones, each passage text once. */
export function notesOf(notes: readonly BenchNote[], passages: number): { readonly notes: readonly BenchNote[]; readonly passages: number } {
  const taken: BenchNote[] = []
  const seen = new Set<string>()
  for (let variant = 0; seen.size < passages; variant++) {
    const before = seen.size
    for (const note of variant === 0 ? notes : perturb(notes, variant)) {
      if (seen.size >= passages) break
      const parsed = parseDocument({ path: note.path, bytes: Buffer.from(note.text), modifiedAt: new Date(0) })
      if ('reason' in parsed) continue
      for (const { prefix, indexedText } of parsed.passages) seen.add(embeddedText(prefix, indexedText))
      taken.push(note)
    }
    if (seen.size === before) throw new Fault('bad-input', 'The texts hold too few words to make more passages of them.')
  }
  return { notes: taken, passages: seen.size }
}

export async function writeNotes(folder: string, notes: readonly BenchNote[]): Promise<void> {
  for (const { path, text } of notes) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
