import { chunkSection } from './chunk'
import { decodeText } from './decode-text'
import { describe } from './describe'
import type { Link, ParsedDocument, ParseWarning, Passage, Section, UnreadableFile } from './document'
import { findProperties } from './find-properties'
import { readFrontmatter, salvageHead, salvageRecord } from './frontmatter'
import { detectLanguage } from './language'
import { LineIndex } from './line-index'
import { findTags, findWikilinks } from './links'
import { outlineMarkdown } from './markdown-outline'
import { allStrings, clip, firstString, idOf, type Metadata, readableText } from './metadata'
import { type Block, plainBlocks } from './outline'
import { readRecord } from './record'
import { buildSections } from './sections'
import { trimSpan } from './span'

export const parserVersion = 'parser-3'
export const chunkerVersion = 'chunker-3'
/** A warning names what it is about, which may be as long as the file. */
const longestMessage = 600

export interface DocumentFile {
  /** Within its source, with forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly modifiedAt: Date
  /** The project that the folder rules give it; the file's own word goes first. */
  readonly project?: string | null
}

/** What a file's text holds, before anything is judged. */
interface Reading {
  readonly metadata: Metadata
  readonly isRecord: boolean
  readonly bodyStartOffset: number
  /** Runs of properties at its head, each a section of its own before the others. */
  readonly properties: readonly Block[]
  readonly sections: readonly Section[]
  readonly blocks: readonly Block[]
  readonly links: readonly Link[]
  readonly tags: readonly string[]
  readonly warnings: readonly ParseWarning[]
}

/**
 * Reads one Markdown, YAML or JSON file into a document with its sections and passages; all offsets are UTF-16 units of `text`.
 * Never throws: what cannot be read structurally is read as plain paragraphs, with a warning; so is a file for which `plainBecause` says why.
 * An empty file is a document without passages.
 */
