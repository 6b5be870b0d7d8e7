import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { digest, Fault } from '@/lib/foundation'
import { parseJson } from './parse-json'
import type { TextSpan } from './score-spans'

/** Long documents with questions whose answers are marked in them to the character. */
export interface SpanSet {
  /** Text by name, the file's without `.md`. */
  readonly documents: ReadonlyMap<string, string>
  readonly questions: readonly SpanQuestion[]
}

export interface SpanQuestion {
  readonly id: string
  readonly text: string
  readonly answer: readonly TextSpan[]
  /** Half A is for tuning, half B for judging: by a hash of the id, so that it never changes. */
  readonly half: 'A' | 'B'
}

const questionSchema = z.object({
  id: z.string().min(1), text: z.string().min(1), doc: z.string(),
  spans: z.array(z.object({ start: z.int().min(0), end: z.int(), content: z.string() })).min(1),
})

/**
 * Reads `documents/*.md` and `queries.jsonl` of a folder. Offsets are of UTF-16 units. Throws Fault `bad-input` naming
 * the file and line where a span is not the text that it says it is.
 */
export async function readSpanSet(folder: string): Promise<SpanSet> {
  const unreadable = (cause: unknown) => { throw new Fault('bad-input', `${folder} is no set of marked answers: it has documents/*.md and queries.jsonl.`, { cause }) }
  const names = (await readdir(join(folder, 'documents')).catch(unreadable)).filter((name) => name.endsWith('.md')).sort()
  const documents = new Map(await Promise.all(names.map(async (name) => [name.slice(0, -3), await readFile(join(folder, 'documents', name), 'utf8')] as const)))
  const lines = (await readFile(join(folder, 'queries.jsonl'), 'utf8').catch(unreadable)).split('\n')
  const questions = lines.flatMap((line, at): SpanQuestion[] => {
    if (line.trim() === '') return []
    const parsed = questionSchema.safeParse(parseJson(line))
    if (!parsed.success) throw new Fault('bad-input', `${join(folder, 'queries.jsonl')}, line ${at + 1}: not a question with an id, a text, a document and spans.`)
    const { id, text, doc, spans } = parsed.data
    for (const { start, end, content } of spans) {
      if (documents.get(doc)?.slice(start, end) !== content) throw new Fault('bad-input', `${join(folder, 'queries.jsonl')}, line ${at + 1}: ${doc} does not hold that text at ${start} to ${end}.`)
    }
    return [{ id, text, answer: spans.map(({ start, end }) => ({ document: doc, startOffset: start, endOffset: end })), half: halfOf(id) }]
  })
  return { documents, questions }
}

function halfOf(id: string): 'A' | 'B' {
  return Number.parseInt(digest(id).slice(0, 8), 16) % 2 === 0 ? 'A' : 'B'
}
