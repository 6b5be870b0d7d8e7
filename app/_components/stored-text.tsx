import { markText, type MarkSpan } from './mark-text'

interface StoredTextProps {
  readonly text: string
  /** Line number of the text's first line. */
  readonly startLine: number
  /** The cited stretch, as offsets into the text. */
  readonly cited: MarkSpan | null
}

/** The exact stored text with line numbers, the cited stretch marked. */
export function StoredText({ text, startLine, cited }: StoredTextProps) {
  let offset = 0
  const lines: ReturnType<typeof markText>[] = []
  for (const line of text.split('\n')) {
    const own = cited === null ? [] : [{ startOffset: cited.startOffset - offset, endOffset: cited.endOffset - offset }]
    lines.push(markText(line.replace(/\r$/, ''), own))
    offset += line.length + 1
  }
  const firstCited = lines.findIndex((segments) => segments.some((segment) => segment.marked))
  return (
    <pre className="stored">
      <code>
        {lines.map((segments, at) => (
          <span className="line" id={`line-${startLine + at}`} data-line={startLine + at} key={at}>
            {segments.map((segment, place) => (segment.marked ? <mark id={at === firstCited ? 'cited' : undefined} key={place}>{segment.text}</mark> : segment.text))}
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  )
}
