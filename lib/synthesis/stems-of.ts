import { analyze } from '@/lib/analysis'

/** The terms of an English text, each once. */
export function stemsOf(text: string): Set<string> {
  return new Set(analyze(text, 'en').map(({ lexeme }) => lexeme))
}
