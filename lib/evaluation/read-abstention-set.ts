import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { Fault } from '@/lib/foundation'
import { halfOf, type Half } from './evaluate-set'
import { readJsonLines } from './read-json-lines'

/** Questions about passages, some of which no passage answers. */
export interface AbstentionSet {
  readonly kind: 'abstention'
  /** The folder's own name. */
  readonly name: string
  readonly passages: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  readonly questions: readonly AbstentionQuestion[]
}

export interface AbstentionQuestion {
  readonly id: string
  readonly text: string
  readonly answerable: boolean
  /** The passage that it was written against. */
  readonly passage: string
  /** Wordings of the answer; empty for an unanswerable question. */
  readonly answers: readonly string[]
  readonly half: Half
}

const passageSchema = z.object({ id: z.string().min(1), title: z.string().default(''), text: z.string() })
const questionSchema = z.object({ id: z.string().min(1), text: z.string().min(1), answerable: z.boolean(), passage: z.string(), answers: z.array(z.string()).default([]) })

/** Reads `corpus.jsonl` and `queries.jsonl` of a folder. Throws Fault `bad-input` naming the line that is not in that form, or the passage that is not there. */
export async function readAbstentionSet(folder: string): Promise<AbstentionSet> {
  const passages = await readJsonLines(join(folder, 'corpus.jsonl'), passageSchema, 'a passage with an id and a text')
  const records = await readJsonLines(join(folder, 'queries.jsonl'), questionSchema, 'a question with an id, a text, whether it is answerable, and its passage')
  const known = new Set(passages.map(({ id }) => id))
  const questions = records.map((question): AbstentionQuestion => {
    const { passage } = question
    if (!known.has(passage)) throw new Fault('bad-input', `${join(folder, 'queries.jsonl')}: the question “${question.id}” names the passage “${passage}”, which is not in corpus.jsonl.`)
    return { ...question, half: halfOf(question.id) }
  })
  return { kind: 'abstention', name: basename(resolve(folder)), passages, questions }
}
