import { editDistances } from './edit-distance'

/** How a word compares: case, width and accents are no mistakes. */
export function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

const shortest = 4
/** Two mistakes in fewer letters than this make another word out of it. */
const longForTwo = 8

/** A wrong letter in fewer than this makes another word more often than it is a slip: prime, price. */
const longForWrong = 6
/** Longer ones are encoded data. */
const longest = 40

/** Mistakes that a written word may hold of a typed one: 0 where it is too short to guess at. */
export function mostMistakes(typed: string): number {
  return typed.length < shortest || typed.length > longest ? 0 : typed.length < longForTwo - 2 ? 1 : 2
}

/**
 * Mistakes between what was typed and a word as written, both as `plain` gives them; null where the one is hardly meant
 * by the other. A number that differs in more than the order of its digits or in leading zeros names another thing.
 */
export function mistakesBetween(typed: string, written: string): number | null {
  if (typed === written || typed.length < shortest || written.length < shortest - 1) return null
  if (/\d/.test(typed) || /\d/.test(written)) return mistakesInIdentifier(typed, written)
  const mistakes = editDistances(written, typed).whole
  if (mistakes === 1) return typed.length === written.length && typed.length < longForWrong && lettersIn(typed) !== lettersIn(written) ? null : 1
  return mistakes === 2 && Math.max(typed.length, written.length) >= longForTwo && typed[0] === written[0] ? 2 : null
}

function mistakesInIdentifier(typed: string, written: string): number | null {
  const [one, other] = [typed, written].map((name) => name.replace(/(?<![\d.])0+(?=\d)/g, ''))
  if (one === undefined || other === undefined || !/\p{L}/u.test(one) || digitsOf(one) !== digitsOf(other)) return null
  return editDistances(one, other).whole <= 1 ? 1 : null
}

function digitsOf(name: string): string {
  return lettersIn(name.replace(/\D/g, ''))
}

function lettersIn(word: string): string {
  return Array.from(word).sort().join('')
}

/** Lexemes with what makes most of them out at a glance. */
export interface Vocabulary {
  readonly lexemes: readonly string[]
  /** Of each lexeme, one bit for each letter in it. */
  readonly letters: Int32Array
}

export function readVocabulary(lexemes: readonly string[]): Vocabulary {
  return { lexemes, letters: Int32Array.from(lexemes, lettersOf) }
}

// Two letters may share a bit: then a few lexemes more are compared.
function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

/** A stem may lack this many letters of its word's end. */
const longestEnding = 4

/**
 * Lexemes of words that may be meant by a typed one, nearest first. `stems`: what the typed word itself is stemmed to.
 * A mistake in an ending hides the stem (incidnets is not incid), so a lexeme is also held against the word's beginning.
 */
export function nearLexemes(typed: string, stems: readonly string[], { lexemes, letters }: Vocabulary): readonly string[] {
  const most = mostMistakes(typed)
  if (most === 0) return []
  const numbered = /\d/.test(typed)
  // The distance to a beginning of the word is never more than to a stem that is one.
  const changed = stems.filter((stem) => !typed.startsWith(stem))
  const known = [typed, ...stems].reduce((bits, word) => bits | lettersOf(word), 0)
  const found: { readonly lexeme: string; readonly distance: number }[] = []
  lexemes.forEach((lexeme, at) => {
    // A number may be written with a few zeros more.
    if (lexeme.length < typed.length - longestEnding - most || lexeme.length > typed.length + (numbered ? longestEnding : most)) return
    // A letter that the typed word lacks is one mistake at least.
    if (countBits((letters[at] ?? 0) & ~known) > most) return
    if (numbered) {
      if (mistakesBetween(typed, lexeme) !== null) found.push({ lexeme, distance: editDistances(lexeme, typed).whole })
      return
    }
    const { whole, prefix } = editDistances(lexeme, typed)
    // Nearly every word has two letters in common with some short stem.
    const beginning = lexeme.length >= Math.max(3, typed.length - longestEnding) && prefix <= (lexeme.length < 6 ? 1 : most) ? prefix : Infinity
    const distance = Math.min(whole, beginning, ...changed.map((stem) => editDistances(lexeme, stem).whole))
    if (distance <= most) found.push({ lexeme, distance: distance + Math.max(0, typed.length - lexeme.length) / 100 })
  })
  return found.sort((a, b) => a.distance - b.distance || (a.lexeme < b.lexeme ? -1 : 1)).map(({ lexeme }) => lexeme)
}
