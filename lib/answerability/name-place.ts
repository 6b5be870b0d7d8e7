import { analyze } from '@/lib/analysis'
import type { EvidenceItem } from '@/lib/evidence'

/** Parts that any document may have: their names name nothing. */
const partNames = /^(?:(?:detailed )?(?:summary|problem|motivation|context|decision|status|background|introduction|overview|abstract|alternatives?|consequences|proposals?|drawbacks|designs?|rationale|goals|non-goals|scope|details|conclusions?|timeline|references?|notes?|appendix|example|examples|changelog|contents|discussion|transition path|prior art|links|history|results?|impact|follow-up|actions?|next steps|what happened|agreed solution|additional notes)|(?:alternatives|options) considered|(?:unresolved|open) questions?|how (?:we|do we) teach this|future (?:work|possibilities)|implementation(?: \p{L}+)?)s?[:.]?$/iu

const mostWords = 8
const mostLength = 70

/** What the place of a passage is called, as one would search for it: its heading, or its document's title where the heading names nothing. Null where neither is a name. */
export function namePlace({ title, headingPath }: Pick<EvidenceItem, 'title' | 'headingPath'>): string | null {
  return [headingPath.at(-1) ?? title, title].map(readable).find(isName) ?? null
}

/** A heading as it is read: no markup, no number before it, no file's name for a title. */
function readable(heading: string): string {
  const text = heading
    .replace(/<\/?(?:a|br|b|i|em|strong|code|span)\b[^>]*>/gi, '').replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1').replace(/[`*"“”]/g, '')
    .replace(/^\s*(?:\d{1,3}[.)]|\d+(?:\.\d+)+[.)]?(?=\s+\p{Lu}))\s+/u, '').replace(/^(?:option|step|phase|alternative|part|appendix) [\dA-Z]\b[\s:.–-]*/i, '').replace(/\s+/g, ' ').replace(/[\s:.]+$/, '').trim()
  return /\s/.test(text) ? text : text.replace(/^(?:rfc|adr|dec)?-?\d+-/i, '').replaceAll(/(?<=\p{L})[-_](?=\p{L})/gu, text.split(/[-_]/).length > 2 ? ' ' : '-')
}

/** Two to eight words that say something and are no code, no list of numbers, no answer ("No replacements"). */
function isName(text: string): boolean {
  const words = text.split(/\s+/)
  if (words.length < 2 || words.length > mostWords || text.length > mostLength) return false
  if (partNames.test(text) || /^(?:no|yes|none|not)\b/i.test(text) || /[;={}<>|\\]|\bimport\b|:\/\//.test(text)) return false
  const letters = (text.match(/\p{L}/gu) ?? []).length
  return letters >= text.replace(/\s/g, '').length / 2 && analyze(text, 'en').filter(({ form }) => form !== 'identifier-part').length >= 2
}
