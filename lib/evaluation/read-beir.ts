import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { Fault } from '@/lib/foundation'
import { parseJson } from './parse-json'
import type { Judgements } from './score-rankings'

export interface RetrievalSet {
  /** The folder's own name. */
  readonly name: string
  readonly documents: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  readonly queries: readonly { readonly id: string; readonly text: string }[]
  readonly judgements: Judgements
}

const id = z.union([z.string().min(1), z.number().transform(String)])
// BEIR's own files say `_id`; cuts of it say `id`.
const identified = z.object({ _id: id.optional(), id: id.optional() })
const documentSchema = identified.extend({ title: z.string().default(''), text: z.string() })
const querySchema = identified.extend({ text: z.string() })

/**
 * Reads a retrieval set in BEIR layout: `corpus.jsonl`, `queries.jsonl`, and `qrels.tsv` or `qrels/test.tsv` with a header
 * row. Only queries that are judged are kept. Throws Fault `bad-input` naming the file and line that is not in that form,
 * or that judges a query or document which is not there.
 */
export async function readBeir(folder: string): Promise<RetrievalSet> {
  const documents = (await readJsonLines(join(folder, 'corpus.jsonl'), documentSchema))
    .map(({ key, value }) => ({ id: key, title: value.title, text: value.text }))
  const queries = await readBeirQueries(join(folder, 'queries.jsonl'))
  const idsOf = (entries: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(entries.map((entry) => entry.id))
  const judgements = await readJudgements(await judgementFile(folder), idsOf(queries), idsOf(documents))
  return { name: basename(resolve(folder)), documents, queries: queries.filter((query) => judgements.has(query.id)), judgements }
}

/** The questions of a `queries.jsonl`, judged or not. Throws Fault `bad-input` naming the file and line that is not in that form. */
export async function readBeirQueries(file: string): Promise<RetrievalSet['queries']> {
  return (await readJsonLines(file, querySchema)).map(({ key, value }) => ({ id: key, text: value.text }))
}

interface Keyed<T> {
  readonly key: string
  readonly value: T
}

async function readJsonLines<T extends z.infer<typeof identified>>(file: string, schema: z.ZodType<T>): Promise<readonly Keyed<T>[]> {
  const entries: Keyed<T>[] = []
  const known = new Set<string>()
  for await (const { line, number } of readLines(file)) {
    const parsed = schema.safeParse(parseJson(line))
    const key = parsed.data?._id ?? parsed.data?.id
    if (!parsed.success || key === undefined) throw new Fault('bad-input', `${file}, line ${number}: not a JSON object with an id and a text.`)
    if (known.has(key)) throw new Fault('bad-input', `${file}, line ${number}: the id “${key}” was used before.`)
    known.add(key)
    entries.push({ key, value: parsed.data })
  }
  return entries
}

async function readJudgements(file: string, queryIds: ReadonlySet<string>, documentIds: ReadonlySet<string>): Promise<Judgements> {
  const judgements = new Map<string, Map<string, number>>()
  for await (const { line, number } of readLines(file)) {
    const [queryId, documentId, score, ...rest] = line.split('\t')
    if (number === 1 && queryId === 'query-id') continue
    const grade = Number(score)
    if (queryId === undefined || documentId === undefined || score === undefined || score.trim() === '' || rest.length > 0 || !Number.isFinite(grade)) {
      throw new Fault('bad-input', `${file}, line ${number}: not a query id, a document id and a score with tabs between them.`)
    }
    if (!queryIds.has(queryId)) throw new Fault('bad-input', `${file}, line ${number}: there is no query “${queryId}”.`)
    if (!documentIds.has(documentId)) throw new Fault('bad-input', `${file}, line ${number}: there is no document “${documentId}”.`)
    const grades = judgements.get(queryId) ?? new Map<string, number>()
    judgements.set(queryId, grades.set(documentId, grade))
  }
  return judgements
}

async function judgementFile(folder: string): Promise<string> {
  const flat = join(folder, 'qrels.tsv')
  return access(flat).then(() => flat, () => join(folder, 'qrels', 'test.tsv'))
}

async function* readLines(file: string): AsyncGenerator<{ readonly line: string; readonly number: number }> {
  let number = 0
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      number += 1
      if (line.trim() !== '') yield { line, number }
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault('bad-input', `${file} cannot be read. A retrieval set has corpus.jsonl, queries.jsonl and qrels.tsv.`, { cause })
  }
}
