import { markText, type MarkSpan } from './mark-text'

interface MarkedProps {
  readonly text: string
  readonly marks: readonly MarkSpan[]
}

/** A text as it is stored, with its marks. */
export function Marked({ text, marks }: MarkedProps) {
  return markText(text, marks).map((segment, at) => (segment.marked ? <mark key={at}>{segment.text}</mark> : segment.text))
}
