import { foldAccents, normaliseCase } from './fold'
import { stem } from './stem'
import { stopWords } from './stop-words'
import type { Term } from './term'

/** A term relative to the token it comes from: position 0 is the token's first, offsets count from the token's start. */
export interface PlannedTerm {
  readonly lexeme: string
  readonly step: number
  readonly from: number
  readonly to: number
  readonly form: Term['form']
}

/** What one token contributes and by how many positions it moves on. */
export interface TokenPlan {
  readonly terms: readonly PlannedTerm[]
  readonly advance: number
}

interface Slice {
  readonly text: string
  readonly from: number
}

const joiner = /[_.:/\\@#&\-‐‑]/
// A backslash before an underscore is Markdown's escape, not a path.
const strongJoiners = /(?:[/@#:]|\\(?!_))+/g
const weakJoiners = /[_.&\-‐‑\\]+/g
const camelBoundary = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|(?<=\p{N})(?=\p{Lu}\p{Ll})/u
const digit = /\p{N}/u
const letter = /\p{L}/u
const groupedNumber = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const dottedLetters = /^\p{L}(?:\.\p{L}){2,}$/u
// v2, v1.0.21, v1.0rc1 and v3-beta are versions; v8r is a name.
const versionPrefix = /^v(?=\d+(?:\.\d|(?![\p{L}\p{N}])))/u
const elidingLanguages = new Set(['fr', 'it', 'ca'])
/** Longer tokens are encoded data, not names: nobody types them and they would only swell the index. */
const longestLexeme = 200
const longestWord = 64
const mostParts = 64

/** The terms of one token, found by the tokenizer, in an ISO 639-1 language. */
export function planToken(token: string, language: string): TokenPlan {
  const terms: PlannedTerm[] = []
  if (groupedNumber.test(token)) {
    return { terms: [{ lexeme: token.replaceAll(',', ''), step: 0, from: 0, to: token.length, form: 'word' }], advance: 1 }
  }
  if (!/['’ʼ＇]/.test(token)) return { terms, advance: planCompound({ text: token, from: 0 }, language, 0, terms) }
  const pieces = planApostrophes(token, language)
  let advance = 0
  for (const piece of pieces) advance += planCompound(piece, language, advance, terms)
  return { terms, advance: Math.max(1, advance) }
}

function planApostrophes(token: string, language: string): Slice[] {
  const normalised = foldAccents(normaliseCase(token))
  if (stopWords(language).has(normalised)) return []
  const pieces = cut({ text: token, from: 0 }, /['’ʼ＇]/g)
  if (elidingLanguages.has(language) || joiner.test(token)) return pieces.filter((piece) => !/^[st]$/i.test(piece.text))
  const last = pieces[pieces.length - 1]
  if (pieces.length === 2 && last && /^(?:s|ll|ve|re|d|m|t)$/i.test(last.text)) return pieces.slice(0, 1)
  return [{ text: token, from: 0 }]
}

function planCompound(slice: Slice, language: string, step: number, terms: PlannedTerm[]): number {
  const bare = stripUnderscores(slice)
  const { text, from } = bare
  if (text === '') return 0
  const compound = joiner.test(text) || camelBoundary.test(text) || text.endsWith('++')
  const mixed = digit.test(text) && letter.test(text)
  if (!compound && !mixed) {
    addWord(bare, language, step, 'word', terms)
    return 1
  }
  const whole = wholeLexeme(text)
  if (stopWords(language).has(whole)) return 1
  const add = (lexeme: string, at: number, part: Slice): void => {
    const form = terms.length > 0 && lexeme !== whole ? 'identifier-part' : 'identifier'
    if (lexeme.length <= longestLexeme) terms.push({ lexeme, step: at, from: part.from, to: part.from + part.text.length, form })
  }
  add(whole, step, bare)
  const known = new Set([whole])
  const addPart = (lexeme: string, at: number, part: Slice): void => {
    if (lexeme === '' || known.has(lexeme) || lexeme.length > longestLexeme) return
    known.add(lexeme)
    terms.push({ lexeme, step: at, from: part.from, to: part.from + part.text.length, form: 'identifier-part' })
  }
  const unversioned = versionPrefix.test(whole) ? whole.slice(1) : ''
  if (unversioned !== '') addPart(unversioned, step, { text: text.slice(1), from: from + 1 })
  if (dottedLetters.test(text)) addPart(whole.replaceAll('.', ''), step, bare)
  // "GitHub" must also answer to "github" and "YouTube" to "youtube", which are stemmed as plain words.
  if (!joiner.test(text) && !mixed) addPart(stem(whole, language), step, bare)
  return Math.max(1, planParts(bare, language, step, addPart))
}

function planParts(bare: Slice, language: string, step: number, addPart: (lexeme: string, step: number, part: Slice) => void): number {
  let count = 0
  for (const segment of cut(bare, strongJoiners)) {
    if (joiner.test(segment.text)) addPart(wholeLexeme(segment.text), step + count, segment)
    for (const atom of cut(segment, weakJoiners)) {
      const humps = splitCamel(atom)
      if (humps.length > 1) addPart(wholeLexeme(atom.text), step + count, atom)
      for (const hump of humps) {
        if (count < mostParts) addAtom(hump, language, step + count, addPart)
        count += 1
      }
    }
  }
  return count
}

function addAtom(part: Slice, language: string, step: number, addPart: (lexeme: string, step: number, part: Slice) => void): void {
  const word = normaliseCase(part.text)
  if (word.length > longestWord) return
  if (/^\p{N}+$/u.test(word)) {
    if (word.length >= 4) addPart(word, step, part)
    return
  }
  if (digit.test(word)) {
    addPart(foldAccents(word), step, part)
    // One change between letters and digits is a name with a number (fts5, 12ms); more is a code or a hash without words in it.
    const runs = word.match(/\p{N}+|[^\p{N}]+/gu) ?? []
    const name = runs.length === 2 ? runs.find((run) => letter.test(run)) : undefined
    if (name === undefined || name.length < 2) return
    // Normalising may change the length (ﬁ2); then only the whole part's place is known.
    const known = word.length === part.text.length
    addPart(stem(name, language), step, known ? { text: name, from: part.from + word.indexOf(name) } : part)
    return
  }
  if (word.length < 2 || stopWords(language).has(foldAccents(word))) return
  addPart(stem(word, language), step, part)
}

function addWord(slice: Slice, language: string, step: number, form: Term['form'], terms: PlannedTerm[]): void {
  const word = normaliseCase(slice.text)
  if (word === '' || word.length > longestLexeme) return
  if (stopWords(language).has(foldAccents(word))) return
  const lexeme = digit.test(word) ? word : stem(word.replace(/'/g, ''), language)
  if (lexeme !== '') terms.push({ lexeme, step, from: slice.from, to: slice.from + slice.text.length, form })
}

function wholeLexeme(text: string): string {
  return foldAccents(normaliseCase(text)).replace(/\\(?=_)/g, '').replaceAll('\\', '/')
}

/** `__init__` is a name; a single or one-sided underscore is Markdown emphasis. */
function stripUnderscores(slice: Slice): Slice {
  const lead = /^_*/.exec(slice.text)?.[0].length ?? 0
  const tail = lead === slice.text.length ? 0 : (/_*$/.exec(slice.text)?.[0].length ?? 0)
  if (lead >= 2 && tail >= 2) return slice
  return { text: slice.text.slice(lead, slice.text.length - tail), from: slice.from + lead }
}

function splitCamel(slice: Slice): Slice[] {
  let from = slice.from
  return slice.text.split(camelBoundary).map((text) => {
    const part = { text, from }
    from += text.length
    return part
  })
}

function cut(slice: Slice, separators: RegExp): Slice[] {
  const parts: Slice[] = []
  let start = 0
  for (const match of slice.text.matchAll(separators)) {
    if (match.index > start) parts.push({ text: slice.text.slice(start, match.index), from: slice.from + start })
    start = match.index + match[0].length
  }
  if (start < slice.text.length) parts.push({ text: slice.text.slice(start), from: slice.from + start })
  return parts
}
