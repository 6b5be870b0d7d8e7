import type { ContentType, ContextSpan, Section, Span } from './document'
import { indexTables } from './index-tables'
import { type Block, plainBlock } from './outline'
import { lengthOf, trimSpan } from './span'
import { cutUnits, passageLength, type Unit } from './units'

/** A passage before it has a number, lines and a prefix. */
export interface Chunk extends Span {
  readonly contentType: ContentType
  readonly context: readonly ContextSpan[]
  readonly indexedText: string
}

/** Smaller than this, a passage says too little by itself and joins its neighbour. */
const leastLength = 250
const introductionLength = 300
const definitionLength = 200

/**
 * The passages of one section from the blocks in its body: in order, tiling the body. A heading with nothing under it is a passage itself;
 * one with only subsections gives none. Pure.
 */
export function chunkSection(text: string, section: Section, blocks: readonly Block[], hasSubsections: boolean): Chunk[] {
  const { body } = section
  if (lengthOf(body) === 0) {
    const heading = { startOffset: section.startOffset, endOffset: body.startOffset }
    if (hasSubsections || lengthOf(heading) === 0) return []
    return [{ ...heading, contentType: 'prose', context: [], indexedText: text.slice(heading.startOffset, heading.endOffset) }]
  }
  const units = cutUnits(text, body, blocks.length > 0 ? blocks : [plainBlock(body.startOffset, body.endOffset)])
  const whole = lengthOf(body) <= passageLength.most && units.every((unit) => !unit.partial || unit.contentType !== 'table')
  const packs = whole ? [units] : pack(units)
  const definition = packs.length > 1 ? findDefinition(text, blocks) : null
  return packs.map((pack, at) => toChunk(text, pack, blocks, at === 0 ? null : definition))
}

function spanOf(units: readonly Unit[]): Span {
  return { startOffset: units[0]?.startOffset ?? 0, endOffset: units.at(-1)?.endOffset ?? 0 }
}

/** Neighbouring units are joined up to the aim, and up to the limit where something would else be too small by itself. */
function pack(units: readonly Unit[]): Unit[][] {
  const packs: Unit[][] = []
  let current: Unit[] = []
  for (const [at, unit] of units.entries()) {
    if (current.length === 0 || joins(current, unit, remainder(units, at))) {
      current.push(unit)
      continue
    }
    const carried = introduces(current, unit) ? current.splice(-1) : []
    packs.push(current)
    current = [...carried, unit]
  }
  if (current.length > 0) packs.push(current)
  return packs
}

/** Characters from a unit to where its section, or what can be joined of it, ends. */
function remainder(units: readonly Unit[], at: number): number {
  let end = at + 1
  for (let unit = units[end]; unit !== undefined && !standsAlone(unit); unit = units[end]) {
    // What matters is only whether it is little.
    if (unit.endOffset - (units[at]?.startOffset ?? 0) >= leastLength) return leastLength
    end += 1
  }
  return lengthOf(spanOf(units.slice(at, end)))
}

function joins(current: readonly Unit[], unit: Unit, remaining: number): boolean {
  const last = current.at(-1)
  if (last === undefined || standsAlone(unit) || standsAlone(last)) return false
  const size = lengthOf(spanOf(current))
  const joined = unit.endOffset - (current[0]?.startOffset ?? 0)
  // Every sentence is small; it is too small only where not enough follows that it could join.
  const small = size < leastLength || remaining < leastLength
  return joined <= passageLength.aim || (small && joined <= passageLength.most)
}

/** Part of a table, or code too long to share: mixing it with prose would blur both. */
function standsAlone(unit: Unit): boolean {
  return (unit.contentType === 'table' && unit.partial) || (unit.contentType === 'code' && lengthOf(unit) > passageLength.aim)
}

/** "The options are:" belongs to the list that follows, not to the text before. */
function introduces(current: readonly Unit[], next: Unit): boolean {
  const last = current.at(-1)
  if (last === undefined || current.length < 2 || !last.block.paragraph || last.partial || standsAlone(next)) return false
  return next.contentType !== 'prose' && lengthOf(last) <= introductionLength && next.endOffset - last.startOffset <= passageLength.most
}

function toChunk(text: string, units: readonly Unit[], blocks: readonly Block[], definition: Span | null): Chunk {
  const own = spanOf(units)
  const first = units[0]
  const introduction = first?.contentType === 'list' ? findIntroduction(text, blocks, first.block, own) : null
  const header = first?.block.table?.header
  const context: ContextSpan[] = []
  if (definition !== null && definition.startOffset !== introduction?.startOffset) context.push({ ...definition, role: 'definition' })
  if (introduction !== null) context.push({ ...introduction, role: 'list-introduction' })
  // A header so long that it is cut itself stands in passages of its own; with every other one it would only repeat them.
  if (header !== undefined && header.endOffset <= own.startOffset && lengthOf(header) <= passageLength.most) {
    context.push({ startOffset: header.startOffset, endOffset: header.endOffset, role: 'table-header' })
  }
  const indexed = indexTables(text, own, units.map((unit) => unit.block))
  const indexedText = introduction === null ? indexed : `${text.slice(introduction.startOffset, introduction.endOffset)}\n${indexed}`
  return { ...own, contentType: dominantType(units), context, indexedText }
}

function dominantType(units: readonly Unit[]): ContentType {
  const sizes = new Map<ContentType, number>()
  for (const unit of units) sizes.set(unit.contentType, (sizes.get(unit.contentType) ?? 0) + lengthOf(unit))
  return [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'prose'
}

/** The short paragraph directly before a list, unless the passage holds it anyway. */
function findIntroduction(text: string, blocks: readonly Block[], list: Block, own: Span): Span | null {
  const before = blocks[blocks.indexOf(list) - 1]
  if (before === undefined || !before.paragraph || before.startOffset >= own.startOffset) return null
  if (lengthOf(before) > introductionLength) return null
  return trimSpan(text, before.startOffset, before.endOffset)
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** One to five words, then what they are: "A receipt is the proof …", "**Seal** means …". */
const defines = new RegExp(
  String.raw`^\S+(?:\s[^\s,;:]+){0,4}?\s(?:(?:is|are)\s(?:an?|the|any|what|how|where|when)|means?|denotes?|refers? to|stands? for` +
    String.raw`|(?:ist|sind)\s(?:eine?|der|die|das)|bedeutet|bezeichnet)\s`,
  'iu',
)
/** How a remark starts that has the shape of a definition ("This is the …", "Because X is a …"). */
const remarks = new RegExp(
  '^(?:this|these|that|those|it|there|here|we|you|most|many|some|one|two|in|on|for|when|while|if|as|because|since|although|but|and|so' +
    '|the following|the rest|es|dies|diese|das|hier|wir|da|weil|wenn)\\s',
  'i',
)

/** A first paragraph of one short sentence that says what something is: later passages of the section rest on it. */
function findDefinition(text: string, blocks: readonly Block[]): Span | null {
  const first = blocks[0]
  if (first === undefined || !first.paragraph || lengthOf(first) > definitionLength) return null
  const words = text.slice(first.startOffset, first.endOffset).replace(/[\r\n]/g, ' ')
  if (!defines.test(words) || remarks.test(words) || /[:?]$/.test(words) || [...sentences.segment(words)].length !== 1) return null
  return trimSpan(text, first.startOffset, first.endOffset)
}
