import type { ParsedDocument, Passage, Section } from './document'

export { hostileFiles, largeHostileFile, largeHostileFiles, type HostileFile } from './testing-hostile-files'

/**
 * What is wrong with the sections and passages of a document, one sentence each: spans that are no exact slices, lines that
 * are not theirs, passages that do not tile their section, text that stands in no section, text that no database stores.
 */
export function findBreaches(document: ParsedDocument): string[] {
  const breaches: string[] = []
  const require = (holds: boolean, what: string) => { if (!holds && breaches.length < 20) breaches.push(what) }
  const passagesOf = new Map(document.sections.map(({ ordinal }): [number, Passage[]] => [ordinal, []]))
  for (const passage of document.passages) passagesOf.get(passage.section)?.push(passage)
  const parents = new Set(document.sections.map(({ parent }) => parent))
  checkSpans(document, require)
  for (const section of document.sections) checkTiling(document.text, section, passagesOf.get(section.ordinal) ?? [], parents.has(section.ordinal), require)
  checkContext(document, require)
  checkNothingLost(document, require)
  for (const { startOffset, endOffset } of document.passages) require(!isUnstorable(document.text.slice(startOffset, endOffset)), `the passage at ${startOffset} halves a character`)
  JSON.stringify(document, (key, value: unknown) => {
    require(!isUnstorable(key) && !(typeof value === 'string' && isUnstorable(value)), `${key} holds NUL or half a character`)
    return value
  })
  return breaches
}

function isUnstorable(text: string): boolean {
  return /\0|\p{Surrogate}/u.test(text)
}

type Require = (holds: boolean, what: string) => void

function checkSpans({ text, sections, passages }: ParsedDocument, require: Require) {
  const lineAt = lineNumbers(text)
  for (const [kind, spans] of [['passage', passages], ['section', sections]] as const) {
    for (const [at, span] of spans.entries()) {
      require(span.ordinal === at, `${kind} ${at} is numbered ${span.ordinal}`)
      require(span.startOffset >= 0 && span.endOffset <= text.length && span.endOffset > span.startOffset, `${kind} ${at} is no slice of the text`)
      require(span.startLine === lineAt(span.startOffset) && span.endLine === lineAt(span.endOffset - 1), `${kind} ${at} stands on other lines`)
    }
  }
}

/** Found another way than the product finds them: counted once, character by character. */
function lineNumbers(text: string): (offset: number) => number {
  const lines = new Uint32Array(text.length + 1)
  let line = 1
  for (let at = 0; at <= text.length; at++) {
    const before = text.charAt(at - 1)
    if (before === '\n' || (before === '\r' && text.charAt(at) !== '\n')) line++
    lines[at] = line
  }
  return (offset) => lines[offset] ?? 0
}

function checkTiling(text: string, { ordinal, body }: Section, passages: readonly Passage[], hasSubsections: boolean, require: Require) {
  if (body.endOffset === body.startOffset) {
    require(passages.length === (hasSubsections ? 0 : 1), `the empty section ${ordinal} has ${passages.length} passages`)
    return
  }
  let covered = body.startOffset
  for (const { startOffset, endOffset } of passages) {
    require(startOffset >= covered, `passages of section ${ordinal} overlap at ${startOffset}`)
    require(text.slice(covered, startOffset).trim() === '', `section ${ordinal} has text in no passage before ${startOffset}`)
    require(text.slice(startOffset, endOffset).trim() !== '', `the passage at ${startOffset} is blank`)
    covered = endOffset
  }
  require(covered <= body.endOffset && text.slice(covered, body.endOffset).trim() === '', `section ${ordinal} has text in no passage after ${covered}`)
}

function checkContext({ text, sections, passages }: ParsedDocument, require: Require) {
  for (const { startOffset, endOffset, section, indexedText, context } of passages) {
    require(endOffset - startOffset <= 4000, `the passage at ${startOffset} is longer than 4,000`)
    require(indexedText.trim() !== '', `the passage at ${startOffset} indexes nothing`)
    for (const span of context) {
      require(text.slice(span.startOffset, span.endOffset).trim() !== '', `the passage at ${startOffset} has blank context`)
      require(span.endOffset <= startOffset && span.startOffset >= (sections[section]?.body.startOffset ?? Infinity), `the passage at ${startOffset} has context that is not before it in its section`)
    }
  }
}

/** Everything outside frontmatter stands in a heading or in a section's body. */
function checkNothingLost({ text, sections }: ParsedDocument, require: Require) {
  let covered = sections[0]?.startOffset ?? text.length
  for (const [at, { startOffset, body }] of sections.entries()) {
    // Between properties and text stand the properties that are withheld and the closing line.
    const ownsHead = text.startsWith('---') && sections[at - 1]?.level === 0
    const between = ownsHead ? text.slice(covered, startOffset).replace(/^[^]*?[\r\n]---[ \t]*(?=[\r\n])/, '') : text.slice(covered, startOffset)
    require((ownsHead && sections[at]?.level === 0) || between.trim() === '', `text between ${covered} and ${startOffset} stands in no section`)
    covered = body.endOffset
  }
  require(text.slice(covered).trim() === '', `text after ${covered} stands in no section`)
}
