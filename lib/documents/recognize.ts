import type { DocumentKind } from './document'
import { firstString, type Metadata } from './metadata'

/** What the forms are told apart by. */
export interface FormSigns {
  readonly path: string
  readonly title: string
  readonly metadata: Metadata
  readonly isRecord: boolean
  /** Plain text of all headings, in order. */
  readonly headings: readonly string[]
}

const kindWords: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^(?:decision|decision ?record|adr|madr|rfc|proposal)$/, 'decision'],
  [/^(?:release|release ?notes?|release ?manifest|changelog)$/, 'release'],
  [/^(?:incident|incident ?(?:note|report)|post ?mortem|outage)$/, 'incident'],
  [/^case ?study$/, 'case-study'],
  [/^(?:reference|manual|guide|documentation|runbook)$/, 'reference'],
  [/^(?:project|project ?metadata)$/, 'project'],
  [/^note$/, 'note'],
]

/** The kind a document declares, else the one whose form it has, else note. */
export function recognizeKind(signs: FormSigns): DocumentKind {
  const declared = firstString(signs.metadata, 'kind') ?? firstString(signs.metadata, 'type', 'documenttype')
  const words = declared?.toLowerCase().replace(/[-_\s]+/g, ' ')
  const known = words === undefined ? undefined : kindWords.find(([pattern]) => pattern.test(words))?.[1]
  if (known !== undefined) return known
  if (signs.isRecord) return recordKind(signs)
  if (isDecision(signs)) return 'decision'
  if (isIncident(signs)) return 'incident'
  if (isRelease(signs)) return 'release'
  return isCaseStudy(signs) ? 'case-study' : 'note'
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function baseName(path: string): string {
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** The version a release record is about, from the keys that manifests use. */
export function recordVersion(metadata: Metadata): string | null {
  const version = firstString(metadata, 'version', 'release', 'tag')
  return version !== null && /\d/.test(version) && version.length <= 60 ? version : null
}

function recordKind({ metadata, path }: FormSigns): DocumentKind {
  const has = (...keys: readonly string[]) => keys.some((key) => metadata.has(key))
  const about = has('released', 'releasedate', 'date', 'changes', 'changelog', 'notes', 'artifacts', 'fixes', 'added', 'knownissues', 'checksums')
  if (recordVersion(metadata) !== null && about) return 'release'
  const named = has('name', 'project', 'title')
  if (/^project(?:[-_.]|$)/i.test(baseName(path)) && named) return 'project'
  const described = ['status', 'owner', 'owners', 'description', 'repository', 'started', 'stack', 'team', 'components']
  if (has('name', 'project') && described.filter((key) => metadata.has(key)).length >= 2) return 'project'
  return 'note'
}

/** Headings in the words that forms share: lower case, without numbering and colon. */
function headingSet(headings: readonly string[]): ReadonlySet<string> {
  return new Set(headings.map((heading) => heading.toLowerCase().replace(/^[\d.)\s]+/, '').replace(/[:.\s]+$/, '')))
}

const recordNumber = /^(?:adr|dec|decision|rfc)[-_ #]{0,2}\d+/i

function isDecision({ path, title, headings, metadata }: FormSigns): boolean {
  if (recordNumber.test(title) || recordNumber.test(baseName(path)) || headings.slice(0, 1).some((heading) => recordNumber.test(heading))) return true
  if (metadata.has('stage') && (metadata.has('startdate') || metadata.has('prs'))) return true
  if (/(?:^|\/)(?:adrs?|decisions?)\/\d{2,5}[-_ ][^/]*$/i.test(path)) return true
  const found = headingSet(headings)
  const has = (...names: readonly string[]) => names.some((name) => found.has(name))
  if (has('considered options', 'decision drivers') && has('decision outcome')) return true
  if (metadata.has('deciders') || metadata.has('decisionmakers')) return has('decision', 'decision outcome', 'considered options', 'context')
  const hasStatus = has('status') || metadata.has('status') || headings.some((heading) => /^status\s*:/i.test(heading))
  return hasStatus && has('decision', 'decisions') && has('context', 'consequences')
}

const incidentName = /(?:^|[^\p{L}])(?:incident|post-?mortem|outage)(?![\p{L}])/iu
const incidentSection = new RegExp(
  '^(?:timeline|impact|root causes?|causes?|detection|resolution|remediation|mitigation|contributing factors' +
    '|lessons(?: learned)?|action items|what went (?:wrong|well))$',
)

function isIncident({ path, title, headings }: FormSigns): boolean {
  const sections = [...headingSet(headings)].filter((heading) => incidentSection.test(heading))
  if (/^inc-?\d/i.test(baseName(path)) || /^(?:incident(?:\s*[:#\d–-]|\s+(?:report|note|review))|inc-\d|post-?mortem\b)/i.test(title)) return true
  if (incidentName.test(baseName(path)) || incidentName.test(title)) return sections.length >= 1
  return sections.length >= 3 && sections.some((section) => /^(?:timeline|root causes?)$/.test(section))
}

/** A version with its date, as keep-a-changelog heads its entries. */
export const releaseHeading = /^\[?v?\d+(?:\.\d+)+[\w.+-]*\]?\s*[-–—(:]+\s*(\d{4}-\d{2}-\d{2})/i
const versionName = /^(?:release|version|v)?[-_ ]?v?\d+(?:\.\d+)+[\w.+-]*$/i

function isRelease({ path, title, headings }: FormSigns): boolean {
  const name = baseName(path)
  const versions = headings.filter((heading) => /^\[?v?\d+(?:\.\d+)+/i.test(heading) || /^\[?unreleased\]?$/i.test(heading)).length
  if (/^(?:change-?log|changes|history|release[-_ ]?notes|news)$/i.test(name) || /^(?:changelog|release notes)\b/i.test(title)) return versions >= 1
  if (/^release[-_ ]v?\d/i.test(name)) return true
  if (/(?:^|\/)(?:releases?|release[-_ ]notes|changelogs?)\//i.test(path)) return versionName.test(name) || versionName.test(title)
  return headings.filter((heading) => releaseHeading.test(heading)).length >= 2
}

function isCaseStudy({ path, title }: FormSigns): boolean {
  return /^case[-_ ]stud(?:y|ies)\b/i.test(title) || /(?:^|[/_ -])case[-_ ]stud(?:y|ies)(?:[/_. -]|$)/i.test(path)
}
