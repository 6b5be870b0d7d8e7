import { stopWords } from '@/lib/analysis'
import type { Question } from './understand-question'

/** Between two words of one phrase only these may stand: "lines of code", "10 January 2023". */
const joins = /^[\s-]*(?:(?:of|the|a|an|for|to)\s+)?$/i
const mostPhrases = 3

/** Words that carry a sentence and name nothing: no fact is missing where one of them is, and no place is about one. */
const light = new RegExp(`^(?:${[
  'i|we|you|they|he|she|it|me|us|them|our|ours|your|my|their|his|her|its|one|ones|any|some|there|what|which|who|whose|how|when|why|where',
  'go|goes|going|gone|went|gives?|gave|given|giving|takes?|took|taken|taking|gets?|got|gotten|getting|makes?|made|making|puts?|putting|lets?|comes?|came|coming',
  'happens?|happened|happening|becomes?|became|do|does|doing|done|did|uses?|used|using|says?|said|saying|tells?|told|knows?|known|knew|wants?|wanted|means?|meant|looks?|looked',
  'seems?|sees?|saw|seen|keeps?|kept|keeping|stops?|stopped|starts?|started|begins?|began|begun|considers?|considered|calls?|called|asks?|asked|apply|applies|applied',
  'up|still|already|ever|all|every|each|many|much|more|most',
].join('|')})$`, 'i')

/** Languages whose little words are known for such where a question is in one of them; the first where it could be in any. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'ru', 'uk', 'pl', 'tr'] as const

/** Tells words that name nothing in the language that a question seems to be in. */
export function lightWordsOf(question: string): (word: string) => boolean {
  const words = question.toLowerCase().match(/[\p{L}'’]+/gu) ?? []
  const counts = languages.map((language) => words.filter((word) => stopWords(language).has(word)).length)
  const little = stopWords(languages[counts.indexOf(Math.max(...counts))] ?? 'en')
  return (word) => light.test(word) || /^\p{Ll}$/u.test(word) || little.has(word.toLowerCase())
}

/** In these the words that seem to name something do not. */
const idioms = /\bup[- ]to[- ]date\b|\bhow many times\b/gi

interface Stretch {
  readonly start: number
  end: number
}

/** Words of a question as the phrases they make in it, in reading order: "data protection officer" rather than three words. Words that name nothing only where there are no others. */
export function phrasesOf(question: Question, lexemes: ReadonlySet<string>, most = mostPhrases): string[] {
  const telling = tellingPhrases(question, lexemes, most)
  return telling.length > 0 ? telling : distinct(stretchesOf(question, lexemes).map(({ start, end }) => question.text.slice(start, end))).slice(0, most)
}

/** The same, without words that name nothing: none where there are no others. */
export function tellingPhrases(question: Question, lexemes: ReadonlySet<string>, most = mostPhrases): string[] {
  const isLight = lightWordsOf(question.text)
  return distinct(stretchesOf(question, lexemes).map(({ start, end }) => withoutLight(question.text.slice(start, end), isLight))).slice(0, most)
}

function stretchesOf({ text, terms }: Question, lexemes: ReadonlySet<string>): readonly Stretch[] {
  const stretches: Stretch[] = []
  const taken = [...text.matchAll(idioms)]
  let from = 0
  for (const { surface, lexeme, form } of terms) {
    if (form === 'identifier-part' || !lexemes.has(lexeme)) continue
    const next = placeOf(text, surface, form === 'bigram', from)
    const at = next ?? placeOf(text, surface, form === 'bigram', 0)
    if (at === null || taken.some((idiom) => at >= idiom.index && at < idiom.index + idiom[0].length)) continue
    from = at
    const before = stretches.at(-1)
    // Of a script without spaces each term begins within the one before.
    if (before !== undefined && before.start <= at && (at < before.end || joins.test(text.slice(before.end, at)))) before.end = Math.max(before.end, at + surface.length)
    else stretches.push({ start: at, end: at + surface.length })
  }
  return stretches
}

/** Where a word stands whole, or a pair of characters anywhere; null where it does not. */
function placeOf(text: string, surface: string, isPair: boolean, from: number): number | null {
  const lower = text.toLowerCase()
  const wanted = surface.toLowerCase()
  for (let at = lower.indexOf(wanted, from); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    if (isPair || !(/[\p{L}\p{N}]$/u.test(lower.slice(0, at)) || /^[\p{L}\p{N}]/u.test(lower.slice(at + wanted.length)))) return at
  }
  return null
}

/** A phrase without the words at its ends that name nothing; empty where it is made of nothing else. */
function withoutLight(phrase: string, isLight: (word: string) => boolean): string {
  const words = phrase.split(/\s+/)
  while (words.length > 0 && isLight(words[0] ?? '')) words.shift()
  while (words.length > 0 && isLight(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

function distinct(phrases: readonly string[]): string[] {
  return [...new Map(phrases.filter((phrase) => phrase !== '').map((phrase) => [phrase.toLowerCase(), phrase])).values()]
}

/** “a”, “b” and “c”. */
export function quoteList(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`)
  return quoted.length <= 1 ? (quoted[0] ?? 'it') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`
}
