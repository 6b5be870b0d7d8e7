import type { DocumentStatus } from './document'

/** What a status field or section says, and which documents it names. */
export interface StatusReading {
  readonly status: DocumentStatus | null
  readonly supersedes: readonly string[]
  readonly supersededBy: readonly string[]
}

/** The words people use, first match wins. The stages of Ember's RFCs and MADR's states are among them. */
const words: readonly (readonly [RegExp, DocumentStatus])[] = [
  [/^(?:draft|wip|work in progress|idea)\b/, 'draft'],
  [/^(?:proposed|proposal|pending|open|under review|in review|exploring|entwurf|vorgeschlagen)\b/, 'proposed'],
  // What is superseded in part still holds for the rest.
  [/^(?:accepted|approved|adopted|agreed|decided|ready for release|part(?:ly|ially) superseded|angenommen|beschlossen)\b/, 'accepted'],
  [/^(?:active|implemented|current|in use|in force|in effect|released|recommended|live|valid|stable|enforced|published|aktiv)\b/, 'active'],
  [/^(?:superseded|replaced|obsoleted|abgelöst|ersetzt)(?!\p{L})/u, 'superseded'],
  [/^(?:deprecated|obsolete|discontinued|retired|sunset|veraltet)\b/, 'deprecated'],
  [/^(?:rejected|declined|not accepted|abgelehnt)\b/, 'rejected'],
  [/^(?:withdrawn|cancelled|canceled|abandoned|dropped)\b/, 'withdrawn'],
  [/^(?:archived|closed|completed|historical)\b/, 'archived'],
]

const replacedBy = /\b(?:superseded|replaced|obsoleted)[\s*_]+by\b[\s*_:]*(.+)$/i
const replaces = /\b(?:supersedes|replaces|obsoletes)\b[\s*_:]*(.+)$/i
/** "Partly superseded" leaves the document in force, and "should be superseded" is a plan. */
const onlyPartly = /\b(?:part(?:ly|ially)?|in part|should be|will be|to be|may be|might be|not)\b/i

/** One of the known statuses from words such as "Accepted on 3 May", or null. */
export function toStatus(value: string): DocumentStatus | null {
  const plain = value.replace(/~~.*?~~/g, '').replace(/[*_`~[\]-]+/g, ' ').trim().toLowerCase()
  return words.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}

/** Reads the words of a status, line by line; a named successor outranks an "Accepted" that was left standing. */
export function readStatusText(text: string): StatusReading {
  let status: DocumentStatus | null = null
  const supersedes: string[] = []
  const supersededBy: string[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const by = replacedBy.exec(line)
    const of = by === null ? replaces.exec(line) : null
    const before = line.slice(0, (by ?? of)?.index ?? 0)
    if (by?.[1] !== undefined && !onlyPartly.test(before)) supersededBy.push(...readReferences(by[1]))
    if (of?.[1] !== undefined && !onlyPartly.test(before)) supersedes.push(...readReferences(of[1]))
    status ??= toStatus(line)
  }
  return { status: supersededBy.length > 0 ? 'superseded' : status, supersedes, supersededBy }
}

/** The documents a phrase names: paths of relative links, wikilink targets, identifiers; else the phrase itself. */
export function readReferences(phrase: string): string[] {
  const linked = [...phrase.matchAll(/\[\[([^\]|#]+)[^\]]*\]\]|\[([^\]]*)\]\(<?([^)>\s]+)>?[^)]*\)/g)].map(([, wiki, label, url]) => {
    if (wiki !== undefined) return wiki.trim()
    const path = (url ?? '').replace(/#.*$/, '')
    return path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path) ? (label ?? '').trim() : path
  })
  const named = linked.filter((reference) => reference !== '')
  if (named.length > 0) return named
  const identifiers = phrase.match(/\b[A-Z][A-Z0-9]*[-#][0-9][\w.-]*\w|\b[A-Z][A-Z0-9]*[- #]?\d+\b/g)
  if (identifiers !== null) return [...new Set(identifiers)]
  const words = phrase.replace(/[*_`]+/g, '').replace(/[.;,\s]+$/, '').trim()
  return words === '' || words.length > 120 ? [] : [words]
}
