import { findFault } from '@/lib/foundation'
import { readForm, type FieldReader } from './search-address'

/** Why a question was not taken, and the sentence the first page shows for it. */
export const problemWords = {
  empty: 'Write a question first.',
  long: 'The question is longer than 2,000 characters; ask a shorter one.',
  gone: 'What this was about is not here, or not any more.',
  'index-incomplete': 'Nothing is indexed yet, so nothing can be answered; it can as soon as the first notes are read.',
  'bad-input': 'This question could not be read as a search; write it in other words.',
  'not-permitted': 'This is for the owner: sign in first.',
} as const
export type Problem = keyof typeof problemWords

const longestQuestionLength = 2_000

/** What is wrong with a question; null when it can be asked. Characters that do not show are no question. */
export function problemOf(question: string): Problem | null {
  return !/[^\s\p{C}\p{M}]/u.test(question) ? 'empty' : question.length > longestQuestionLength ? 'long' : null
}

/** Sends the browser on after a form: relative, because behind a proxy the server does not know its own name. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

export function seeProblem(problem: Problem): Response {
  return seeOther(`/?problem=${problem}`)
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
