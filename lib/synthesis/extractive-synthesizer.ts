import { analyze } from '@/lib/analysis'
import { comparedSides, findList, givesReason, longestList, sectionRole, sentenceWeights, speaksOf, spokenText, statedRow, type Answerability, type PartDecision, type RankedSentence } from '@/lib/answerability'
import { looksLikeInstruction, type EvidenceItem } from '@/lib/evidence'
import { chooseCells } from './choose-cells'
import type { DraftClaim, Synthesizer } from './draft-claim'
import { stemsOf } from './stems-of'

/** How an extractive answer is put together; part of the answer's configuration. */
export const extractionSettings = {
  version: 'extractive-4',
  /** Claims at most per part of a question, and how far behind the first another may stand and still answer, by what is asked. */
  most: { person: 1, time: 1, number: 1, verdict: 1, statement: 2, comparison: 3, reason: 2, manner: 3, list: 3 },
  margin: { person: 0, time: 0, number: 0, verdict: 0, statement: 0, comparison: 0.2, reason: 0.12, manner: 0.08, list: 0.2 },
  /** The same for sentences of the first one's own passage, which explain or go on where another document might mean something else. */
  passageMargin: { person: 0, time: 0, number: 0, verdict: 0, statement: 0.08, comparison: 0.2, reason: 0.15, manner: 0.15, list: 0.2 },
  /** What a further sentence must itself hold of the question, so that none pads. */
  ownCoverage: 0.15,
  /** Whole lists, and how far behind the best item one may stand and still be of its list. */
  list: { ...longestList, margin: 0.3 },
  /** Two sentences that share more of their words than this say the same. */
  sameWords: 0.6,
} as const

/**
 * Answers with the author's own sentences: picks them from the decision's ranking, orders them, quotes them exactly
 * and cites each. Needs no model and gives the same claims for the same evidence. Parts that were declined are left out.
 * Where the best sentence is not clearly the best, its claims say that they are the closest evidence only.
 */
export function extractiveSynthesizer(answerability: Answerability, items: readonly EvidenceItem[]): Synthesizer {
  return {
    name: 'extractive',
    promptVersion: extractionSettings.version,
    async *synthesize(): AsyncGenerator<DraftClaim> {
      const drafted: DraftClaim[] = []
      for (const part of answerability.parts) {
        if (part.kind !== 'answerable') continue
        for (const draft of extract(part, items)) {
          if (drafted.some((other) => sameStatement(other.text, draft.text))) continue
          drafted.push(draft)
          yield draft
        }
      }
    },
  }
}

type Answerable = Extract<PartDecision, { kind: 'answerable' }>
type Manner = Answerable['type'] | 'manner'

function extract(part: Answerable, items: readonly EvidenceItem[]): DraftClaim[] {
  const best = part.sentences[0]
  if (best === undefined) return []
  const asked: Manner = part.type === 'statement' && /^(?:and |so |but |please )*how\b/i.test(part.question.trim()) ? 'manner' : part.type
  const strength = (best.share ?? 1) >= sentenceWeights.answerShare ? {} : { closestOnly: true as const }
  if (best.candidate.isProperty === true) return part.sentences.filter(({ candidate }) => candidate.isProperty === true).map((sentence) => draftOf(part, sentence))
  if (best.candidate.listItems !== undefined && !looksLikeInstruction(best.candidate.text)) return [{ text: best.candidate.text, kind: 'quotation', evidenceIds: [best.candidate.item.evidenceId], ...strength }]
  const list = asked === 'list' || asked === 'manner' ? wholeList(part, best, asked) : null
  if (list !== null) return [{ ...list, ...strength }]
  const chosen = choose(part, best, asked)
  const written = chosen.map((sentence) => draftOf(part, sentence))
  // A sentence that the next one is quoted with is not said twice.
  const drafts = written.filter(({ text }, at) => !written.some((other, place) => place !== at && other.text !== text && other.text.includes(text)))
  const explained = drafts[0] === undefined ? null : explainIdentifier(drafts[0], best, items, chosen, part.question)
  const all = explained === null ? drafts : [...drafts.slice(0, 1), explained, ...drafts.slice(1, extractionSettings.most[asked])]
  return all.map((draft) => ({ ...draft, ...strength }))
}

