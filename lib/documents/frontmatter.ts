import { isCollection, isMap, isPair, isScalar, parseDocument as parseYaml, type Document } from 'yaml'
import type { ParseWarning, Span } from './document'
import { type Metadata, type MetadataValue, normalizeKey, readableText, toMetadataValue } from './metadata'

/** One top-level property: from its key to the next one's, in the whole text. */
export interface Property extends Span {
  readonly key: string
  readonly isEmpty: boolean
}

export interface Frontmatter {
  readonly metadata: Metadata
  /** In their order; none where they had to be read one by one. */
  readonly properties: readonly Property[]
  /** What stands between the fences, for the wikilinks in it; null when there is none. */
  readonly content: Span | null
  readonly bodyStartOffset: number
  readonly warnings: readonly ParseWarning[]
}

/** Properties are a screenful; more than this between two rules is text. */
export const maxContentLength = 256 * 1024
const maxAliasCount = 100
/** Of the properties that a warning is about. */
const mostNamed = 10
/** The parser compares each key with every other to find repeated ones; `repeatedKey` does it once. */
export const yamlOptions = { schema: 'failsafe', logLevel: 'silent', prettyErrors: false, uniqueKeys: false } as const
const openingLine = /^---[ \t]*(?:\r\n|\n|\r)/
const keyLine = /^[^\s:#\-[{"'&*!|>%@`][^:]*:(?:\s|$)|^"[^"]+":(?:\s|$)/

interface Line extends Span {
  readonly text: string
  readonly number: number
}

/**
 * Reads the properties at the head of a Markdown file. Broken ones cost what cannot be read, with a warning, and never the body:
 * a head that is not properties, or is never closed, stays part of the body.
 */
export function readFrontmatter(text: string): Frontmatter {
  const opening = openingLine.exec(text)
  if (opening === null) return { metadata: new Map(), properties: [], content: null, bodyStartOffset: 0, warnings: [] }
  const contentStart = opening[0].length
  const closing = findClosing(text, contentStart)
  if (closing === null || closing.startOffset - contentStart > maxContentLength) return readUnclosed(text, contentStart)
  const content = { startOffset: contentStart, endOffset: closing.startOffset }
  const raw = text.slice(contentStart, closing.startOffset)
  if (raw.trim() === '') return { metadata: new Map(), properties: [], content, bodyStartOffset: closing.endOffset, warnings: [] }
  const whole = readYaml(raw)
  if (whole.value instanceof Map) return { metadata: whole.value, properties: placeProperties(text, content, whole.keys), content, bodyStartOffset: closing.endOffset, warnings: [] }
  if (whole.error === null) return asBody('The line `---` at the head opens no properties, so what follows is read as text.', 1)
  return readBroken(text, content, closing.endOffset, whole.error)
}

/** What top-level properties a broken record still names. */
export function salvageRecord(text: string): Metadata {
  return salvage(linesOf(text.slice(0, maxContentLength), 0)).metadata
}

/** The properties that stand at the head for certain, for when nothing else could be read. */
export function salvageHead(text: string): Metadata {
  const opening = openingLine.exec(text)
  return opening === null ? new Map() : readUnclosed(text, opening[0].length).metadata
}

function asBody(message: string, line: number): Frontmatter {
  return { metadata: new Map(), properties: [], content: null, bodyStartOffset: 0, warnings: [{ message, line }] }
}

function findClosing(text: string, contentStart: number): Span | null {
  const pattern = /(?<=[\r\n])---[ \t]*(?:\r\n|\n|\r|$)/g
  pattern.lastIndex = contentStart
  const match = pattern.exec(text)
  return match === null ? null : { startOffset: match.index, endOffset: match.index + match[0].length }
}

function readUnclosed(text: string, contentStart: number): Frontmatter {
  const run = propertyRun(linesOf(text.slice(contentStart, contentStart + maxContentLength), contentStart))
  const message =
    run.length === 0
      ? 'The line `---` at the head has no closing `---`, so what follows is read as text.'
      : 'The properties at the head have no closing `---`, so they are also read as text.'
  const { metadata } = salvage(run)
  return { metadata, properties: [], content: null, bodyStartOffset: 0, warnings: [{ message, line: 1 }] }
}

function readBroken(text: string, content: Span, bodyStart: number, error: YamlError): Frontmatter {
  const lines = linesOf(text.slice(content.startOffset, content.endOffset), content.startOffset)
  const run = propertyRun(lines)
  const rest = lines.slice(run.length)
  const holdsProse = rest.some((line) => line.text.trim() !== '' && !isPropertyLine(line.text))
  if (run.length === 0) return asBody('What stands between the two lines `---` is no list of properties, so it is read as text.', 1)
  const { metadata, lost } = salvage(holdsProse ? run : lines)
  const unread = lost.length === 0 ? '' : ` Read as plain text: ${lost.slice(0, mostNamed).join(', ')}${lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : ''}.`
  const message = `The properties are not valid YAML (${error.message}), so each was read by itself.${unread}`
  const warnings = [{ message, line: error.line === null ? 1 : error.line + 1 }]
  const first = rest[0]
  if (holdsProse && first !== undefined) {
    return { metadata, properties: [], content: { ...content, endOffset: first.startOffset }, bodyStartOffset: first.startOffset, warnings }
  }
  return { metadata, properties: [], content, bodyStartOffset: bodyStart, warnings }
}

interface YamlError {
  readonly message: string
  readonly line: number | null
}

interface Key {
  readonly name: string
  /** In the YAML. */
  readonly offset: number
  readonly isEmpty: boolean
}

/** Only keys that begin a line: of a mapping in braces each would cut its line. */
function placeProperties(text: string, content: Span, keys: readonly Key[]): Property[] {
  if (keys.some(({ offset }) => offset > 0 && !/[\r\n]/.test(text.charAt(content.startOffset + offset - 1)))) return []
  return keys.map(({ name, offset, isEmpty }, at) => ({
    key: name, isEmpty, startOffset: content.startOffset + offset, endOffset: content.startOffset + (keys[at + 1]?.offset ?? content.endOffset - content.startOffset),
  }))
}

/** `value` is a Map for a mapping, 'other' for another valid value, and null with the error for broken YAML; `keys` are those of the mapping. */
function readYaml(raw: string): { readonly value: Metadata | 'other' | null; readonly keys: readonly Key[]; readonly error: YamlError | null } {
  try {
    const document = parseYaml(raw, yamlOptions)
    const repeated = repeatedKey(document.contents)
    const error = yamlFault(document)
    if (error !== undefined || repeated !== null) {
      const line = raw.slice(0, error?.pos[0] ?? repeated?.offset ?? 0).split(/\r\n|\n|\r/).length
      return { value: null, keys: [], error: { message: error === undefined ? `\`${repeated?.key}\` is there twice` : oneSentence(error.message), line } }
    }
    if (!isMap(document.contents)) return { value: 'other', keys: [], error: null }
    const entries = Object.entries(toObject(document.toJS({ maxAliasCount })))
    const keys = document.contents.items.flatMap(({ key, value }) => (isScalar(key) ? [{ name: normalizeKey(String(key.value)), offset: key.range[0], isEmpty: value === null || (isScalar(value) && String(value.value).trim() === '') }] : []))
    return { value: new Map(entries.map(([key, value]) => [normalizeKey(key), value])), keys: keys.length === document.contents.items.length ? keys : [], error: null }
  } catch (error) {
    const message = error instanceof Error ? oneSentence(error.message) : 'unknown fault'
    const alias = /: ([^\s:]+)$/.exec(message)?.[1]
    const at = alias === undefined ? -1 : raw.indexOf(`*${alias}`)
    return { value: null, keys: [], error: { message, line: at < 0 ? null : raw.slice(0, at).split(/\r\n|\n|\r/).length } }
  }
}

const deepestKey = 3

/** The first thing that keeps a YAML document from being read, and where; undefined where nothing does. */
export function yamlFault({ errors, contents }: Pick<Document.Parsed, 'errors' | 'contents'>): { readonly pos: readonly [number, ...number[]]; readonly message: string } | undefined {
  return errors[0] ?? (holdsDeepKeys(contents) ? { pos: [0], message: 'lists or mappings are keys of each other' } : undefined)
}

/** Whether keys are collections whose keys are collections, and so on: spelling such a key doubles its quotes at each level. */
function holdsDeepKeys(node: unknown, depth = 0): boolean {
  if (depth > deepestKey) return true
  if (isPair(node)) return holdsDeepKeys(node.key, isCollection(node.key) ? depth + 1 : depth) || holdsDeepKeys(node.value, depth)
  return isCollection(node) && node.items.some((item) => holdsDeepKeys(item, depth))
}

/** The first top-level key that a mapping holds twice, and where. */
export function repeatedKey(contents: unknown): { readonly key: string; readonly offset: number } | null {
  const seen = new Set<string>()
  for (const { key } of isMap(contents) ? contents.items : []) {
    if (!isScalar(key)) continue
    const name = normalizeKey(String(key.value))
    if (seen.has(name)) return { key: name, offset: key.range?.[0] ?? 0 }
    seen.add(name)
  }
  return null
}

function toObject(value: unknown): { readonly [key: string]: MetadataValue } {
  const read = toMetadataValue(value)
  return typeof read === 'string' || isList(read) ? {} : read
}

function isList(value: MetadataValue): value is readonly MetadataValue[] {
  return Array.isArray(value)
}

function oneSentence(message: string): string {
  return (message.split(/[\r\n]/)[0] ?? message).replace(/ at line \d+.*$/, '').trim()
}

function linesOf(raw: string, baseOffset: number): Line[] {
  const lines: Line[] = []
  let number = 1
  for (const match of raw.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    if (match[0] === '') break
    const startOffset = baseOffset + match.index
    lines.push({ text: match[1] ?? '', startOffset, endOffset: startOffset + match[0].length, number: number++ })
  }
  return lines
}

function isPropertyLine(line: string): boolean {
  return keyLine.test(line) || /^\s+\S|^- |^-$|^[\]}]/.test(line) || (/^#/.test(line) && !/^#{1,6} /.test(line))
}

