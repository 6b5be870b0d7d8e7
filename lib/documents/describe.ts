import type { DateOrigin, DocumentKind, DocumentStatus, Section } from './document'
import { dateInPath, toIsoDate } from './iso-date'
import { allStrings, clip, firstString, idOf, type Metadata, readableText } from './metadata'
import { baseName, recognizeKind, recordVersion, releaseHeading } from './recognize'
import { readReferences, readStatusText, type StatusReading } from './status-text'

/** What a document says about itself apart from its text. */
export interface Description {
  readonly title: string
  readonly kind: DocumentKind
  readonly status: DocumentStatus | null
  readonly project: string | null
  readonly effectiveAt: { readonly date: string; readonly origin: DateOrigin }
  readonly frontmatterId: string | null
  readonly declaredId: string | null
  readonly declaredScope: string | null
  readonly localOnly: boolean
  readonly aliases: readonly string[]
  readonly supersedes: readonly string[]
  readonly supersededBy: readonly string[]
}

export interface DescriptionSource {
  readonly path: string
  readonly text: string
  readonly bodyStartOffset: number
  readonly metadata: Metadata
  readonly isRecord: boolean
  readonly sections: readonly Section[]
  readonly modifiedAt: Date
}

/** "Status: accepted" and the like stand above the second heading; a longer head is prose. */
const headLength = 3000
/** Title and project stand before every passage of the document that is indexed. */
const longestName = 300

/** Judges kind, status, date and lineage: what is declared first, then what the document's form says, then its name. */
export function describe(source: DescriptionSource): Description {
  const { metadata, path, sections, isRecord } = source
  const headings = sections.flatMap(({ heading }) => (heading === null ? [] : [heading]))
  const title = clip(titleOf(source), longestName)
  const kind = recognizeKind({ path, title, metadata, isRecord, headings })
  const fields = headFields(source)
  const status = readStatus(source, kind, fields)
  const supersedes = allStrings(metadata, 'supersedes', 'replaces', 'obsoletes').flatMap(readDeclaredReference)
  const supersededBy = allStrings(metadata, 'supersededby', 'replacedby', 'obsoletedby').flatMap(readDeclaredReference)
  const project = firstString(metadata, 'project', 'projects') ?? (isRecord && kind === 'project' ? firstString(metadata, 'name', 'title') : null)
  return {
    title,
    kind,
    status: status.status ?? (supersededBy.length > 0 ? 'superseded' : null),
    project: project === null ? null : clip(project, longestName),
    effectiveAt: effectiveDate(source, fields),
    frontmatterId: isRecord ? null : idOf(metadata),
    declaredId: idOf(metadata) ?? recordId(path, title, kind),
    declaredScope: scopeOf(metadata),
    localOnly: /^(?:true|yes|on|1)$/i.test(firstString(metadata, 'localonly') ?? ''),
    aliases: allStrings(metadata, 'aliases', 'alias'),
    supersedes: [...new Set([...supersedes, ...status.supersedes])],
    supersededBy: [...new Set([...supersededBy, ...status.supersededBy])],
  }
}

function titleOf({ path, metadata, isRecord, sections }: DescriptionSource): string {
  const declared = firstString(metadata, 'title')
  if (declared !== null) return declared
  if (isRecord) {
    const name = firstString(metadata, 'product', 'component', 'name', 'project')
    const version = recordVersion(metadata)
    if (name !== null) return version === null ? name : `${name} ${version}`
    return baseName(path)
  }
  const first = sections.flatMap(({ level, heading }) => (level === 1 && heading ? [heading] : []))
  // Where every section is a first-level heading, "Problem" is the first section and no title.
  const named = first.length > 1 && partName.test(first[0] ?? '') ? undefined : first[0]
  return named ?? baseName(path)
}

const partName = /^(?:problem|summary|tl;?\s?dr|introduction|overview|abstract|background|context|motivation|status|contents|table of contents)$/i

/** Lines such as "Date: 2020-02-24" or "* **Status:** accepted" above the second section, label in lower case to value. */
function headFields({ text, bodyStartOffset, sections, isRecord }: DescriptionSource): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  if (isRecord) return fields
  const end = sections.find(({ level, ordinal }) => level >= 2 && ordinal > 0)?.startOffset ?? text.length
  for (const line of readableText(text.slice(bodyStartOffset, Math.min(end, bodyStartOffset + headLength))).split(/\r\n|\n|\r/)) {
    const match = /^[\s>*_|-]*(\p{L}[\p{L} -]{1,24}?)[\s*_]*[:|][\s*_|]*(\S.*)$/u.exec(line)
    const released = /^[\s*_]*(released)(?: on)? (\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2} \p{L}+ \d{4})/iu.exec(line)
    const label = (match ?? released)?.[1]?.toLowerCase().replace(/[-\s]+/g, ' ').trim()
    const value = (match ?? released)?.[2]?.replace(/[\s*_|]+$/, '')
    if (label !== undefined && value !== undefined && !fields.has(label)) fields.set(label, value)
  }
  return fields
}