/** The best sentence, and those near it that say more: its own passage's in the order they were written, right after it. */
function choose(part: Answerable, best: RankedSentence, asked: Manner): RankedSentence[] {
  const { most, margin, passageMargin } = extractionSettings
  const current = best.candidate.item
  const told = goesOn(part, best, asked)
  if (told !== null) return told
  const near = part.sentences.filter(({ candidate: { item, text, listItems }, score, ownCoverage }) => !looksLikeInstruction(text) && listItems === undefined
    && ownCoverage >= extractionSettings.ownCoverage && score >= best.score - (item === current ? passageMargin[asked] : margin[asked])
    // What another document says and the checks put behind though its words come nearer does not answer.
    && (item === current || score <= best.score)
    // What was replaced does not stand beside what replaced it.
    && (item === current || !(item.superseded || !item.current) || item.revisionId === current.revisionId))
  const chosen = withContinuation(part, distinct([best, ...near]).slice(0, most[asked]))
  if (asked !== 'reason' && asked !== 'manner' && asked !== 'list') return chosen
  const own = chosen.filter(({ candidate }) => candidate.item === current).sort((a, b) => a.candidate.startOffset - b.candidate.startOffset)
  return [...own, ...chosen.filter(({ candidate }) => candidate.item !== current)]
}

/** Sentences after the best one that are quoted with it where they say what it only opens. */
const following = 2

/**
 * A reason stands in a section for it, after the sentence that names the thing; a comparison goes on with one side and the
 * other, or is made of the best sentence of each. Null where the best sentence stands for itself.
 */
function goesOn({ question, sentences }: Answerable, best: RankedSentence, asked: Manner): RankedSentence[] | null {
  const { item, cells, endOffset, text } = best.candidate
  const isQuotable = ({ candidate }: RankedSentence) => candidate.listItems === undefined && !looksLikeInstruction(candidate.text)
  const after = cells !== null ? [] : sentences.filter((entry) => entry.candidate.item === item && entry.candidate.startOffset >= endOffset && isQuotable(entry)).sort((a, b) => a.candidate.startOffset - b.candidate.startOffset).slice(0, following)
  if (asked === 'reason') return sectionRole(item) === 'background' && !givesReason(text) && after.length > 0 ? [best, ...after] : null
  const sides = comparedSides(question)
  if (sides === null) return null
  const ofSide = sides.map((side) => sentences.find((entry) => isQuotable(entry) && speaksOf(side, spokenText(entry.candidate))))
  if (sides.every((side) => speaksOf(side, spokenText(best.candidate)))) {
    const more = asked === 'comparison' ? after.filter((entry) => sides.some((side) => speaksOf(side, spokenText(entry.candidate)))) : []
    return [best, ...more]
  }
  const [one, other] = ofSide
  return asked === 'comparison' && one !== undefined && other !== undefined ? distinct([one, other]) : null
}

/**
 * The list that the best sentence is an item of or introduces, as it was written; null where there is none, where it is
 * too long, or where one item answers and the others are about something else. Steps answer "how", other lists do not.
 */
function wholeList({ sentences }: Answerable, best: RankedSentence, asked: Manner): DraftClaim | null {
  const { candidate } = best
  const { item, cells, startOffset } = candidate
  if (cells !== null || item.passage.contentType === 'code') return null
  const { text } = item.passage
  const list = findList(text, startOffset)
  if (list === null || list.items < 2 || list.items > extractionSettings.list.items) return null
  const written = text.slice(list.startOffset, list.endOffset)
  if (asked === 'manner' && !/^\s*(?:>\s?)*\d{1,9}[.)]\s/m.test(written)) return null
  const within = sentences.filter(({ candidate: other, score }) => other.item === item && other.startOffset >= list.startOffset && other.endOffset <= list.endOffset && score >= best.score - extractionSettings.list.margin)
  const isItem = startOffset >= list.firstItemOffset
  if (isItem && within.length < 2) return null
  if (written.length > extractionSettings.list.characters || written.includes('~~') || looksLikeInstruction(written) || written.includes('<!--')) return null
  return { text: written, kind: 'quotation', evidenceIds: [item.evidenceId] }
}

/**
 * One sentence that is not clearly the best goes on in the sentence after it where that opens with "it" or "they": "A
 * proposal goes stale with its document. It is not merged."
 */
function withContinuation({ sentences, type }: Answerable, chosen: RankedSentence[]): RankedSentence[] {
  const [best, ...others] = chosen
  if (best === undefined || others.length > 0 || (best.share ?? 1) >= sentenceWeights.answerShare || !(type === 'verdict' || type === 'statement')) return chosen
  const { item, endOffset, cells } = best.candidate
  const next = cells !== null ? undefined : sentences.find(({ candidate }) => candidate.item === item && candidate.startOffset > endOffset && item.passage.text.slice(endOffset, candidate.startOffset).trim() === '')
  // What opens so is quoted with the sentence before it.
  return next !== undefined && /^(?:it|they)\b/i.test(next.candidate.text) && next.candidate.previous === best.candidate.text && !looksLikeInstruction(next.candidate.text) ? [next] : chosen
}

