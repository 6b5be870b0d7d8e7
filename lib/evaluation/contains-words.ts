/**
 * Whether a text contains these words, whatever the letters' case, the width of white space and the line breaks. They
 * count only whole: `1.0.2` is not in `1.0.21`, nor `412` in `3,412`.
 */
export function containsWords(text: string, words: string): boolean {
  const haystack = fold(text)
  const needle = fold(words)
  if (needle === '') return false
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const before = haystack.slice(0, at)
    const after = haystack.slice(at + needle.length)
    if (!continuesBefore(before, needle) && !continuesAfter(needle, after)) return true
  }
  return false
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

function continuesBefore(before: string, needle: string): boolean {
  return (/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(needle)) || (/\p{N}[.,]$/u.test(before) && /^\p{N}/u.test(needle))
}

function continuesAfter(needle: string, after: string): boolean {
  return (/[\p{L}\p{N}]$/u.test(needle) && /^[\p{L}\p{N}]/u.test(after)) || (/\p{N}$/u.test(needle) && /^[.,]\p{N}/u.test(after))
}