function readStatus(source: DescriptionSource, kind: DocumentKind, fields: ReadonlyMap<string, string>): StatusReading {
  const declared = readStatusText(firstString(source.metadata, 'status', 'stage') ?? '')
  const form = kind === 'decision' ? readStatusText(statusSection(source) ?? '') : readStatusText('')
  const field = readStatusText(fields.get('status') ?? '')
  const by = fields.get('superseded by') ?? fields.get('replaced by')
  const of = fields.get('supersedes') ?? fields.get('replaces')
  const supersededBy = [...declared.supersededBy, ...form.supersededBy, ...field.supersededBy, ...(by === undefined ? [] : readReferences(by))]
  return {
    status: declared.status ?? (supersededBy.length > 0 ? 'superseded' : (form.status ?? field.status)),
    supersedes: [...declared.supersedes, ...form.supersedes, ...field.supersedes, ...(of === undefined ? [] : readReferences(of))],
    supersededBy,
  }
}

function statusSection({ text, sections }: DescriptionSource): string | null {
  const section = sections.find(({ heading }) => heading !== null && /^(?:[\d.]+\s*)?status\b/i.test(heading))
  if (section === undefined) return null
  const inHeading = /:\s*(.+)$/.exec(section.heading ?? '')?.[1]
  // A limit may fall within a character.
  return [inHeading ?? '', readableText(text.slice(section.body.startOffset, Math.min(section.body.endOffset, section.body.startOffset + 1000)))].join('\n')
}

function readDeclaredReference(value: string): string[] {
  return /\[/.test(value) ? readReferences(value) : [value]
}

const dateKeys = [
  'effectiveat', 'effective', 'effectivedate', 'date', 'decided', 'released', 'releasedate', 'published', 'created', 'createdat', 'updated', 'modified',
]
const dateLabels = [
  'date', 'datum', 'effective', 'effective date', 'decided', 'released', 'published', 'start date', 'created', 'last updated', 'updated',
]

/** The most deliberate date there is. A review date (`status_last_reviewed`) says nothing about when the text came into force. */
function effectiveDate(source: DescriptionSource, fields: ReadonlyMap<string, string>): Description['effectiveAt'] {
  const firstDate = (values: readonly (string | null | undefined)[]) => values.map((value) => toIsoDate(value ?? '')).find((date) => date !== null)
  const fromKeys = (keys: readonly string[]) => firstDate(keys.map((key) => firstString(source.metadata, key)))
  // In an RFC with stages, the release of what it proposed is not the date of the text.
  const declared = fromKeys(source.metadata.has('stage') ? dateKeys.filter((key) => key !== 'releasedate') : dateKeys)
  if (declared !== undefined) return { date: declared, origin: source.isRecord ? 'form' : 'frontmatter' }
  const inHead = firstDate(dateLabels.map((label) => fields.get(label)))
  const form = fromKeys(['startdate', 'started', 'start']) ?? inHead ?? firstDate(source.sections.map(({ heading }) => releaseHeading.exec(heading ?? '')?.[1]))
  if (form !== undefined) return { date: form, origin: 'form' }
  const inPath = dateInPath(source.path)
  if (inPath !== null) return { date: inPath, origin: 'file-name' }
  // A file system can give a year with five digits.
  const time = source.modifiedAt.getUTCFullYear() >= 1 && source.modifiedAt.getUTCFullYear() <= 9999 ? source.modifiedAt : new Date(0)
  return { date: time.toISOString().slice(0, 10), origin: 'file-time' }
}

const numberPrefixes: Readonly<Record<string, string>> = { adr: 'ADR', dec: 'DEC', decision: 'DEC', rfc: 'RFC', inc: 'INC', incident: 'INC' }

/** A record's own number from the head of its title, else of its file name. `# 12. Title` alone has no series, so it names none. */
function recordId(path: string, title: string, kind: DocumentKind): string | null {
  if (kind !== 'decision' && kind !== 'incident') return null
  const upper = /^([A-Z]{2,8}-\d+)(?![\d-])/
  const inTitle = upper.exec(title)?.[1] ?? upper.exec(baseName(path))?.[1]
  if (inTitle !== undefined) return inTitle
  const named = /^(adr|dec|decision|rfc|inc|incident)[-_](\d{1,6})(?!\d|-\d\d-\d\d)/i.exec(baseName(path))
  const prefix = numberPrefixes[named?.[1]?.toLowerCase() ?? '']
  return prefix === undefined || named?.[2] === undefined ? null : `${prefix}-${named[2]}`
}

/** As written; a scope that is no single word is handed on so that it is judged malformed, not absent. */
function scopeOf(metadata: Metadata): string | null {
  const value = metadata.get('scope')
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
