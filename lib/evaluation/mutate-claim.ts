export const mutationKinds = ['number', 'date', 'order', 'negation', 'modality'] as const

/** A claim that says something else than the one it was made from, and what was changed. */
export interface Mutation {
  readonly kind: (typeof mutationKinds)[number]
  readonly text: string
}

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const auxiliary = /\b(is|are|was|were|has|have|had|can|may|must|should|will|would|could|does|do|did)\b(?! not\b)/g
const modalities = [
  ['proposed', 'decided'], ['planned', 'decided'], ['decided', 'proposed'], ['accepted', 'proposed'], ['approved', 'proposed'], ['deprecated', 'supported'],
  ['must', 'may'], ['should', 'must'], ['may', 'must'], ['can', 'must'], ['will', 'may'], ['is', 'may be'], ['are', 'may be'], ['was', 'will be'], ['were', 'will be'],
  ['is', 'was'], ['are', 'were'], ['is', 'is planned to be'], ['are', 'are proposed to be'], ['has', 'may have'], ['have', 'should have'],
] as const
const party = /`[^`\n]+`|(?<=[\p{L}\p{N},;:)] )\p{Lu}[\p{L}\p{N}-]+(?: \p{Lu}[\p{L}\p{N}-]+)*/gu

/** Every claim that differs from this one in one number, part of a date, pair of names, negation or modality; for measuring a verifier. */
export function mutateClaim(claim: string): Mutation[] {
  const mutations = [...numbers(claim), ...dates(claim), ...orders(claim), ...negations(claim), ...modal(claim)]
  return mutations.filter(({ text }, at) => text !== claim && mutations.findIndex((other) => other.text === text) === at)
}

function numbers(claim: string): Mutation[] {
  return [...claim.matchAll(/\d+/g)].map((match) => ({ kind: 'number', text: replaceAt(claim, match, String(Number(match[0]) + 1).padStart(match[0].length, '0')) }))
}

function dates(claim: string): Mutation[] {
  return [...claim.matchAll(new RegExp(`\\b(?:${months.join('|')})\\b`, 'g'))].map((match) =>
    ({ kind: 'date', text: replaceAt(claim, match, months[(months.indexOf(match[0]) + 5) % 12] ?? '') }))
}

function orders(claim: string): Mutation[] {
  const parties = [...claim.matchAll(party)]
  return parties.flatMap((one, at) => parties.slice(at + 1).flatMap((other): Mutation[] =>
    one[0].toLowerCase() === other[0].toLowerCase() ? [] : [{ kind: 'order', text: replaceAt(replaceAt(claim, other, one[0]), one, other[0]) }]))
}

function negations(claim: string): Mutation[] {
  const added = [...claim.matchAll(auxiliary)].map((match) => replaceAt(claim, match, `${match[0]} not`))
  const dropped = [...claim.matchAll(/\b(?:not|never) /g)].map((match) => replaceAt(claim, match, ''))
  return [...added, ...dropped].map((text) => ({ kind: 'negation', text }))
}

function modal(claim: string): Mutation[] {
  return modalities.flatMap(([from, to]) => [...claim.matchAll(new RegExp(`\\b${from}\\b`, 'g'))].map((match): Mutation => ({ kind: 'modality', text: replaceAt(claim, match, to) })))
}

function replaceAt(text: string, match: RegExpExecArray, by: string): string {
  return text.slice(0, match.index) + by + text.slice(match.index + match[0].length)
}
