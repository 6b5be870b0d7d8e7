import type { EvidenceItem } from '@/lib/evidence'

/** What a section of a recognised form is for. */
export type SectionRole = 'answer' | 'background' | 'aside'

const answer = /^(?:decision|decision outcome|outcome|proposal|proposed solution|solution|resolution|summary|abstract|policy|recommendation|conclusion|tl;?dr)\b/i
const background = /^(?:problem|problem statement|the problems?|context|context and problem statement|background|motivation|rationale|reasons?|why|history|introduction)\b/i
const aside = /^(?:alternatives?|alternatives considered|considered options|options considered|pros and cons|prior art|state of the art|drawbacks|unresolved questions|open questions|how we teach this|appendix|appendices|glossary|references|examples?)\b/i

/** The role of the section a passage stands in, by the nearest of its headings that tells one; null where none does. */
export function sectionRole({ headingPath }: Pick<EvidenceItem, 'headingPath'>): SectionRole | null {
  for (const heading of headingPath.toReversed()) {
    const words = heading.replace(/^[\d.\s]+/, '').replace(/[*_`#]/g, '').trim()
    if (answer.test(words)) return 'answer'
    if (background.test(words)) return 'background'
    if (aside.test(words)) return 'aside'
  }
  return null
}