export function parseDocument(file: DocumentFile, plainBecause: string | null = null): ParsedDocument | UnreadableFile {
  const isRecord = /\.(?:ya?ml|json)$/i.test(file.path)
  if (!isRecord && !/\.(?:md|markdown)$/i.test(file.path)) return { reason: 'The file is neither Markdown nor a YAML or JSON record.' }
  const decoded = decodeText(file.bytes)
  if ('reason' in decoded) return decoded
  const { text } = decoded
  const lines = new LineIndex(text)
  if (plainBecause !== null) return readAsParagraphs(file, text, lines, isRecord, plainBecause)
  try {
    return assemble(file, text, lines, isRecord ? readRecordText(text, lines) : readMarkdown(text, lines))
  } catch (error) {
    return readAsParagraphs(file, text, lines, isRecord, `parsing failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readAsParagraphs(file: DocumentFile, text: string, lines: LineIndex, isRecord: boolean, why: string): ParsedDocument {
  return assemble(file, text, lines, readPlain(text, isRecord, lines, { message: `The file is read as plain paragraphs, because ${why}.`, line: null }))
}

function readRecordText(text: string, lines: LineIndex): Reading {
  const record = readRecord(text, lines)
  return { ...record, properties: [], isRecord: true, bodyStartOffset: 0, links: [], tags: allStrings(record.metadata, 'tags').map(withoutSign) }
}

function readMarkdown(text: string, lines: LineIndex): Reading {
  const { metadata, properties, content, bodyStartOffset, warnings } = readFrontmatter(text)
  const outline = outlineMarkdown(text, bodyStartOffset)
  const body = { startOffset: bodyStartOffset, endOffset: text.length }
  const declared = content === null ? [] : findWikilinks(text, content, [])
  const links = [...declared, ...findWikilinks(text, body, outline.opaque), ...outline.links]
  const declaredTags = allStrings(metadata, 'tags', 'tag').flatMap((tag) => tag.split(/[\s,]+/)).filter((tag) => tag !== '').map(withoutSign)
  return {
    metadata, properties: findProperties(text, properties), isRecord: false, bodyStartOffset, blocks: outline.blocks,
    sections: buildSections(text, bodyStartOffset, outline.headings, lines),
    links: links.sort((a, b) => a.startOffset - b.startOffset),
    tags: [...new Set([...declaredTags, ...findTags(text, body, outline.opaque)])],
    warnings: [
      ...warnings,
      ...(firstString(metadata, 'id') === idOf(metadata) ? [] : [{ message: 'The `id` is too long to be a name, so the file is known by its path.', line: 1 }]),
      ...outline.warnings.map(({ message, startOffset }) => ({ message, line: lines.lineAt(startOffset) })),
    ],
  }
}

function withoutSign(tag: string): string {
  return tag.replace(/^#/, '')
}

function readPlain(text: string, isRecord: boolean, lines: LineIndex, warning: ParseWarning): Reading {
  return {
    // Whatever failed, a declared scope must not be lost.
    metadata: isRecord ? salvageRecord(text) : salvageHead(text), isRecord, properties: [], bodyStartOffset: 0, sections: buildSections(text, 0, [], lines),
    blocks: plainBlocks(text, 0, text.length), links: [], tags: [], warnings: [warning],
  }
}

function assemble(file: DocumentFile, text: string, lines: LineIndex, reading: Reading): ParsedDocument {
  const { bodyStartOffset, links, tags, warnings } = reading
  const sections = withProperties(text, lines, reading)
  const described = describe({ ...reading, path: file.path, text, modifiedAt: file.modifiedAt })
  const description = { ...described, project: described.project ?? file.project ?? null }
  const passages: Passage[] = []
  const parents = new Set(sections.map(({ parent }) => parent))
  for (const { section, blocks } of blocksBySection(text, sections, [...reading.properties, ...reading.blocks])) {
    for (const chunk of chunkSection(text, section, blocks, parents.has(section.ordinal))) {
      passages.push({
        ...chunk, ordinal: passages.length, section: section.ordinal, prefix: prefixOf(description, section, chunk.contentType),
        ...lines.linesOf(chunk.startOffset, chunk.endOffset),
      })
    }
  }
  const language = detectLanguage(text.slice(bodyStartOffset, bodyStartOffset + 8000))
  return { text, ...description, tags, links, sections, passages, warnings: warnings.map(({ message, line }) => ({ message: clip(readableText(message), longestMessage), line })), language }
}

/** The sections with those of the properties before them. */
function withProperties(text: string, lines: LineIndex, { properties, sections }: Reading): readonly Section[] {
  if (properties.length === 0) return sections
  const heads = properties.map((block, ordinal): Section => {
    const body = trimSpan(text, block.startOffset, block.endOffset)
    return { ordinal, level: 0, heading: null, headingPath: [], parent: null, body, ...body, ...lines.linesOf(body.startOffset, body.endOffset) }
  })
  const moved = (ordinal: number) => ordinal + heads.length
  return [...heads, ...sections.map((section) => ({ ...section, ordinal: moved(section.ordinal), parent: section.parent === null ? null : moved(section.parent) }))]
}

function* blocksBySection(
  text: string,
  sections: readonly Section[],
  blocks: readonly Block[],
): Generator<{ readonly section: Section; readonly blocks: readonly Block[] }> {
  let next = 0
  for (const section of sections) {
    const first = next
    while ((blocks[next]?.startOffset ?? Infinity) < section.body.endOffset) next++
    // To Markdown a no-break space is a paragraph; to us it is blank.
    const filled = blocks.slice(first, next).filter(({ startOffset, endOffset }) => text.slice(startOffset, endOffset).trim() !== '')
    yield { section, blocks: filled }
  }
}

function prefixOf({ title, project }: { readonly title: string; readonly project: string | null }, section: Section, contentType: string): string {
  const path = section.headingPath.filter((heading) => heading !== '')
  const headings = (path[0] === title ? path.slice(1) : path).join(' › ')
  return [...new Set([title, project ?? '', headings, contentType])].filter((part) => part !== '').join(' · ')
}

