import type * as Eld from 'eld/extrasmall'

const sampleLength = 4000
/** Forty of them. */
const enoughLetters = /^(?:\P{L}*\p{L}){40}/u

let detector: typeof Eld.eld | null = null

/**
 * Loads the language profiles (160 ms, 85 MB), which only a process that really parses needs. Parsing is synchronous, so
 * this comes before it; without it every language is undecided.
 */
export async function loadLanguages(): Promise<void> {
  detector ??= (await import('eld/extrasmall')).eld
}

/** ISO 639-1 of a text's first 4,000 characters; `und` below forty letters, when nothing fits, or before `loadLanguages`. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleLength).replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\S+|[[\](){}#*_|<>=~-]/g, ' ')
  if (!enoughLetters.test(sample)) return 'und'
  return detector?.detect(sample).language || 'und'
}
