import type { Word } from './statement'

/** From the published gate: neighbouring content words of a claim stand within eight words in the evidence. */
const widestGap = 8

/** Where a claim's content words stand in a sentence of the evidence. */
export interface Alignment {
  /** The evidence's words that the places count: all of them, or all but asides. */
  readonly words: readonly Word[]
  /** The claim's content words in the order they were found in. */
  readonly content: readonly Word[]
  /** The place of each in `words`. */
  readonly path: readonly number[]
}

/**
 * The ways in which a claim's content words stand in the evidence in their order, each within eight words of the one before. Asides of the
 * evidence may be passed over, and a claim may say its day first or last: "In 2004 the team met" is "The team met in 2004".
 */
export function alignWords(content: readonly Word[], evidence: readonly Word[]): Alignment[] {
  const outside = evidence.filter((word) => !word.isAside)
  const [first, last] = [content[0], content[content.length - 1]]
  const orders = [content]
  if (first?.date) orders.push([...content.slice(1), first])
  if (last?.date) orders.push([last, ...content.slice(0, -1)])
  return (outside.length < evidence.length ? [evidence, outside] : [evidence]).flatMap((words) => orders.flatMap((order) => {
    const path = alignInOrder(order, words)
    return path === null ? [] : [{ words, content: order, path }]
  }))
}

/** Whether words stand in the evidence in their order, however far apart; a day may stand first or last. */
export function inOrder(content: readonly Word[], evidence: readonly Word[]): boolean {
  const undated = content.filter(({ date }, index) => date === null || (index > 0 && index < content.length - 1))
  return alignInOrder(content, evidence, evidence.length) !== null || (undated.length === content.length - 1 && alignInOrder(undated, evidence, evidence.length) !== null)
}

/** The tightest end wins. */
function alignInOrder(content: readonly Word[], evidence: readonly Word[], widest = widestGap): number[] | null {
  let paths: number[][] = [[]]
  for (const word of content) {
    const longer = new Map<number, number[]>()
    for (const path of paths) {
      const last = path[path.length - 1] ?? null
      const from = last === null ? 0 : last + 1
      const to = last === null ? evidence.length : Math.min(evidence.length, last + widest + 1)
      for (let place = from; place < to; place += 1) {
        if (evidence[place]?.keys.includes(word.key) === true) longer.set(place, [...path, place])
      }
    }
    paths = [...longer.values()]
    if (paths.length === 0) return null
  }
  return paths[0] ?? null
}