function distinct(sentences: readonly RankedSentence[]): RankedSentence[] {
  const kept: RankedSentence[] = []
  for (const entry of sentences) if (!kept.some((other) => other === entry || sameStatement(other.candidate.text, entry.candidate.text))) kept.push(entry)
  return kept
}

function sameStatement(left: string, right: string): boolean {
  const ours = stemsOf(left)
  const theirs = stemsOf(right)
  const shared = [...ours].filter((word) => theirs.has(word)).length
  return shared / Math.max(1, Math.min(ours.size, theirs.size)) > 0.85 || shared / Math.max(1, ours.size + theirs.size - shared) >= extractionSettings.sameWords
}

const opensWithPronoun = /^[\s"'“‘(*_]*(it|he|she|they|this|that|these|those|both|such|there|its|their|his|her|none of (?:it|them)|neither|either|(?:before|after|until|since) (?:that|then|this)|(?:in (?:the )?light|because|as a (?:result|consequence)) of (?:this|that|these|those)|for (?:this|that|these|those) reasons?|given (?:this|that)|therefore|hence|as a result)\b/i
/** "Commit `e41b07a2c`." says nothing without the sentence that it ends. */
const fewestWords = 4

function draftOf({ question, type }: Answerable, { candidate }: RankedSentence): DraftClaim {
  const { item, cells, text, previous, startOffset } = candidate
  const evidenceIds = [item.evidenceId]
  if (cells !== null) {
    const chosen = chooseCells(question, type, cells)
    return { text: chosen[0]?.header === '' ? namedRow(chosen, item) : statedRow(chosen), kind: 'table-cell', evidenceIds }
  }
  if (candidate.isProperty === true) return { text, kind: 'quotation', evidenceIds, under: item.title }
  const refersBack = opensWithPronoun.test(text)
  const needs = refersBack || (item.passage.contentType !== 'record' && item.passage.contentType !== 'code' && (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’._-]*/gu) ?? []).length < fewestWords)
  const before = previous !== null && needs ? item.passage.text.lastIndexOf(previous, startOffset) : -1
  const heading = item.headingPath.at(-1) ?? item.title
  return {
    text: fold(before >= 0 ? item.passage.text.slice(before, candidate.endOffset) : text), kind: 'quotation', evidenceIds,
    ...(refersBack && before < 0 && heading !== '' ? { under: heading } : {}),
  }
}

/** A row whose label has no header is named by where the table stands. */
function namedRow(cells: NonNullable<RankedSentence['candidate']['cells']>, item: EvidenceItem): string {
  const [label, ...others] = cells
  return `${item.headingPath.at(-1) ?? item.title}, row “${label?.cell ?? ''}”: ${others.map(({ header, cell }) => `${header} “${cell}”`).join(', ')}`
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * A row or sentence that answers with an identifier ("outcome-unknown") is only half an answer where the same document
 * has a section of that name: its first sentence that uses the identifier is quoted too.
 */
function explainIdentifier(first: DraftClaim, best: RankedSentence, items: readonly EvidenceItem[], chosen: readonly RankedSentence[], question: string): DraftClaim | null {
  const asked = stems(question)
  const identifiers = analyze(first.text, 'en').filter(({ form }) => form === 'identifier').map(({ startOffset, endOffset }) => first.text.slice(startOffset, endOffset))
  for (const identifier of identifiers) {
    const parts = stems(identifier.replace(/[-_./]/g, ' '))
    if (parts.size < 2) continue
    for (const item of items) {
      const heading = item.headingPath.at(-1)
      if (item.documentId !== best.candidate.item.documentId || item.revisionId !== best.candidate.item.revisionId || item === best.candidate.item || heading === undefined) continue
      const named = stems(heading)
      if (named.size !== parts.size || ![...parts].every((stem) => named.has(stem))) continue
      const sentence = firstSentenceWith(item.passage.text, identifier)
      // What only repeats the question explains nothing.
      if (sentence !== null && [...stems(sentence)].some((stem) => !asked.has(stem) && !parts.has(stem)) && !chosen.some(({ candidate }) => fold(candidate.text) === sentence)) return { text: sentence, kind: 'quotation', evidenceIds: [item.evidenceId] }
    }
  }
  return null
}

function stems(text: string): Set<string> {
  return new Set(analyze(text, 'en').filter(({ form }) => form !== 'identifier').map(({ lexeme }) => lexeme))
}

function firstSentenceWith(text: string, identifier: string): string | null {
  for (const match of text.matchAll(/[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*(?:[.!?]|$)/g)) {
    if (match[0].toLowerCase().includes(identifier.toLowerCase())) return fold(match[0])
  }
  return null
}
