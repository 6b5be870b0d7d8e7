import { planToken, type TokenPlan } from './token-plan'
import type { Term } from './term'

/** Part of the index fingerprint: raise it whenever the same text would give other terms. */
export const analyzerVersion = 'k81r-analyzer-4'

// Scripts written without spaces between words are indexed by bigram.
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const unspacedLetter = String.raw`[[\p{L}\p{M}]&&[${unspaced}]]`
const unspacedRun = String.raw`${unspacedLetter}[[[\p{L}\p{M}]&&[${unspaced}]]\u30FC\uFF70\uFF9E\uFF9F\u3005]*`
const wordCharacter = String.raw`[[\p{L}\p{N}\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]--[${unspaced}]]`
const word = String.raw`[[\p{L}\p{N}]--[${unspaced}]]${wordCharacter}*`
const joint = String.raw`(?:\\?_+|::|:\/\/|:\\|[.:\/\\@#&\-‐‑'’ʼ＇])`
const pattern = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\p{L}\p{N}]))|(${unspacedRun})|_*${word}(?:${joint}${word})*(?:_+|\+\+|#(?<=(?<![\p{L}\p{N}])[A-Z]#))?`

const cacheCapacity = 50_000
const caches = new Map<string, Map<string, TokenPlan>>()

function planCached(token: string, language: string): TokenPlan {
  let cache = caches.get(language)
  if (!cache) {
    cache = new Map()
    caches.set(language, cache)
  }
  const known = cache.get(token)
  if (known) return known
  // A copy: a slice would keep the whole text it was cut from alive for as long as the cache does.
  const copy = Buffer.from(token, 'utf16le').toString('utf16le')
  const plan = planToken(copy, language)
  if (cache.size >= cacheCapacity) cache.clear()
  if (token.length <= 64) cache.set(copy, plan)
  return plan
}

function addBigrams(run: string, start: number, position: number, terms: Term[]): number {
  const composed = run.normalize('NFKC') === run && !/\p{M}/u.test(run)
  const units: { text: string; from: number; to: number }[] = []
  let from = start
  const graphemes = composed ? run : Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(run), (part) => part.segment)
  for (const grapheme of graphemes) {
    units.push({ text: composed ? grapheme : grapheme.normalize('NFKC'), from, to: from + grapheme.length })
    from += grapheme.length
  }
  const [only] = units
  if (units.length === 1 && only) {
    terms.push({ lexeme: only.text, position, startOffset: only.from, endOffset: only.to, form: 'bigram' })
    return 1
  }
  for (let at = 0; at + 1 < units.length; at += 1) {
    const [first, second] = [units[at], units[at + 1]]
    if (!first || !second) continue
    terms.push({ lexeme: first.text + second.text, position: position + at, startOffset: first.from, endOffset: second.to, form: 'bigram' })
  }
  return units.length
}

/**
 * The index terms of a text, in reading order, the same for documents and queries: normalised, folded, stemmed in the given
 * ISO 639-1 language, stop words left out but counted in the positions, identifiers whole and in parts. Offsets are UTF-16 units
 * of the text as given. A text without words has no terms.
 */
export function analyze(text: string, language: string): Term[] {
  const terms: Term[] = []
  const tokens = new RegExp(pattern, 'gv')
  let position = 1
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const token = match[0]
    if (match[2] !== undefined) {
      position += addBigrams(token, match.index, position, terms)
      continue
    }
    const plan = planCached(token, language)
    for (const term of plan.terms) {
      terms.push({
        lexeme: term.lexeme,
        position: position + term.step,
        startOffset: match.index + term.from,
        endOffset: match.index + term.to,
        form: term.form,
      })
    }
    position += plan.advance
  }
  return terms
}
