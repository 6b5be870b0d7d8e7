import { analyze } from '@/lib/analysis'

/** From two on. */
export const numbersInWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'] as const

/** Several things asked for by their number: "which four apps". */
export interface SeveralAsked {
  readonly count: number
  readonly noun: string
}

const asked = new RegExp(String.raw`\b(?:which|what) (${numbersInWords.join('|')}|\d{1,2}) (\p{L}+s)\b`, 'iu')

/** How many of what a question asks for; null where it does not say a number. */
export function severalAsked(question: string): SeveralAsked | null {
  const [, number, noun] = asked.exec(question) ?? []
  if (number === undefined || noun === undefined) return null
  const inWords = numbersInWords.findIndex((word) => word === number.toLowerCase())
  return { count: inWords < 0 ? Number(number) : inWords + 2, noun }
}

/** Whether a line that introduces something calls it by that noun, in any form. */
export function introducesSuch(line: string, noun: string): boolean {
  const [wanted] = analyze(noun, 'en')
  return analyze(line, 'en').some(({ lexeme }) => lexeme === wanted?.lexeme)
}
