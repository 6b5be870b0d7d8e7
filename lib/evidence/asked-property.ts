import { analyze, analyzeQuery, type QueryTerm } from '@/lib/analysis'

/** One property of a document's head as it stands in a passage; offsets are into the passage's text. */
export interface PropertyText {
  /** As written: "release-versions". */
  readonly key: string
  readonly startOffset: number
  readonly endOffset: number
  /** With its key, over as many lines as it has. */
  readonly text: string
}

const keyLine = /^(["']?)([^\s#"'-][^:\n]*?)\1:(?=\s|$)/gm

/** The properties of such a passage, in their order, each with the lines that are indented under it. */
export function propertiesIn(text: string): readonly PropertyText[] {
  const keys = [...text.matchAll(keyLine)]
  return keys.map(({ 2: key = '', index }, at) => {
    const written = text.slice(index, keys[at + 1]?.index ?? text.length).trimEnd()
    return { key, startOffset: index, endOffset: index + written.length, text: written }
  })
}

interface Called {
  readonly key: RegExp
  readonly asks: RegExp
  /** Words by which it is asked for: of which document, they do not say. */
  readonly words: RegExp
  /** What its value must hold; absent where any answers. */
  readonly value?: RegExp
}

const when = String.raw`\b(?:when|since when|(?:which|what) (?:day|date|month|year))\b`
const asksWhen = new RegExp(when, 'i')
const date = /\d{4}-\d{2}|\b(?:19|20)\d{2}\b/
const version = /\d+(?:\.\d+)+|v\d+/i

/** What people call the properties that records have, beyond the words of their keys. */
const called: readonly Called[] = [
  { key: /^(?:deciders?|decision makers?|decided by|approvers?|approved by)$/, asks: /\bwho(?:m|se)?\b.*\b(?:decided?|made|took|approved|signed)\b|\b(?:deciders?|decision[- ]makers?|approvers?)\b/i, words: /^(?:decided?|deciders?|made|took|taken|approved|approvers?|signed|off|makers?|decision)$/i },
  { key: /^(?:authors?|written by|by|proposer|champions?)$/, asks: /\bwho(?:m|se)?\b.*\b(?:wrote|written|authored|proposed|drafted|authors?)\b|\bauthors?\b/i, words: /^(?:wrote|written|authored|proposed|drafted|authors?)$/i },
  { key: /^(?:owners?|maintainers?|responsible|contact)$/, asks: /\bwho(?:m|se)?\b.*\b(?:owns?|owned|owners?|responsible|maintains?|maintainers?)\b|\b(?:owners?|maintainers?)\b/i, words: /^(?:owns?|owned|owners?|responsible|maintains?|maintainers?)$/i },
  { key: /^teams?$/, asks: /\bteams?\b/i, words: /^(?:teams?|responsible|owns?|owned|belongs?|concern(?:s|ed)?|affect(?:s|ed)?|involved|behind|works?|working|handles?|assigned|tagged|listed|relevant)$/i },
  { key: /^(?:release date|released|released at|released on|ship date|published|published at)$/, asks: new RegExp(String.raw`${when}.*\b(?:releas\w*|ship\w*|publish\w*|com(?:e|es|ing) out|came out|land(?:ed)?|(?:go|goes|went|gone) live|available)\b|\breleas\w* date\b`, 'i'), words: /^(?:releas\w*|ship\w*|publish\w*|comes?|came|coming|out|land(?:ed)?|go|goes|went|gone|live|available|day|date|month|year)$/i, value: date },
  { key: /^(?:start date|started|started at|start|begun|opened)$/, asks: new RegExp(String.raw`${when}.*\b(?:start\w*|beg[iau]n\w*|open(?:ed)?|submitted|proposed|written|filed)\b|\bstart(?:ing)? date\b`, 'i'), words: /^(?:start\w*|beg[iau]n\w*|open(?:ed)?|submitted|proposed|written|filed|day|date|month|year|work)$/i, value: date },
  { key: /^(?:release versions?|released in|versions?|since|available since|release)$/, asks: /\b(?:which|what)\b(?: [\w.-]+){0,2}? (?:versions?|releases?)\b/i, words: /^(?:versions?|releas\w*|ship\w*|land(?:ed)?|appear\w*|includ\w*|available|introduc\w*|comes?|came|add(?:ed)?|contain\w*|first|br(?:ing|ings|ought)|got|gets?|arriv\w*)$/i, value: version },
  { key: /^implement\w*$/, asks: /\b(?:implement\w*|built|carried out|put into practice)\b|\b(?:is|was|has|have|are|were)\b.*\b(?:done|finished)\b|\bwhere do(?:es)?\b.*\bstand\b|\bhow far\b.*\b(?:is|are|has|have)\b|\bstate of (?:the |our )?(?:work|progress)\b/i, words: /^(?:implement\w*|built|carried|out|put|practice|done|finished|status|state|stands?|currently|now|work|progress\w*|far|along|gone|come|got)$/i },
  { key: /^prs?$|^pull requests?$/, asks: /\bPRs?\b|\bpull requests?\b/i, words: /^(?:PRs?|pull|requests?|accept(?:s|ed)?|merged?|propos\w*|link|number)$/i },
  { key: /^severity$/, asks: /\bhow (?:severe|serious|bad|grave)\b|\bseverity\b/i, words: /^(?:severe|severity|serious|bad|grave)$/i },
]

/** Kinds of documents: which one is meant, they do not say. */
const documentWords = /^(?:rfcs?|adrs?|decisions?|records?|documents?|notes?|proposals?|incidents?|reports?|post-?mortems?|files?|pages?|texts?|ideas?|features?)$/i
/** Words of a key that a question need not say. */
const unsaid: ReadonlySet<string> = new Set(['date', 'at', 'on', 'status', 'the', 'of', 'by', 'in'])

/**
 * The words by which a question that asks for a property of this key and value says which document is meant ("When was the
 * Prettier RFC released?" of "release-date: 2021-01-05": Prettier); null where it asks for something else.
 */
export function documentWordsOf(question: string, { key, text }: Pick<PropertyText, 'key' | 'text'>): readonly QueryTerm[] | null {
  const name = key.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[-_\s]+/g, ' ').trim().toLowerCase()
  const value = text.slice(text.indexOf(':') + 1).trim()
  const terms = () => analyzeQuery(question, ['en']).filter(({ weight, form }) => weight === 1 && form !== 'identifier-part')
  const rest = (asks: (term: QueryTerm) => boolean) => terms().filter((term) => !asks(term) && !documentWords.test(term.surface))
  if (value === '') return null
  const product = productAsked(question)
  if (product?.isOf === true && productsOf(text).length > 0 && !ofProduct(question, text)) return null
  const known = called.filter((one) => one.key.test(name))
  const fits = known.find(({ asks, value: must }) => asks.test(question) && must?.test(value) !== false)
  if (fits !== undefined) return rest(({ surface }) => fits.words.test(surface) || (ofProduct(question, text) && surface.toLowerCase() === product?.name))
  const own = analyze(name, 'en').filter(({ startOffset, endOffset }) => !unsaid.has(name.slice(startOffset, endOffset))).map(({ lexeme }) => lexeme)
  const isTime = asksWhen.test(question)
  if (known.length > 0 || own.length === 0 || (isTime && !date.test(value)) || !holdsAll(terms(), own)) return null
  // A single everyday word ("type", "link") asks for no property by merely standing in a question.
  if (own.length < 2 && !isTime && !asksForWord(question, name)) return null
  const said = new Set(own)
  return rest(({ lexeme, surface }) => said.has(lexeme) || unsaid.has(surface.toLowerCase()) || /^(?:day|month|year)$/i.test(surface))
}

/** How well lexemes that name a document fit its title: Dice's coefficient, 0 to 1. */
export function titleFit(words: readonly string[], title: string): number {
  const inTitle = new Set(analyze(title, 'en').map(({ lexeme }) => lexeme))
  return words.length === 0 ? 0 : (2 * words.filter((lexeme) => inTitle.has(lexeme)).length) / (words.length + inTitle.size)
}

/** The product whose version or release is asked for: "which ember-cli release", "which version of Ember". */
function productAsked(question: string): { readonly name: string; readonly isOf: boolean } | null {
  const [, before, after] = /\b(?:which|what) ([\w@./-]+) (?:versions?|releases?)\b|\b(?:which|what) (?:versions?|releases?) of (?:the )?([\w@./-]+)/i.exec(question) ?? []
  const name = before ?? after
  return name === undefined ? null : { name: name.toLowerCase(), isOf: after !== undefined }
}

/** The products whose versions a property gives, one in each line under its key. */
function productsOf(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]+["']?([\w@./-]+)["']?:[ \t]*["']?v?\d/gm)].map(([, name = '']) => name.toLowerCase())
}

/** Whether a property gives a version of the very product that the question asks for; "Ember" may be written ember-source. */
export function ofProduct(question: string, text: string): boolean {
  const name = productAsked(question)?.name.replace(/\.js$/, '')
  return name !== undefined && productsOf(text).some((product) => product === name || product.startsWith(`${name}-`) || product.startsWith(`${name}.`))
}

function holdsAll(terms: readonly QueryTerm[], lexemes: readonly string[]): boolean {
  return lexemes.every((lexeme) => terms.some((term) => term.lexeme === lexeme))
}

function asksForWord(question: string, word: string): boolean {
  return new RegExp(String.raw`\b(?:what|which|who) (?:is|are|was|were) (?:the )?${word}\b|\b(?:what|whose) ${word}\b|\bwho (?:is|are|was|were) ${word}\b`, 'i').test(question)
}
