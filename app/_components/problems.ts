import { findFault } from '@/lib/foundation'
import { questionProblems } from './question-problem'
import { readForm, type FieldReader } from './search-address'

/** Why a question was not taken, and the sentence the first page shows for it. */
export const problemWords = {
  ...questionProblems,
  gone: 'What this was about is not here, or not any more.',
  'index-incomplete': 'Nothing is indexed yet, so nothing can be answered; it can as soon as the first notes are read.',
  'bad-input': 'This question could not be read as a search; write it in other words.',
  'not-permitted': 'This is for the owner: sign in first.',
} as const
export type Problem = keyof typeof problemWords

// Each character may take nine in an address, and a server reads 16 KB of it.
const longestKeptLength = 1_500

/** Sends the browser on after a form: relative, because behind a proxy the server does not know its own name. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** Leads to the first page with the reason, and with what was written as far as an address holds it. */
export function seeProblem(problem: Problem, written = ''): Response {
  const kept = written.slice(0, longestKeptLength).replace(/[\uD800-\uDBFF]$/, '')
  return seeOther(`/?problem=${problem}${kept.trim() === '' ? '' : `&q=${encodeURIComponent(kept)}`}`)
}

/** Runs what a form asked for; a fault the person can do something about leads back to the first page, any other is thrown on. */
export async function answerForm(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    const fault = findFault(error)
    if (fault !== null && fault.code in problemWords) return seeProblem(fault.code as Problem) // checked by `in`
    throw error
  }
}

/** The fields of a posted form; of a body that is no form, none. */
export async function postedFields(request: Request): Promise<FieldReader> {
  return readForm(await request.formData().catch(() => new FormData()))
}
