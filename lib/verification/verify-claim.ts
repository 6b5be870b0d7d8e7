import { splitSentences, type Span } from '@/lib/analysis'
import { compare, type Comparison } from './compare'
import { findMisquotation } from './quotations'
import { readStatement } from './statement'
import { findTableRow, tableRows } from './table'
import { findVerbatim, turnedItem } from './verbatim'
import type { CitedPassage, DraftedClaim, Support, Verification } from './verdict'

interface Candidate {
  readonly passage: CitedPassage
  readonly span: Span
  readonly comparison: Comparison
}

/** Names these rules in records; another text of any of them is another version. */
export const verifierVersion = 'rules-3'

/** The gate asks for four words; below that a match says too little. */
const fewestGateWords = 4
/** "We do it that way" says nothing that could be held against the evidence. */
const fewestContentWords = 2
/** Below this the best sentence is about something else, and quoting it would not answer for the claim. */
const partialCoverage = 0.6

/**
 * Checks a claim against the passages it cites, and only those, by rules alone: word for word, a table row, or the strict gate of equal
 * words, numbers, negation, modality and order. Anything else is at best partially supported. Never throws; a claim that cites nothing
 * or an unknown id is not established.
 */
export function verifyClaim(claim: DraftedClaim, passages: readonly CitedPassage[]): Verification {
  const text = claim.text.trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return notEstablished('It says nothing')
  if (claim.evidenceIds.length === 0) return notEstablished('It cites no evidence')
  const cited: CitedPassage[] = []
  for (const id of new Set(claim.evidenceIds)) {
    const passage = passages.find((candidate) => candidate.evidenceId === id)
    if (!passage) return notEstablished('It cites evidence that was not given')
    cited.push(passage)
  }
  const whole = verifyStructure(text, cited)
  if (whole?.verdict === 'supported') return whole
  const misquoted = findMisquotation(text, cited)
  if (misquoted !== null) return notEstablished(`“${misquoted}” does not stand in the cited passage, word for word`)
  const language = cited[0]?.language ?? 'en'
  const sentences = splitSentences(text, language).map((span) => text.slice(span.startOffset, span.endOffset))
  if (sentences.length <= 1) return whole ?? verifySentence(text, cited)
  return combine(sentences, sentences.map((sentence) => verifyStructure(sentence, cited) ?? verifySentence(sentence, cited)))
}

/** What holds word for word or by a table row; a refusal when the words are there but do not stand for themselves; null otherwise. */
function verifyStructure(text: string, cited: readonly CitedPassage[]): Verification | null {
  let refusal: string | null = null
  for (const passage of cited) {
    const row = findTableRow(text, passage)
    if (row) return supported('table-row', 'Supported by a table row', row.map((span) => locate(passage, span)))
    const finding = findVerbatim(text, passage)
    if (finding?.found) return supported('verbatim', 'Supported, word for word', [locate(passage, finding.span)])
    if (finding) refusal ??= finding.reason
    const introduced = finding ? introducedBy(text, passage) : null
    if (introduced !== null && finding) return { ...notEstablished(finding.reason), verdict: 'partially-supported', unsupported: 'that it holds without the line that introduces its list', narrowed: introduced }
  }
  return refusal === null ? null : notEstablished(refusal)
}

/** The list item that a claim quotes, together with the line that says what its list is of. */
function introducedBy(text: string, passage: CitedPassage): string | null {
  const wanted = text.replace(/\s+/g, ' ')
  const sentences = splitSentences(passage.text, passage.language)
  const item = sentences.find(({ startOffset, endOffset }) => passage.text.slice(startOffset, endOffset).replace(/\s+/g, ' ') === wanted)
  return item === undefined ? null : turnedItem(passage.text, item, sentences)
}

