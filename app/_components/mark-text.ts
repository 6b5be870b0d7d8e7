export interface TextSegment {
  readonly text: string
  readonly marked: boolean
}

export interface MarkSpan {
  readonly startOffset: number
  readonly endOffset: number
}

/** Cuts a text at the edges of its marks. The segments join to the text again; marks may overlap, touch or reach outside. */
export function markText(text: string, marks: readonly MarkSpan[]): readonly TextSegment[] {
  const segments: TextSegment[] = []
  let done = 0
  for (const mark of [...marks].sort((left, right) => left.startOffset - right.startOffset)) {
    const start = Math.max(done, mark.startOffset)
    const end = Math.min(text.length, mark.endOffset)
    if (end <= start) continue
    if (start > done) segments.push({ text: text.slice(done, start), marked: false })
    segments.push({ text: text.slice(start, end), marked: true })
    done = end
  }
  if (done < text.length) segments.push({ text: text.slice(done), marked: false })
  return segments
}
