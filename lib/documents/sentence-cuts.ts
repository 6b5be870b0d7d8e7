import type { Span } from './document'
import { trimSpan } from './span'

/** The segmenter's time grows faster than its input, so it sees this much at once. */
const windowLength = 16_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Cuts a span at sentence ends, and a sentence longer than `maxLength` at white space, or anywhere when there is none. */
export function cutSentences(text: string, span: Span, maxLength: number): Span[] {
  const pieces: Span[] = []
  let from = span.startOffset
  while (from < span.endOffset) {
    const to = from + windowLength >= span.endOffset ? span.endOffset : breakBefore(text, from, from + windowLength)
    // A line break inside a paragraph is no sentence end, though the segmenter takes it for one.
    const flowing = text.slice(from, to).replace(/[\r\n]/g, ' ')
    for (const { index, segment } of segmenter.segment(flowing)) {
      const sentence = trimSpan(text, from + index, from + index + segment.length)
      if (sentence.endOffset > sentence.startOffset) pieces.push(...cutLong(text, sentence, maxLength))
    }
    from = to
  }
  return pieces
}

/** Cuts a span at line ends into pieces as long as fit, and a line longer than that like a long sentence. */
export function cutLines(text: string, span: Span, maxLength: number): Span[] {
  const pieces: Span[] = []
  let from = span.startOffset
  let to = from
  const flush = (next: number) => {
    const piece = trimSpan(text, from, to, true)
    if (piece.endOffset > piece.startOffset) pieces.push(...cutLong(text, piece, maxLength))
    from = next
  }
  for (const line of text.slice(span.startOffset, span.endOffset).matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    const lineStart = span.startOffset + line.index
    if (lineStart + line[0].length - from > maxLength && to > from) flush(lineStart)
    to = lineStart + line[0].length
    if (line[0] === '') break
  }
  flush(to)
  return pieces
}

function cutLong(text: string, span: Span, maxLength: number): Span[] {
  const pieces: Span[] = []
  let rest = span
  while (rest.endOffset - rest.startOffset > maxLength) {
    const cut = breakBefore(text, rest.startOffset, rest.startOffset + maxLength)
    const piece = trimSpan(text, rest.startOffset, cut)
    if (piece.endOffset > piece.startOffset) pieces.push(piece)
    rest = trimSpan(text, cut, rest.endOffset)
  }
  if (rest.endOffset > rest.startOffset) pieces.push(rest)
  return pieces
}

/** The last good place to break in the second half of a stretch: behind white space, else behind ideographic punctuation, else a whole character. */
function breakBefore(text: string, startOffset: number, endOffset: number): number {
  const half = startOffset + Math.floor((endOffset - startOffset) / 2)
  for (const good of [/\s/, /[。！？、，；,;|]/]) {
    for (let at = endOffset; at > half; at--) if (good.test(text.charAt(at - 1))) return at
  }
  const splitsPair = /[\uDC00-\uDFFF]/.test(text.charAt(endOffset)) && endOffset - 1 > startOffset
  return splitsPair ? endOffset - 1 : endOffset
}
