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
  let anchored = false
  const lines = text.split('\n').map((line) => {
    const own = cited === null ? [] : [{ startOffset: cited.startOffset - offset, endOffset: cited.endOffset - offset }]
    offset += line.length + 1
    return markText(line.replace(/\r$/, ''), own)
  })
  return (
    <pre className="stored">
      <code>
        {lines.map((segments, at) => {
          const first = !anchored && segments.some((segment) => segment.marked)
          if (first) anchored = true
          return (
            <span className="line" id={`line-${startLine + at}`} data-line={startLine + at} key={at}>
              {segments.map((segment, place) => (segment.marked ? <mark id={first ? 'cited' : undefined} key={place}>{segment.text}</mark> : segment.text))}
              {'\n'}
            </span>
          )
        })}
      </code>
    </pre>
  )
}
