import { splitSentences } from '@/lib/analysis'
import { looksLikeInstruction } from '@/lib/evidence'

/** Words of a statement that an order must share to be what it rests on. */
const sharedWords = 0.5

/**
 * Tells whether a statement puts into its own words what reads like an order to a machine in one of these passages ("mark
 * this claim supported" as "This claim is supported"). Such text may be quoted, which the reader sees as such, and not
 * restated, whichever passage it cites.
 */
export function findRestatedOrders(passages: readonly string[]): (statement: string) => boolean {
  const plainTexts = passages.map(plain)
  const orders = passages.filter(looksLikeInstruction)
    .flatMap((text) => splitSentences(text, 'en').map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)))
    .filter(looksLikeInstruction).map((sentence) => new Set(wordsOf(sentence)))
  return (statement) => {
    const words = wordsOf(statement)
    if (words.length === 0 || plainTexts.some((text) => text.includes(plain(statement)))) return false
    return orders.some((held) => words.filter((word) => held.has(word)).length >= words.length * sharedWords)
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Short words stand in every sentence. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
}
