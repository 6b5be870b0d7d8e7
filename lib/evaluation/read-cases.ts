import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, YAMLParseError } from 'yaml'
import { z } from 'zod'
import { Fault } from '@/lib/foundation'
import { parseIdentity } from '@/lib/access'
import { refusalReasons } from '@/lib/answerability'
import { caseCategories, outcomes, type Case } from './case'

const words = z.string().trim().min(1)
const caseSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'an id is small letters and digits joined by hyphens'),
  question: words,
  as: words.default('owner'),
  asOf: z.iso.date().nullable().default(null),
  relevant: z.array(z.strictObject({ path: words, contains: words, revision: z.int().positive().nullable().default(null) })).default([]),
  required: z.array(z.array(words).min(1)).default([]),
  forbidden: z.array(words).default([]),
  outcome: z.enum(outcomes),
  acceptable: z.array(z.enum(outcomes)).default([]),
  refusal: z.array(z.enum(refusalReasons)).default([]),
  missing: z.array(words).default([]),
  trap: words.nullable().default(null),
  since: z.int().positive().default(1),
})
const fileSchema = z.strictObject({ version: z.literal(1), category: z.enum(caseCategories), cases: z.array(z.unknown()) })

/**
 * The evaluation cases of every `.yaml` file directly in a folder, by file name and then in their order; an empty folder
 * has none. Throws Fault `bad-input` naming the file and the case when one is not in the agreed form, or an id is used twice.
 */
export async function readCases(folder: string): Promise<readonly Case[]> {
  const cases: Case[] = []
  const fileOf = new Map<string, string>()
  for (const file of await caseFiles(folder)) {
    for (const found of parseCases(file, await readFile(join(folder, file), 'utf8'))) {
      const earlier = fileOf.get(found.id)
      if (earlier !== undefined) {
        throw new Fault('bad-input', `The case “${found.id}” stands in ${earlier} and again in ${file}. Give one of them another id.`)
      }
      fileOf.set(found.id, file)
      cases.push(found)
    }
  }
  return cases
}

async function caseFiles(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  } catch (cause) {
    throw new Fault('bad-input', `The folder of evaluation cases ${folder} cannot be read. Name a folder that exists.`, { cause })
  }
}

function parseCases(file: string, text: string): Case[] {
  const parsed = fileSchema.safeParse(parseYaml(file, text))
  if (!parsed.success) throw new Fault('bad-input', `${file}: ${firstIssue(parsed.error)}`)
  return parsed.data.cases.map((raw, at) => parseCase(file, parsed.data.category, raw, at))
}

function parseCase(file: string, category: Case['category'], raw: unknown, at: number): Case {
  const parsed = caseSchema.safeParse(raw)
  const named = z.object({ id: z.string() }).safeParse(raw)
  const where = `${file}, case ${named.success ? `“${named.data.id}”` : `no. ${at + 1}`}`
  if (!parsed.success) throw new Fault('bad-input', `${where}: ${firstIssue(parsed.error)}`)
  try {
    return { ...parsed.data, category, as: parseIdentity(parsed.data.as) }
  } catch (cause) {
    throw cause instanceof Fault ? new Fault(cause.code, `${where}: ${cause.message}`, { cause }) : cause
  }
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof YAMLParseError)) throw cause
    throw new Fault('bad-input', `${file}, line ${cause.linePos?.[0].line ?? 1}: the YAML cannot be read. ${cause.message}`, { cause })
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'not in the agreed form'
  return issue.path.length === 0 ? issue.message : `“${issue.path.join('.')}”: ${issue.message}`
}
