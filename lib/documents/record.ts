import { isCollection, isMap, isNode, isPair, isScalar, parseAllDocuments } from 'yaml'
import type { ParseWarning, Section, Span } from './document'
import { repeatedKey, salvageRecord, yamlFault, yamlOptions } from './frontmatter'
import type { LineIndex } from './line-index'
import { clip, type Metadata, type MetadataValue, normalizeKey, readableText, toMetadataValue } from './metadata'
import { type Block, plainBlock, plainBlocks } from './outline'
import { lineStartOf, trimSpan } from './span'

export interface RecordReading {
  readonly metadata: Metadata
  readonly sections: readonly Section[]
  readonly blocks: readonly Block[]
  readonly warnings: readonly ParseWarning[]
}

/** The YAML parser reads about 100 thousand characters a second. */
const maxRecordLength = 200_000
const maxAliasCount = 100
const shortEntryLength = 200
/** A key heads each passage of its entry; the whole of it stands in the first. */
const longestKey = 300

interface Entry extends Span {
  readonly key: string
  readonly block: Block
  readonly short: boolean
}

/**
 * Reads YAML or JSON: a section for each top-level key, whose body is the whole entry; the short entries at the head share one of level 0.
 * What does not parse is read as plain paragraphs, with a warning.
 */
export function readRecord(text: string, lines: LineIndex): RecordReading {
  if (text.length > maxRecordLength) {
    const message = `The record has more than ${maxRecordLength / 1000} thousand characters, so it is read as plain text.`
    return readPlain(text, lines, { message, line: null })
  }
  const documents = [...parseAllDocuments(text, yamlOptions)]
  for (const document of documents) {
    const error = yamlFault(document)
    if (error === undefined) continue
    const line = lines.lineAt(Math.min(error.pos[0], text.length))
    return readPlain(text, lines, { message: `The record is not valid YAML or JSON (${error.message}), so it is read as plain text.`, line })
  }
  const warnings: ParseWarning[] = []
  const metadata = new Map<string, MetadataValue>()
  for (const document of documents) {
    const repeated = repeatedKey(document.contents)
    if (repeated !== null) {
      warnings.push({ message: `The record holds \`${repeated.key}\` twice; the first is not read.`, line: lines.lineAt(repeated.offset) })
    }
    try {
      const value = toMetadataValue(document.toJS({ maxAliasCount }))
      if (typeof value === 'string' || Array.isArray(value)) continue
      for (const [key, item] of Object.entries(value)) if (!metadata.has(normalizeKey(key))) metadata.set(normalizeKey(key), item)
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error)
      for (const [key, item] of salvageRecord(text)) if (!metadata.has(key)) metadata.set(key, item)
      warnings.push({ message: `The record's values could not be resolved (${cause}).`, line: null })
    }
  }
  if (timesGiven(documents.map(({ contents }) => contents), 'scope') > 1) metadata.set('scope', 'given twice')
  const entries = documents.flatMap((document) => toEntries(text, document.contents))
  return { metadata, ...toSections(text, lines, entries), warnings }
}

/** A doubled scope is malformed on purpose: whoever judges it must not pick the wider one. */
function timesGiven(contents: readonly unknown[], name: string): number {
  const pairs = contents.flatMap((content) => (isMap(content) ? content.items : []))
  return pairs.filter(({ key }) => isScalar(key) && normalizeKey(String(key.value)) === name).length
}

function readPlain(text: string, lines: LineIndex, warning: ParseWarning): RecordReading {
  const blocks = plainBlocks(text, 0, text.length)
  return { metadata: salvageRecord(text), sections: headSection(text, lines, text.length), blocks, warnings: [warning] }
}

function headSection(text: string, lines: LineIndex, endOffset: number): Section[] {
  const body = trimSpan(text, 0, endOffset, true)
  if (body.startOffset === body.endOffset) return []
  return [{ ordinal: 0, level: 0, heading: null, headingPath: [], parent: null, body, ...body, ...lines.linesOf(body.startOffset, body.endOffset) }]
}

