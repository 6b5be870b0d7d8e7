/** What a revision of a document goes by. */
export interface NamedRevision {
  readonly title: string
  readonly sourcePath: string
  readonly declaredId: string | null
  readonly aliases: readonly string[]
  readonly kind: string
}

/** A query, or a document, by its names: `words` compare as word sequences, `tokens` as single written words. */
export interface Names {
  readonly words: ReadonlySet<string>
  readonly tokens: ReadonlySet<string>
}

/** A title inside a longer query is meant as one from this many words on: "Retry policy" may be just two words of a question. */
const longTitle = 4

/** An ADR and a decision with one number are the same to whoever asks. */
const series: Readonly<Record<string, string>> = { decision: 'dec', adr: 'dec', incident: 'inc' }

/** One spelling of what people write in several: case, width, "RFC 17", "rfc-017", "RFC #17" and "RFC_0017". */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('`', '')
    .replace(/(?<![\p{L}\p{N}])(adr|dec|decision|rfc|inc|incident)[-_ ]?#?0*(\d+)(?![\p{L}\p{N}])/gu, (_, name: string, number: string) => `${series[name] ?? name}-${number}`)
}

function wordsOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}\p{M}\p{S}.]+/gu, ' ').replace(/(?<![^ ])\.+(?= |$)|(?<=[^ ])\.+(?= |$)/g, '').trim()
}

function tokensOf(text: string): string[] {
  return fold(text).split(/\s+/).map((token) => token.replace(/^[^\p{L}\p{N}\p{S}._/]+|[^\p{L}\p{N}\p{S}_]+$/gu, '').replace(/['’]s$/u, '')).filter((token) => token !== '')
}

/**
 * The names of a document. Words: its title (also without the number that heads it), aliases, declared id, file name and the number in it.
 * Tokens, which also name it amid other words: a declared id or series number, its path and each end of it.
 */
export function namesOf({ title, sourcePath, declaredId, aliases, kind }: NamedRevision): Names {
  const segments = sourcePath.split('/')
  const base = segments.at(-1) ?? sourcePath
  const stem = base.replace(/\.(?:md|markdown|ya?ml|json)$/i, '')
  const numbers = [title, stem].flatMap((name) => /^(?:dec|rfc|inc)-\d+(?![\p{L}\p{N}])/u.exec(fold(name))?.[0] ?? [])
  const identifiers = [declaredId ?? '', ...numbers, ...numberedBy({ sourcePath, kind })]
  const untitled = fold(title).replace(/^(?:[\p{L}]{2,8}-)?\d+\s*[.:–—-]\s*/u, '')
  return {
    words: new Set([title, untitled, base, stem, sourcePath, ...aliases, ...identifiers, ...numberWritten({ sourcePath, kind })].map(wordsOf).filter((name) => name !== '')),
    tokens: new Set([
      ...identifiers.flatMap((name) => (/\p{L}/u.test(name) && /\d/.test(name) && !/\s/.test(name) ? tokensOf(name) : [])),
      ...segments.map((_, at) => fold(segments.slice(at).join('/'))).filter((path) => /[./]/.test(path)),
    ]),
  }
}

/** The number at the head of a file name; the year of a day is none. */
const fileNumber = /(?:^|\/)(?!(?:19|20)\d{2}-\d{2}(?!\d))(\d{1,5})(?=[-_. ])[^/]*$/
/** The same behind the name of its series. */
const seriesNumber = /(?:^|\/)(?:adr|dec|decision|rfc)[-_ ]?(\d{1,5})(?=[-_. ])[^/]*$/i

/** The number of a decision as its file name writes it (0003, 1065): three digits or more, because a shorter one is any number. */
function numberWritten({ sourcePath, kind }: Pick<NamedRevision, 'sourcePath' | 'kind'>): readonly string[] {
  const number = kind === 'decision' ? (fileNumber.exec(sourcePath) ?? seriesNumber.exec(sourcePath))?.[1] : undefined
  return number === undefined || number.length < 3 ? [] : [number]
}

const mostBeginning = 4

/** How a file's name begins, in two to four of its joined words, also behind its number: db-admin-database-restore.md goes by "db-admin" too. */
export function beginningsOf(sourcePath: string): readonly string[] {
  const stem = joined(sourcePath.slice(sourcePath.lastIndexOf('/') + 1).replace(/\.[a-z]{2,8}$/i, ''))
  return [...new Set([stem, stem.replace(/^(?:(?:dec|rfc|inc)-)?\d+-/, '')].flatMap((name) => {
    const words = name.split('-')
    return words.slice(1, mostBeginning).map((_, at) => words.slice(0, at + 2)).filter((beginning) => beginning.length < words.length).map((beginning) => beginning.join('-'))
  }))].filter((beginning) => /\p{L}/u.test(beginning))
}

/** The joined words that a whole query is, as `beginningsOf` writes them; null where it is anything else. */
export function beginningAsked(text: string): string | null {
  const query = text.trim()
  return /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+$/u.test(query) ? joined(query) : null
}

function joined(name: string): string {
  return fold(name).replaceAll(/[_ ]/g, '-')
}

/**
 * What others call a decision whose file name begins with a number: 0003-networking.md is DEC-3 (an ADR goes by that name too),
 * under rfcs/ it is rfc-3, and in a folder that says nothing of its series it may be either.
 */
export function numberedBy({ sourcePath, kind }: Pick<NamedRevision, 'sourcePath' | 'kind'>): readonly string[] {
  const number = kind === 'decision' ? fileNumber.exec(sourcePath)?.[1]?.replace(/^0+(?=\d)/, '') : undefined
  if (number === undefined) return []
  if (/(?:^|\/)rfcs?\//i.test(sourcePath)) return [`rfc-${number}`]
  return /(?:^|\/)(?:adrs?|decisions?|decision-records?)\//i.test(sourcePath) ? [`dec-${number}`] : [`dec-${number}`, `rfc-${number}`]
}

/** The names that a query with these quoted phrases gives a document: the whole query or a whole phrase, a token of it, or a long title within it. */
export function namesGiven(text: string, phrases: readonly string[], names: Names): string[] {
  const asked = namesAsked(text, phrases)
  const within = ` ${wordsOf(text)} `
  return [
    ...[...names.words].filter((name) => asked.words.has(name) || (name.split(' ').length >= longTitle && within.includes(` ${name} `))),
    ...[...names.tokens].filter((name) => asked.tokens.has(name)),
  ]
}

/** What a query may name: itself and each quoted phrase as a whole, and its single tokens. */
export function namesAsked(text: string, phrases: readonly string[]): Names {
  return { words: new Set([text, ...phrases].map(wordsOf).filter((name) => name !== '')), tokens: new Set(tokensOf(text)) }
}
