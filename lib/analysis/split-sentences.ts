import { createRequire } from 'node:module'
import type winkNlp from 'wink-nlp'
import type { Model } from 'wink-eng-lite-web-model'
import { proseUnits, type ProseUnit } from './prose-units'

/** A half-open range of UTF-16 code units: `text.slice(startOffset, endOffset)`. */
export interface Span {
  readonly startOffset: number
  readonly endOffset: number
}

type English = ReturnType<typeof winkNlp>

let english: English | null = null
const segmenters = new Map<string, Intl.Segmenter>()

/** Loaded on first use: the model costs a quarter of a second that most commands never need. */
function loadEnglish(): English {
  if (english) return english
  const require = createRequire(import.meta.url)
  const create = require('wink-nlp') as typeof winkNlp // CommonJS without named types: its export is the default function
  const model = require('wink-eng-lite-web-model') as Model // likewise
  english = create(model, ['sbd'])
  return english
}

function segmenterFor(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language)
  if (!segmenter) {
    const known = /^[a-z]{2,3}$/.test(language) && Intl.Segmenter.supportedLocalesOf(language).length > 0
    segmenter = new Intl.Segmenter(known ? language : 'en', { granularity: 'sentence' })
    segmenters.set(language, segmenter)
  }
  return segmenter
}

const innerEnd = /[.!?…]["'”’»)\]*_`]*\s|[。！？।؟｡]/
const opaque = /(`+)[^`]+\1|https?:\/\/[^\s)>\]]+|\[\[[^\]]*\]\]|\]\([^)\s]*\)/g
const abbreviation =
  /(?:^|[\s(["'“])(?:e\.g|i\.e|cf|vs|ca|approx|resp|incl|excl|no|nr|fig|eq|sec|ch|vol|pp?|ed|eds|al|mr|mrs|ms|dr|prof|st|jr|sr|inc|ltd|co|corp|z\. ?b|d\. ?h|u\. ?a|bzw|usw|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$/iu
/** Words that are written short before a small letter; `abbreviation` has those before a capital. */
const shortened = /^(?:etc|esp|est|abbr|dept|misc|orig|cont|univ|assn|max|min|avg|ref|refs|tel|ext|int|var|temp|vols?|figs?|secs?|eqs|proc|conf|appr|govt|adj|adv|attn|bldg|cert|dist|div|gen|gov|hon|inst|mem|mil|org|rev|sen|rep|spec|std|tech|obs|trans|viz|mins|hrs|yrs)$/i
// The English model knows initials; elsewhere a day of the month is written with a full stop as well.
const initialOrOrdinal = /(?:^|[\s(])(?:\p{L}|\d{1,2})\.$/u
const opensLowerCase = /^["'“‘(*_]*\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{N}_]|[./-]\p{L})/u

/**
 * The sentences of a Markdown text in document order, as spans of it: list items, table rows, headings and lines of code stand for
 * themselves, soft-wrapped lines belong together, markers and surrounding blanks are outside. Never an empty span; no text, no spans.
 */
export function splitSentences(text: string, language: string): Span[] {
  const spans: Span[] = []
  for (const unit of proseUnits(text)) {
    for (const span of unit.splits ? splitUnit(text, unit, language) : [unit]) {
      const trimmed = trim(text, span)
      if (trimmed) spans.push(trimmed)
    }
  }
  return spans
}

function splitUnit(text: string, unit: ProseUnit, language: string): Span[] {
  // Same length, so that offsets hold: line ends and quote markers become blanks, code and addresses one capitalised word.
  const masked = text
    .slice(unit.startOffset, unit.endOffset)
    .replace(/\r?\n\s*(?:>\s?)*/g, (gap) => ' '.repeat(gap.length))
    .replace(opaque, (code) => 'X'.repeat(code.length))
  if (!innerEnd.test(masked.trimEnd())) return [unit]
  const starts = language === 'en' ? englishStarts(masked) : null
  const found = starts ?? segmentedStarts(masked, language)
  return join(masked, language === 'en' ? [...new Set([...found, ...carelessStarts(masked)])].sort((a, b) => a - b) : found, language).map(({ startOffset, endOffset }) => ({
    startOffset: unit.startOffset + startOffset,
    endOffset: unit.startOffset + endOffset,
  }))
}

function englishStarts(masked: string): number[] | null {
  const starts: number[] = []
  let cursor = 0
  for (const sentence of loadEnglish().readDoc(masked).sentences().out()) {
    const at = masked.indexOf(sentence, cursor)
    // The library rewrites unusual blanks; then its sentences cannot be found again.
    if (at < 0) return null
    starts.push(at)
    cursor = at + sentence.length
  }
  return starts
}

/**
 * Where a sentence ends in a full word and its full stop though the next one opens with a small letter. What is not
 * surely a word may be an abbreviation; another language's small letters follow abbreviations by far more often.
 */
function carelessStarts(masked: string): number[] {
  return [...masked.matchAll(/([.!?])\s+(?=["'“‘(*_]*\p{Ll})/gu)].filter((match) => endsSentence(masked.slice(0, match.index + 1))).map((match) => match.index + match[0].length)
}

function endsSentence(before: string): boolean {
  const [, word = '', mark] = /(?:^|\s)[("“‘*_]*([\p{L}\p{M}'’-]+|[\p{N}.,:%]*\p{N}%?|X+)[)*_]*([.!?])$/u.exec(before) ?? []
  if (mark === undefined || abbreviation.test(before) || shortened.test(word)) return false
  // "Yahoo! is", "Who? asked he": a mark inside a short stretch is part of a name or of speech.
  if (mark !== '.') return (before.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 4
  return /^X+$/.test(word) || /\p{N}/u.test(word) ? (before.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 4 : word.length >= 3 && /[aeiouy]/i.test(word) && /^\p{L}?[\p{Ll}\p{M}'’-]+$/u.test(word)
}

function segmentedStarts(masked: string, language: string): number[] {
  return Array.from(segmenterFor(language).segment(masked), (part) => part.index)
}

/** Takes back the boundaries that stand in a word, follow an abbreviation, precede a small letter or cut off bare punctuation. */
function join(masked: string, starts: readonly number[], language: string): Span[] {
  const joined: { startOffset: number; endOffset: number }[] = []
  starts.forEach((start, index) => {
    const startOffset = index === 0 ? 0 : start
    const endOffset = starts[index + 1] ?? masked.length
    const previous = joined[joined.length - 1]
    const piece = masked.slice(startOffset, endOffset)
    const before = previous ? masked.slice(previous.startOffset, previous.endOffset).trimEnd() : ''
    const abbreviated = abbreviation.test(before) || (language !== 'en' && initialOrOrdinal.test(before))
    // "linefax.example": what goes on without a blank is one word.
    const isInside = start > 0 && !/\s/.test(masked[start - 1] ?? '') && /^[\p{Ll}\p{N}]/u.test(piece)
    if (previous && (isInside || abbreviated || (opensLowerCase.test(piece) && !(language === 'en' && endsSentence(before))) || !/[\p{L}\p{N}]/u.test(piece))) previous.endOffset = endOffset
    else joined.push({ startOffset, endOffset })
  })
  return joined
}

function trim(text: string, span: Span): Span | null {
  const body = text.slice(span.startOffset, span.endOffset)
  const lead = body.length - body.trimStart().length
  const length = body.trim().length
  return length === 0 ? null : { startOffset: span.startOffset + lead, endOffset: span.startOffset + lead + length }
}
