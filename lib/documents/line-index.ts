/** Answers which 1-based line an offset stands on; LF, CRLF and CR end a line. */
export class LineIndex {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (const end of text.matchAll(/\r\n|\n|\r/g)) this.#starts.push(end.index + end[0].length)
  }

  lineAt(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  /** The lines of a half-open span, both inclusive; of an empty span, the line it stands on. */
  linesOf(startOffset: number, endOffset: number): { readonly startLine: number; readonly endLine: number } {
    return { startLine: this.lineAt(startOffset), endLine: this.lineAt(Math.max(startOffset, endOffset - 1)) }
  }
}