/** The lines from the first that can only be properties: up to a blank line or prose. */
function propertyRun(lines: readonly Line[]): Line[] {
  const first = lines[0]
  if (first === undefined || !(keyLine.test(first.text) || first.text.startsWith('#'))) return []
  const belongs = ({ text }: Line, at: number) => text.trim() !== '' && (isPropertyLine(text) || (at === 0 && text.startsWith('#')))
  const end = lines.findIndex((line, at) => !belongs(line, at))
  return end < 0 ? [...lines] : lines.slice(0, end)
}

/** Each property by itself: as YAML where it parses, else as the words after the colon. */
function salvage(lines: readonly Line[]): { readonly metadata: Metadata; readonly lost: readonly string[] } {
  const groups: Line[][] = []
  for (const line of lines) {
    if (keyLine.test(line.text)) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  const metadata = new Map<string, MetadataValue>()
  const lost: string[] = []
  for (const group of groups) {
    const head = group[0]?.text ?? ''
    const colon = head.startsWith('"') ? head.indexOf('":') + 1 : head.indexOf(':')
    const key = normalizeKey(unquote(head.slice(0, colon)))
    const { value } = readYaml(group.map((line) => line.text).join('\n'))
    let read = value instanceof Map ? (value.get(key) as MetadataValue | undefined) : undefined // instanceof gives any
    if (read === undefined) {
      lost.push(`\`${head.slice(0, colon)}\``)
      read = rawValue(head.slice(colon + 1), group.slice(1))
    }
    const earlier = metadata.get(key)
    // A doubled scope is malformed on purpose: whoever judges it must not pick the wider one.
    if (earlier === undefined) metadata.set(key, read)
    else if (key === 'scope') metadata.set(key, `${JSON.stringify(earlier)}, ${JSON.stringify(read)}`)
  }
  return { metadata, lost }
}

function rawValue(rest: string, following: readonly Line[]): MetadataValue {
  const items = following.map((line) => /^\s*- (.*)$/.exec(line.text)?.[1]).filter((item) => item !== undefined)
  if (rest.trim() === '' && items.length > 0) return items.map((item) => readableText(unquote(item)))
  return readableText(unquote([rest, ...following.map((line) => line.text)].join(' ')))
}

function unquote(value: string): string {
  const trimmed = value.trim()
  return /^(["']).*\1$/.test(trimmed) && trimmed.length > 1 ? trimmed.slice(1, -1) : trimmed
}
