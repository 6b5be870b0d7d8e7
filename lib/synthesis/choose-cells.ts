import type { PartDecision, RankedSentence } from '@/lib/answerability'
import { stemsOf } from './stems-of'

type AnswerType = Extract<PartDecision, { kind: 'answerable' }>['type']
type Cells = NonNullable<RankedSentence['candidate']['cells']>

/** Two words with this many letters in front in common are forms of one: "owns" and "Owner", "means" and "Meaning". */
const sameFront = 3

/**
 * The cells of a row that a question asks for, after its label: those under a header that the question names, those
 * that hold its words, and one of the kind it asks for where no header does. All of them where nothing tells.
 */
export function chooseCells(question: string, type: AnswerType, cells: Cells): Cells {
  const [label, ...others] = cells
  if (label === undefined || others.length <= 1) return cells
  const asked = stemsOf(question)
  const labelled = stemsOf(label.cell)
  const open = new Set([...asked].filter((stem) => !labelled.has(stem)))
  const named = others.filter(({ header }) => [...stemsOf(header)].some((stem) => [...open].some((other) => sameWord(stem, other))))
  const holding = others.filter(({ cell }) => [...stemsOf(cell)].some((stem) => open.has(stem)))
  const typed = named.length > 0 ? [] : others.filter(({ cell }) => isOfType(type, cell)).slice(0, 1)
  const chosen = others.filter((cell) => named.includes(cell) || holding.includes(cell) || typed.includes(cell))
  const asksLabel = holding.length > 0 && [...stemsOf(label.header)].some((stem) => asked.has(stem))
  return named.length + typed.length > 0 || asksLabel ? [label, ...chosen] : cells
}

function sameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.length >= sameFront && long.startsWith(short) && long.length - short.length <= 3
}

function isOfType(type: AnswerType, cell: string): boolean {
  switch (type) {
    case 'number': return /\d/.test(cell) && !/\d{4}-\d{2}/.test(cell)
    case 'time': return /\d{4}-\d{2}|\b(?:19|20)\d{2}\b/.test(cell)
    case 'person': case 'reason': case 'verdict': case 'list': case 'comparison': case 'statement': return false
    default: return type satisfies never
  }
}
