import { decodeString } from 'micromark-util-decode-string'
import type { Event } from 'micromark-util-types'
import type { Heading } from './outline'

/** What is told as it is written; marks, escapes and addresses stand in tokens of other types. */
const literal: ReadonlySet<string> = new Set([
  'data', 'codeTextData', 'mathTextData', 'htmlTextData', 'characterEscapeValue', 'autolinkProtocol', 'autolinkEmail', 'literalAutolinkHttp', 'literalAutolinkWww', 'literalAutolinkEmail',
])
const untold: ReadonlySet<string> = new Set(['resource', 'reference', 'gfmFootnoteCall'])
const hardBreaks: ReadonlySet<string> = new Set(['hardBreakEscape', 'hardBreakTrailing'])

/** The level and the words, without their marks, of the heading that begins with the event at `start`; a hard break joins two lines. */
export function readHeading(events: readonly Event[], start: number): Pick<Heading, 'level' | 'text'> {
  const heading = events[start]?.[1]
  let level = 0
  let text = ''
  let skipped: unknown = null
  let afterBreak = false
  for (let at = start + 1; at < events.length; at++) {
    const event = events[at]
    if (event === undefined || event[1] === heading) break
    const [kind, token, { sliceSerialize }] = event
    if (skipped !== null) {
      if (token === skipped) skipped = null
    } else if (kind === 'enter') {
      if (untold.has(token.type)) skipped = token
    } else if (token.type === 'atxHeadingSequence') level ||= sliceSerialize(token).length
    else if (token.type === 'setextHeadingLineSequence') level = sliceSerialize(token).startsWith('=') ? 1 : 2
    else if (literal.has(token.type)) text += sliceSerialize(token)
    else if (token.type === 'characterReference') text += decodeString(sliceSerialize(token))
    else if (hardBreaks.has(token.type)) afterBreak = true
    else if (token.type === 'lineEnding') {
      if (!afterBreak) text += '\n'
      afterBreak = false
    }
  }
  return { level, text: text.replace(/\s+/g, ' ').trim() }
}