function verifySentence(text: string, cited: readonly CitedPassage[]): Verification {
  const said = new Set(cited.flatMap((passage) => readStatement(passage.text, passage.language).words.flatMap(({ keys }) => keys)))
  const candidates = cited.flatMap((passage) => compareWith(text, passage, said))
  const best = candidates.reduce<Candidate | null>((top, next) => (top && top.comparison.coverage >= next.comparison.coverage ? top : next), null)
  if (!best) return notEstablished('The cited passages hold no sentence about it')
  if (best.comparison.conflict !== null) return contradicted(best)
  const passing = candidates.find((candidate) => passesGate(text, candidate))
  if (passing) return supported('gate', 'Supported: the cited sentence says the same', [locate(passing.passage, passing.span)])
  const { coverage, missing, difference } = best.comparison
  if (difference !== null && coverage >= partialCoverage) return notEstablished(`Not established: ${difference}`)
  if (coverage < partialCoverage) return notEstablished('Not established by the cited passages')
  const words = missing.map((word) => text.slice(word.startOffset, word.endOffset))
  return {
    verdict: 'partially-supported',
    basis: 'none',
    reason: words.length > 0 ? 'Supported in part' : 'The words are there, but not in this relation',
    support: [locate(best.passage, best.span)],
    unsupported: words.length > 0 ? [...new Set(words)].join(', ') : 'how these words belong together',
    narrowed: best.passage.text.slice(best.span.startOffset, best.span.endOffset),
  }
}

/** Rows and code are quoted or not at all: their words stand in relations that reading them as a sentence would lose. */
function compareWith(text: string, passage: CitedPassage, said: ReadonlySet<string>): Candidate[] {
  const statement = readStatement(text, passage.language)
  const rows = tableRows(passage.text)
  return splitSentences(passage.text, passage.language)
    .filter((span) => !rows.some((row) => row.startOffset <= span.startOffset && span.endOffset <= row.endOffset))
    .map((span) => ({
      passage,
      span,
      comparison: compare(statement, readStatement(passage.text.slice(span.startOffset, span.endOffset), passage.language), said),
    }))
}

function passesGate(text: string, { passage, span, comparison }: Candidate): boolean {
  const sentence = passage.text.slice(span.startOffset, span.endOffset)
  // The words that turn a sentence are listed for English only.
  if (passage.language !== 'en' || sentence.includes('~~') || /\?\W*$/.test(sentence) || /\?\W*$/.test(text)) return false
  const { words } = readStatement(text, passage.language)
  const says = words.length >= fewestGateWords && words.filter(({ isContent }) => isContent).length >= fewestContentWords
  return says && comparison.missing.length === 0 && comparison.aligned && comparison.difference === null && comparison.conflict === null
    && turnedItem(passage.text, span, splitSentences(passage.text, passage.language)) === null
}

function combine(sentences: readonly string[], parts: readonly Verification[]): Verification {
  const against = parts.find((part) => part.verdict === 'contradicted')
  if (against) return against
  const carried = parts.filter((part) => part.verdict === 'supported')
  const support = carried.flatMap((part) => part.support)
  if (carried.length === parts.length) {
    const gated = carried.some((part) => part.basis === 'gate')
    return supported(gated ? 'gate' : (carried[0]?.basis ?? 'gate'), gated ? 'Supported: the cited sentences say the same' : 'Supported, word for word', support)
  }
  const [first] = carried
  const lost = sentences.filter((_, index) => parts[index]?.verdict !== 'supported').join(' ')
  if (first) {
    const narrowed = sentences[parts.indexOf(first)] ?? null
    return { verdict: 'partially-supported', basis: 'none', reason: 'Supported in part', support, unsupported: lost, narrowed }
  }
  const partial = parts.find((part) => part.verdict === 'partially-supported')
  return partial ? { ...partial, unsupported: lost } : (parts[0] ?? notEstablished('Not established by the cited passages'))
}

function locate(passage: CitedPassage, span: Span): Support {
  return { evidenceId: passage.evidenceId, startOffset: span.startOffset, endOffset: span.endOffset }
}

function supported(basis: Verification['basis'], reason: string, support: readonly Support[]): Verification {
  return { verdict: 'supported', basis, reason, support, unsupported: null, narrowed: null }
}

function contradicted({ passage, span, comparison }: Candidate): Verification {
  const reason = `The cited passage may say otherwise: ${comparison.conflict ?? ''}`
  return { verdict: 'contradicted', basis: 'none', reason, support: [locate(passage, span)], unsupported: null, narrowed: null }
}

function notEstablished(reason: string): Verification {
  return { verdict: 'not-established', basis: 'none', reason, support: [], unsupported: null, narrowed: null }
}
