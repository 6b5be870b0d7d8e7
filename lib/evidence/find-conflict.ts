import { analyze, splitSentences } from '@/lib/analysis'
import type { Conflict, TextSpan } from './evidence-set'

/** A sentence of a passage as the rules read it. */
interface Statement extends TextSpan {
  /** Content words without quantities and denials: lexeme to where it stands. */
  readonly words: ReadonlyMap<string, TextSpan>
  /** By unit. A unit that stands there twice is in none: which of the two is meant is not ours to guess. */
  readonly quantities: ReadonlyMap<string, TextSpan & { readonly value: string }>
  /** Identifiers, versions and bare numbers: what tells two cases apart. */
  readonly names: ReadonlySet<string>
  readonly denials: readonly TextSpan[]
  /** A clause of a sentence: compared for quantities alone, under the names of its whole sentence. */
  readonly isClause: boolean
}

const quantityPattern = /(\d[\d.,]*)\s*(%|days?|hours?|minutes?|seconds?|ms|s|min|h|weeks?|months?|years?|times|retries|attempts|percent|kb|mb|gb|tokens|passages|people|messages|characters|lines|files|eur|euros?|usd)(?![\p{L}\p{N}])/giu
const clauseEdge = /[,;:–—](?=\s)|(?<=\s)(?:because|and then|while|whereas|but|so that|until|unless|if|when)(?=\s)/giu
const denialPattern = /(?<![\p{L}\p{N}])(?:not|never|no|none|nor|cannot|without|[a-z]+n['’]t|nicht|kein\w*|nie)(?![\p{L}\p{N}])/giu
const opposites: readonly (readonly [string, string])[] = [
  ['allow', 'forbid'], ['allow', 'prohibit'], ['allow', 'deny'], ['permit', 'forbid'], ['enable', 'disable'], ['accept', 'reject'], ['approve', 'reject'],
  ['add', 'remove'], ['include', 'exclude'], ['always', 'never'], ['optional', 'required'], ['optional', 'mandatory'], ['public', 'private'],
  ['internal', 'external'], ['synchronous', 'asynchronous'], ['temporary', 'permanent'], ['increase', 'decrease'], ['increase', 'reduce'],
  ['maximum', 'minimum'], ['safe', 'unsafe'], ['keep', 'drop'], ['keep', 'delete'], ['start', 'stop'],
]

/** From the measured rules: with less of the shorter sentence in the longer they speak of different things. */
const leastCoverage = 0.5
const leastCoverageOfDenial = 0.7
/** Set by hand: two words in common may be the subject and what is said of it, three are for rules that see no quantity. */
const fewestShared = { quantity: 2, other: 3 } as const
const leastOfLonger = 0.4

/**
 * The sentences of passages, read once for comparing each with each. Returns the first possible conflict between two of them
 * by rule (a different quantity of one unit, an opposite word, a denial), or null. Sentences that name different things
 * (identifiers, versions, dates) are no conflict. Meant for showing both sides, never for deciding.
 */
export function conflictFinder(texts: readonly string[]): (left: number, right: number) => Conflict | null {
  const read = new Map<number, readonly Statement[]>()
  const statementsOf = (at: number): readonly Statement[] => {
    const known = read.get(at)
    if (known !== undefined) return known
    const statements = readStatements(texts[at] ?? '')
    read.set(at, statements)
    return statements
  }
  return (left, right) => {
    for (const own of statementsOf(left)) for (const other of statementsOf(right)) {
      const conflict = conflictOf(own, other)
      if (conflict !== null) return conflict
    }
    return null
  }
}

function conflictOf(own: Statement, other: Statement): Conflict | null {
  const smaller = Math.min(own.words.size, other.words.size)
  const larger = Math.max(own.words.size, other.words.size)
  const shared = [...own.words.keys()].filter((word) => other.words.has(word)).length
  if (shared < fewestShared.quantity || shared / smaller <= leastCoverage || shared / larger < leastOfLonger || !sameNames(own, other)) return null
  for (const [unit, mine] of own.quantities) {
    const theirs = other.quantities.get(unit)
    if (theirs !== undefined && theirs.value !== mine.value) return { because: 'quantity', own: span(mine), other: span(theirs) }
  }
  if (shared < fewestShared.other || own.isClause || other.isClause) return null
  const denied = own.denials.length - other.denials.length
  if (denied === 0) return oppositeWords(own, other)
  if (Math.abs(denied) > 1 || shared / smaller <= leastCoverageOfDenial || shared < larger - 1) return null
  return { because: 'denial', own: span(own.denials[0] ?? own), other: span(other.denials[0] ?? other) }
}

let opposed: ReadonlySet<string> | null = null

function oppositeWords(own: Statement, other: Statement): Conflict | null {
  opposed ??= new Set(opposites.flatMap(([one, another]) => [`${stem(one)} ${stem(another)}`, `${stem(another)} ${stem(one)}`]))
  for (const [word, mine] of own.words) {
    if (other.words.has(word)) continue
    for (const [opposite, theirs] of other.words) {
      if (!own.words.has(opposite) && opposed.has(`${word} ${opposite}`)) return { because: 'opposite', own: span(mine), other: span(theirs) }
    }
  }
  return null
}

/** What one names and the other does not tells two cases apart; a sentence that names nothing may be about any of them. */
function sameNames(own: Statement, other: Statement): boolean {
  const unshared = (left: Statement, right: Statement) => [...left.names].some((name) => !right.names.has(name))
  return !(unshared(own, other) && unshared(other, own))
}

function readStatements(text: string): readonly Statement[] {
  return splitSentences(text, 'en').flatMap((sentence) => {
    const whole = readStatement(text, sentence)
    const clauses = whole.quantities.size === 0 ? [] : clausesOf(text, sentence).map((clause): Statement => ({ ...readStatement(text, clause), names: whole.names, isClause: true }))
    return [whole, ...clauses.filter(({ quantities }) => quantities.size > 0)]
  })
}

/** The parts of a sentence between commas and conjunctions; none where it has one part. */
function clausesOf(text: string, { startOffset, endOffset }: TextSpan): readonly TextSpan[] {
  const edges = [...text.slice(startOffset, endOffset).matchAll(clauseEdge)]
  if (edges.length === 0) return []
  const starts = [startOffset, ...edges.map((edge) => startOffset + edge.index + edge[0].length)]
  const ends = [...edges.map((edge) => startOffset + edge.index), endOffset]
  return starts.map((start, at) => ({ startOffset: start, endOffset: ends[at] ?? endOffset }))
}

function readStatement(text: string, { startOffset, endOffset }: TextSpan): Statement {
  const written = text.slice(startOffset, endOffset)
  const place = (index: number, length: number): TextSpan => ({ startOffset: startOffset + index, endOffset: startOffset + index + length })
  const counted = [...written.matchAll(quantityPattern)].map((match) => ({ unit: unitOf(match[2] ?? ''), value: (match[1] ?? '').replace(/[.,]$/, ''), ...place(match.index, match[0].length) }))
  const denials = [...written.matchAll(denialPattern)].map((match) => place(match.index, match[0].length))
  const isTaken = (span: TextSpan) => [...counted, ...denials].some((taken) => span.startOffset < taken.endOffset && taken.startOffset < span.endOffset)
  const terms = analyze(written, 'en').map((term) => ({ ...term, ...place(term.startOffset, term.endOffset - term.startOffset) })).filter((term) => !isTaken(term))
  const isName = ({ form, lexeme }: (typeof terms)[number]) => form === 'identifier' || /\d/.test(lexeme)
  return {
    startOffset, endOffset, denials, isClause: false,
    words: new Map(terms.filter((term) => term.form === 'word' && !isName(term)).map((term) => [term.lexeme, span(term)])),
    names: new Set(terms.filter(isName).map(({ lexeme }) => lexeme)),
    quantities: new Map(counted.filter(({ unit }) => counted.filter((other) => other.unit === unit).length === 1).map((quantity) => [quantity.unit, quantity])),
  }
}

function unitOf(written: string): string {
  const unit = written.toLowerCase()
  return unit === '%' ? 'percent' : unit.length > 2 ? unit.replace(/s$/, '') : unit
}

function span({ startOffset, endOffset }: TextSpan): TextSpan {
  return { startOffset, endOffset }
}

function stem(word: string): string {
  return analyze(word, 'en')[0]?.lexeme ?? word
}
