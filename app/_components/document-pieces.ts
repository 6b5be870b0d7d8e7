export interface DocumentPiece {
  readonly startOffset: number
  /** 1-based. */
  readonly startLine: number
  readonly text: string
}

// remark needs time that grows with the square of a list's length: 170 KB of list take ten seconds, 40 KB half of one.
const longestPieceLength = 40_000

interface SectionStart {
  readonly startOffset: number
  readonly startLine: number
}

/** Cuts a text before headings into pieces that are quick to parse, as few as possible. A section that is longer stays one piece. */
export function cutDocument(text: string, sections: readonly SectionStart[]): readonly DocumentPiece[] {
  const starts = sections.filter((section) => section.startOffset > 0 && section.startOffset < text.length)
  const pieces: DocumentPiece[] = []
  let from: SectionStart = { startOffset: 0, startLine: 1 }
  const close = (next: SectionStart): void => {
    pieces.push({ startOffset: from.startOffset, startLine: from.startLine, text: text.slice(from.startOffset, next.startOffset) })
    from = next
  }
  let last: SectionStart | null = null
  for (const start of [...starts].sort((left, right) => left.startOffset - right.startOffset)) {
    if (start.startOffset - from.startOffset > longestPieceLength && last !== null && last.startOffset > from.startOffset) close(last)
    last = start
  }
  if (text.length - from.startOffset > longestPieceLength && last !== null && last.startOffset > from.startOffset) close(last)
  close({ startOffset: text.length, startLine: 0 })
  return pieces
}

/** True when a piece is too long to be parsed while somebody waits; it is then shown as it is stored. */
export function isTooLong(piece: DocumentPiece): boolean {
  return piece.text.length > 2 * longestPieceLength
}

/** The link definitions of a text, which any of its pieces may use. */
export function linkDefinitions(text: string): string {
  return (text.match(/^ {0,3}\[[^\]^][^\]]*\]:[ \t]*\S.*$/gm) ?? []).join('\n')
}
