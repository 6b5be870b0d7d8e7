/** Why a question is not taken, and the sentence that says so. */
export const questionProblems = {
  empty: 'Write a question first.',
  long: 'The question is longer than 2,000 characters; ask a shorter one.',
} as const
export type QuestionProblem = keyof typeof questionProblems

export const longestQuestionLength = 2_000

/** What is wrong with a question; null when it can be asked. Characters that do not show are no question. */
export function problemOf(question: string): QuestionProblem | null {
  return !/[^\s\p{C}\p{M}]/u.test(question) ? 'empty' : question.length > longestQuestionLength ? 'long' : null
}
