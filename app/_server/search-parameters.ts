import { z } from 'zod'
import { documentKinds, documentStatuses } from '@/lib/documents'
import { Fault, toStorable } from '@/lib/foundation'
import type { SearchRequest } from '@/lib/retrieval'

/** The longest question that is read; longer text is a document, not a question. */
export const longestQuery = 2_000

const list = <T extends z.ZodType>(item: T) => z.preprocess((value) => (value === undefined ? undefined : Array.isArray(value) ? value : [value]), z.array(item).optional())
const filters = z.object({
  project: list(z.string().min(1).max(200)),
  kind: list(z.enum(documentKinds)),
  status: list(z.enum(documentStatuses)),
  year: list(z.coerce.number().int().min(0).max(9999)),
  history: z.stringbool().optional(),
  asOf: z.iso.date().optional(),
})
const requestSchema = z.object({
  query: z.string({ error: 'a query in words' }).max(longestQuery, `at most ${longestQuery} characters`),
  mode: z.enum(['hybrid', 'lexical']).optional(),
  limit: z.coerce.number().int().min(1).max(50).optional(),
  filters: filters.optional(),
})

/** Reads a search from loose values (an address or a JSON body). Throws Fault `bad-input` naming the field and what it expects. */
export function parseSearchRequest(given: unknown): SearchRequest {
  const parsed = requestSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Fault('bad-input', `“${issue?.path.join('.') ?? 'request'}” is not usable: ${issue?.message ?? 'unknown value'}.`)
  }
  const { query, mode, limit } = parsed.data
  const kept = Object.fromEntries(Object.entries(parsed.data.filters ?? {}).filter(([, value]) => value !== undefined))
  return { query, ...(mode === undefined ? {} : { mode }), ...(limit === undefined ? {} : { limit }), ...(Object.keys(kept).length === 0 ? {} : { filters: kept }) }
}

/** The same from an address: `q` or `query`, `mode`, `limit`, `explain=1`, and the filters by name, repeated for several values. */
export function searchRequestFromAddress(parameters: URLSearchParams): SearchRequest {
  const all = (name: string) => { const values = parameters.getAll(name).map(toStorable); return values.length === 0 ? undefined : values }
  const request = parseSearchRequest({
    query: toStorable(parameters.get('q') ?? parameters.get('query') ?? ''),
    mode: parameters.get('mode') ?? undefined, limit: parameters.get('limit') ?? undefined,
    filters: { project: all('project'), kind: all('kind'), status: all('status'), year: all('year'), history: parameters.get('history') ?? undefined, asOf: parameters.get('as-of') ?? undefined },
  })
  // Never a fault: for whom it does nothing, it is as if it were not there.
  return parameters.get('explain') === '1' ? { ...request, explain: true } : request
}
