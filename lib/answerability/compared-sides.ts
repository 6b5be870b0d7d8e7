import { analyze } from '@/lib/analysis'

/** One of two things that a question sets against each other, by its lexemes. */
export interface Side {
  readonly words: string
  readonly lexemes: ReadonlySet<string>
}

const thing = String.raw`(?:the |an? |our (?:own )?)?([^?,;:]{1,60}?)`
const forms: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:difference|differences|choose|choice|decide|distinguish) (?:is there )?between ${thing} and ${thing}(?= (?:in|for|when|with) |[?.,:\s]*$)`, 'i'),
  new RegExp(String.raw`^(?:and |so )*(?:how|in what|in which)\b[^?]*?\b(?:does|do|is|are|did) ${thing} (?:differ|different|compare|compared) (?:from|to|with) ${thing}[?.\s]*$`, 'i'),
  new RegExp(String.raw`\b(?:does|do|did|are|is) ${thing} and ${thing} (?:differ|different|compare)\b`, 'i'),
  new RegExp(String.raw`^(?!(?:do|does|did|is|are|was|were|can|could|may|must|shall|should|will|would|has|have|what|which|who|whom|how|when|where|why)\b)${thing} (?:vs\.?|versus|or) ${thing}(?=[:,]|[?.\s]*$)`, 'i'),
  new RegExp(String.raw`^(?:do|does|did|should|is|are|was|were|may|must|can) (?:we|you|i|it|they|one|there|this|that|[\w-]+) (?:[\w-]+ ){0,3}?(?:use|run|have|keep|write|host|choose|pick|need|on|in|by|with|at) ${thing} or ${thing}[?.\s]*$`, 'i'),
  new RegExp(String.raw`^compare ${thing} (?:with|to|and) ${thing}[?.\s]*$`, 'i'),
]

/** The two things that a question compares or lets choose between; null where it sets no two against each other. */
export function comparedSides(question: string): readonly [Side, Side] | null {
  for (const form of forms) {
    const [, one, other] = form.exec(question.trim()) ?? []
    if (one === undefined || other === undefined) continue
    const sides = [sideOf(one), sideOf(other)] as const
    if (sides.every(({ words }) => /[\p{L}\p{N}]/u.test(words))) return sides
  }
  return null
}

function sideOf(words: string): Side {
  return { words: words.trim(), lexemes: new Set(analyze(words, 'en').filter(({ form }) => form !== 'identifier-part').map(({ lexeme }) => lexeme)) }
}

/** Whether a text speaks of a side: it holds half of its words or more; of one that is nothing but a word of every sentence ("{{with}}"), the sign as written. */
export function speaksOf({ words, lexemes }: Side, text: string): boolean {
  if (lexemes.size === 0) return text.toLowerCase().includes(words.toLowerCase())
  const held = new Set(analyze(text, 'en').map(({ lexeme }) => lexeme))
  return [...lexemes].filter((lexeme) => held.has(lexeme)).length * 2 >= lexemes.size
}
