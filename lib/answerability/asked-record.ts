import { statedRow, type SentenceCandidate } from './sentence-candidates'

/** A kind of record that a question wants named: the words that ask for it, its name where another note says it, and its own notes. */
interface RecordKind {
  readonly what: string
  readonly asks: RegExp
  readonly name: RegExp
  readonly kinds: readonly SentenceCandidate['item']['kind'][]
}

const which = (nouns: string) => new RegExp(`\\b(?:which|what) (?:[\\w-]+ ){0,2}?(?:${nouns})\\b(?!\\s*(?:\\d|of the ${nouns}))`, 'i')

const recordKinds: readonly RecordKind[] = [
  { what: 'a decision', asks: which('decision|adr|decision record'), name: /\b(?:DEC|ADR|decision)[-_ ]?\d+|\[\[[^\]]*(?:decision|adr)[-_]?\d+/iu, kinds: ['decision'] },
  { what: 'an RFC', asks: which('rfc'), name: /\bRFC[-_ #]{0,2}\d+|\[\[[^\]]*rfc[-_]?\d+/iu, kinds: ['decision'] },
  { what: 'a release', asks: which('release|version'), name: /(?<![\p{L}\d.])v?\d+\.\d+(?:\.\d+)*(?![\p{L}\d])/iu, kinds: ['release'] },
  { what: 'an incident', asks: which('incident|post-?mortem|outage'), name: /\bINC[-_ ]?\d+|\[\[[^\]]*incident[-_]?\d/iu, kinds: ['incident'] },
]

/** What kind of record a question wants named, in words ("a decision"); null for other questions. */
export function askedRecord(question: string): string | null {
  return kindAsked(question)?.what ?? null
}

/** Whether a sentence, with its headings, names such a record, or stands in one itself. */
export function namesRecord(question: string, { item, text, cells }: SentenceCandidate): boolean {
  const kind = kindAsked(question)
  return kind === null || kind.kinds.includes(item.kind) || kind.name.test([cells === null ? text : statedRow(cells), ...item.headingPath].join('\n'))
}

/** What only says that one thing came of another, or which kind of record is wanted: no passage need say it in these words. */
export const linksRecord = /^(?:decisions?|adrs?|rfcs?|releases?|versions?|incidents?|post-?mortems?|came|comes?|coming|out|follow(?:s|ed|ing)?|result(?:s|ed)?|led|leads?|made|taken|took|about)$/i

function kindAsked(question: string): RecordKind | null {
  return recordKinds.find(({ asks }) => asks.test(question)) ?? null
}
