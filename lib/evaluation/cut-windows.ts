import type { CutPassage } from './score-spans'

/** Windows of a fixed length that overlap: what any chunker must beat. The last one ends with the text; an empty text has none. */
export function cutWindows(document: string, text: string, length: number, overlap: number): readonly CutPassage[] {
  const windows: CutPassage[] = []
  for (let startOffset = 0; startOffset < text.length; startOffset += length - overlap) {
    const endOffset = Math.min(text.length, startOffset + length)
    windows.push({ document, startOffset, endOffset, context: [] })
    if (endOffset === text.length) break
  }
  return windows
}
