import { parse, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { combineExtensions } from 'micromark-util-combine-extensions'
import { subtokenize } from 'micromark-util-subtokenize'
import type { Event, Token } from 'micromark-util-types'

// Properties are read beforehand, not by an extension: it would take any text between two rules for properties.
const extensions = [combineExtensions([gfm(), math({ singleDollarTextMath: false })])]

/** Without one of these a line of text begins no code, no math, no HTML and no link to a file. */
const structured = /[`<]|\$\$|\]\(/

/**
 * The parser's events for a Markdown text. Text that can hold nothing the outline asks for stays one unread token, for
 * reading every word of a text once more takes the parser half its time; a heading's text is always read.
 */
export function readEvents(text: string): readonly Event[] {
  const events = parse({ extensions }).document().write(preprocess()(text, undefined, true))
  subtokenize(events) // containers into blocks
  if (leavePlainText(events)) subtokenize(events) // blocks into text
  return events
}

/** Whether any text is left to read. */
function leavePlainText(events: readonly Event[]): boolean {
  let inHeading = false
  let anyRead = false
  for (const [kind, token, { sliceSerialize }] of events) {
    if (token.type === 'atxHeading' || token.type === 'setextHeading') inHeading = kind === 'enter'
    if (kind === 'exit' || token.contentType === undefined || token.previous !== undefined) continue
    const lines = linesOf(token)
    if (token.contentType === 'text' && (inHeading || lines.some((line) => structured.test(sliceSerialize(line))))) anyRead = true
    else for (const line of lines) line.contentType = undefined
  }
  return anyRead
}

function linesOf(token: Token): Token[] {
  const lines: Token[] = []
  for (let line: Token | undefined = token; line !== undefined; line = line.next) lines.push(line)
  return lines
}
