import type { Identity } from '@/lib/access'
import { retrieve, type RetrievalServices } from '@/lib/retrieval'
import type { RecordQuestion } from './read-record-question'

type Conditions = RecordQuestion['conditions']

const offered = 3

/** Filtered searches near a question for the records that nothing met, each with a condition less; those that find something well. */
export async function recordQueries(identity: Identity, { conditions }: RecordQuestion, services: RetrievalServices): Promise<string[]> {
  const { from, to, status, of } = conditions
  const hasPeriod = from !== null || to !== null
  const nearer: readonly Conditions[] = [
    ...(hasPeriod && status !== null ? [{ ...conditions, status: null, dated: 'itself' as const }] : []),
    ...(hasPeriod ? [{ ...conditions, from: null, to: null, dated: 'itself' as const }] : []),
    ...(status === null ? [] : [{ ...conditions, from: null, to: null, status: null, dated: 'itself' as const }]),
    ...(of === null ? [] : [{ ...conditions, of: null }, { ...conditions, of: null, from: null, to: null, status: null, dated: 'itself' as const }]),
  ]
  const found: string[] = []
  for (const query of new Set(nearer.map(asQuery))) {
    if (found.length >= offered) break
    const { weak, results } = await retrieve(identity, { query, limit: 3 }, services)
    if (!weak && results.length > 0) found.push(query)
  }
  return found
}

/** A filtered search; it needs a word too, so the kind stands there twice. */
function asQuery({ kind, series, of, status, from, to }: Conditions): string {
  const isYear = from !== null && to !== null && from.slice(0, 4) === to.slice(0, 4) && from.endsWith('-01-01') && to.endsWith('-12-31')
  const isCode = of !== null && /\d/.test(of)
  return [
    ...(isCode ? [`project:${of}`] : []), ...(kind === null ? [] : [`kind:${kind}`]), ...(status === null ? [] : [`status:${status}`]),
    ...(isYear ? [`year:${from.slice(0, 4)}`] : [...(from === null ? [] : [`after:${from}`]), ...(to === null ? [] : [`before:${dayAfter(to)}`])]),
    series === 'rfc' ? 'RFC' : kind === null ? 'document' : kind.replace('-', ' '), ...(isCode || of === null ? [] : [of]),
  ].join(' ')
}

/** "before:" leaves out its own day. */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}
