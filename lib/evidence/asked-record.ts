import { numberedBy, type RankedPassage } from '@/lib/retrieval'

/** A kind of record that a question wants named: the words that ask for it, its name where another note says it, and its own notes. */
export interface RecordKind {
  readonly what: string
  readonly asks: RegExp
  readonly name: RegExp
  readonly kinds: readonly RankedPassage['kind'][]
}

const which = (nouns: string) => new RegExp(`\\b(?:which|what) (?:[\\w-]+ ){0,2}?(?:${nouns})\\b(?!\\s*(?:\\d|of the ${nouns}))`, 'i')

const recordKinds: readonly RecordKind[] = [
  { what: 'a decision', asks: which('decision|adr|decision record'), name: /\b(?:DEC|ADR|decision)[-_ ]?\d+|\[\[[^\]]*(?:decision|adr)[-_]?\d+/iu, kinds: ['decision'] },
  { what: 'an RFC', asks: which('rfc'), name: /\bRFC[-_ #]{0,2}\d+|\[\[[^\]]*rfc[-_]?\d+/iu, kinds: ['decision'] },
  { what: 'a release', asks: which('release|version'), name: /(?<![\p{L}\d.])v?\d+\.\d+(?:\.\d+)*(?![\p{L}\d])/iu, kinds: ['release'] },
  { what: 'an incident', asks: which('incident|post-?mortem|outage'), name: /\bINC[-_ ]?\d+|\[\[[^\]]*incident[-_]?\d/iu, kinds: ['incident'] },
]

/** The kind of record that a question wants named ("which decision …"); null for other questions. */
export function recordKindAsked(question: string): RecordKind | null {
  return recordKinds.find(({ asks }) => asks.test(question)) ?? null
}

const numbered = /(?:DEC|ADR|decision|RFC|INC)[-_ #]{0,2}\d+/i

/** The name of the first such record that a text gives, or else of the record it stands in; null where neither goes by a number. */
export function recordNamed({ name, kinds }: RecordKind, text: string, item: Pick<RankedPassage, 'kind' | 'title' | 'sourcePath'>): string | null {
  const given = name.exec(text)?.[0]
  if (given !== undefined) return given.startsWith('[[') ? (numbered.exec(given)?.[0] ?? null) : given
  if (!kinds.includes(item.kind)) return null
  return name.exec(item.title)?.[0] ?? numbered.exec(item.sourcePath.split('/').at(-1) ?? '')?.[0] ?? numberedBy(item)[0] ?? null
}

const pronoun = /\b(?:it|this|that|they|these|those)\b(?! (?:\p{Ll}+ )?(?:decision|adr|rfc|release|version|incident)\b)/iu

/** "What did it add?" with what "it" stands for; the question as it is where it says no such word. */
export function withName(question: string, name: string): string {
  return question.replace(pronoun, name)
}
