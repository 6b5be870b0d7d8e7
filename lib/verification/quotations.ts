import type { CitedPassage } from './verdict'

const quoted = /“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|(?<![\p{L}\p{N}])"([^"]+)"(?![\p{L}\p{N}])/gu

/** The first stretch a claim puts into quotation marks that none of the passages, with their titles and headings, holds word for word; null when all are there. */
export function findMisquotation(claim: string, cited: readonly CitedPassage[]): string | null {
  const held = cited.map(({ text, headerRow, title, headingPath }) => plain([text, headerRow ?? '', title, ...headingPath].join('\n')))
  for (const match of claim.matchAll(quoted)) {
    const stretch = match.slice(1).find(Boolean) ?? ''
    const wanted = plain(stretch).replace(/[.,;:!?]$/, '').trim()
    if (wanted !== '' && !held.some((text) => text.includes(wanted))) return stretch
  }
  return null
}

/** Blanks and the shape of quotation marks aside. */
function plain(text: string): string {
  return text.replace(/\n[ \t]*>[ \t]?/g, ' ').replace(/\s+/g, ' ').replace(/[‘’]/g, "'").replace(/[“”„«»]/g, '"').replaceAll('\\|', '|').trim()
}
