const ascii = /^[\x00-\x7f]*$/
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g
const letters: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ĸ: 'k', ς: 'σ', ё: 'е',
}
const letterPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')
// Only marks that are optional in writing: a Cyrillic й or a Devanagari vowel sign is a letter of its own.
const optionalMarks = /(?<![\u0400-\u04FF][\u0300-\u036F]*)[\u0300-\u036F]+|[\u064B-\u065F\u0670]|[\u0591-\u05C7]/g

/** NFKC, lower case, invisible characters out, typographic apostrophes and hyphens made plain; accents stay. */
export function normaliseCase(surface: string): string {
  if (ascii.test(surface)) return surface.toLowerCase()
  return surface.normalize('NFKC').replace(invisible, '').toLowerCase().replace(/[’ʼ＇]/g, "'").replace(/[‐‑]/g, '-').normalize('NFC')
}

/** A normalised word without accents and with special letters spelt out, as it is matched (é→e, ß→ss, ł→l). */
export function foldAccents(word: string): string {
  if (ascii.test(word)) return word
  return word.replace(letterPattern, (letter) => letters[letter] ?? letter).normalize('NFD').replace(optionalMarks, '').normalize('NFC')
}