function toEntries(text: string, contents: unknown): Entry[] {
  if (!isMap(contents)) {
    const block = isNode(contents) ? toBlock(text, contents) : null
    const isBlank = block === null || text.slice(block.startOffset, block.endOffset).trim() === ''
    return isBlank ? [] : [{ ...block, key: '', block, short: true }]
  }
  return contents.items.flatMap((pair) => {
    const block = toBlock(text, pair)
    if (block === null) return []
    const key = clip(readableText(isScalar(pair.key) ? String(pair.key.value) : String(pair.key)), longestKey)
    const isShort = !isCollection(pair.value) && !/[\r\n]/.test(text.slice(block.startOffset, block.endOffset).trim())
    return [{ ...block, key, block, short: isShort && block.endOffset - block.startOffset <= shortEntryLength }]
  })
}

function toBlock(text: string, item: unknown): Block | null {
  if (isPair(item)) {
    const key = rangeOf(item.key)
    const value = rangeOf(item.value)
    if (key === null && value === null) return null
    const startOffset = (key ?? value)?.startOffset ?? 0
    return { ...plainBlock(startOffset, Math.max(startOffset, (value ?? key)?.endOffset ?? 0), 'record'), parts: partsOf(text, item.value) }
  }
  const range = rangeOf(item)
  return range === null ? null : { ...plainBlock(range.startOffset, range.endOffset, 'record'), parts: partsOf(text, item) }
}

function partsOf(text: string, value: unknown): Block[] {
  if (!isCollection(value)) return []
  return value.items.flatMap((item) => {
    const block = toBlock(text, item)
    return block === null ? [] : [{ ...block, startOffset: dashStart(text, block.startOffset) }]
  })
}

/** The parser's range of a list item leaves out its dash. */
function dashStart(text: string, offset: number): number {
  const before = /(?:^|[\r\n])([ \t]*(?:-[ \t]+)+)$/.exec(text.slice(Math.max(0, offset - 200), offset))
  return offset - (before?.[1]?.length ?? 0)
}

function rangeOf(node: unknown): Span | null {
  const range = isNode(node) ? node.range : null
  return range ? { startOffset: range[0], endOffset: range[1] } : null
}

function toSections(text: string, lines: LineIndex, entries: readonly Entry[]): { readonly sections: Section[]; readonly blocks: Block[] } {
  const blocks: Block[] = []
  const firstOwn = entries.findIndex((entry) => !entry.short)
  const headEntries = firstOwn < 0 ? entries : entries.slice(0, firstOwn)
  const own = firstOwn < 0 ? [] : entries.slice(firstOwn)
  const starts = own.map((entry) => entryStart(text, entry.startOffset))
  if (headEntries.length === 0 && starts.length > 0) starts[0] = 0
  const sections = headSection(text, lines, starts[0] ?? text.length)
  for (const section of sections) {
    const whole = headEntries.length === 1 ? headEntries[0]?.block : undefined
    const parts = whole === undefined ? headEntries.map((entry) => entry.block) : whole.parts
    blocks.push({ ...plainBlock(section.body.startOffset, section.body.endOffset, 'record'), parts })
  }
  for (const [at, entry] of own.entries()) {
    const body = trimSpan(text, starts[at] ?? entry.startOffset, starts[at + 1] ?? text.length, true)
    sections.push({
      ordinal: sections.length, level: 1, heading: entry.key, headingPath: [entry.key], parent: null, body,
      ...body, ...lines.linesOf(body.startOffset, body.endOffset),
    })
    blocks.push({ ...entry.block, startOffset: body.startOffset, endOffset: body.endOffset })
  }
  return { sections, blocks }
}

/** An entry starts with its line, and with the comments and the document mark directly above it. */
function entryStart(text: string, offset: number): number {
  let start = lineStartOf(text, offset, 0)
  for (;;) {
    const above = /(?:^|[\r\n])(?:#|---)[^\r\n]*(?:\r\n|\n|\r)$/.exec(text.slice(Math.max(0, start - 1000), start))
    if (above === null || start === 0) return start
    const lineStart = start - above[0].replace(/^[\r\n]/, '').length
    if (lineStart >= start) return start
    start = lineStart
  }
}
