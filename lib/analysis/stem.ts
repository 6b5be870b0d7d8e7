import { LRUCache } from 'lru-cache'
import { newStemmer, type Stemmer } from 'snowball-stemmers'
import { foldAccents } from './fold'
import { regularVerb } from './irregular-verbs'

const algorithms: Readonly<Record<string, string>> = {
  ar: 'arabic', hy: 'armenian', eu: 'basque', ca: 'catalan', cs: 'czech', da: 'danish', nl: 'dutch', en: 'english', fi: 'finnish', fr: 'french',
  de: 'german', hu: 'hungarian', it: 'italian', ga: 'irish', no: 'norwegian', nb: 'norwegian', nn: 'norwegian', pt: 'portuguese', ro: 'romanian',
  ru: 'russian', es: 'spanish', sl: 'slovene', sv: 'swedish', ta: 'tamil', tr: 'turkish',
}
const otherScript = new Set(['ar', 'hy', 'ru', 'ta'])
const asciiWord = /^[a-z']+$/

/** A vault says the same words again and again: half of what is stemmed was stemmed before. */
const stems = new LRUCache<string, string>({ max: 20_000 })
const stemmers = new Map<string, Stemmer>()

function stemmer(algorithm: string): Stemmer {
  let found = stemmers.get(algorithm)
  if (!found) {
    found = newStemmer(algorithm)
    stemmers.set(algorithm, found)
  }
  return found
}

/**
 * The accent-folded Snowball stem of a normalised word in an ISO 639-1 language; of an irregular English past form, that of
 * its verb. In a language without a stemmer, as in `und`, or of another script a word whose letters fold to ASCII is taken for
 * English, with its accents or without; any other is only folded.
 */
export function stem(word: string, language: string): string {
  const key = `${language} ${word}`
  const known = stems.get(key)
  if (known !== undefined) return known
  const found = stemOf(word, language)
  stems.set(key, found)
  return found
}

function stemOf(word: string, language: string): string {
  const algorithm = algorithms[language]
  if (algorithm === undefined || otherScript.has(language)) {
    const folded = foldAccents(word)
    if (asciiWord.test(folded)) return stemmer('english').stem(regularVerb(folded))
    if (algorithm === undefined) return folded
  }
  // English endings carry no accents and its loan words are written either way; elsewhere the accent is part of the ending.
  if (algorithm === 'english') return stemmer(algorithm).stem(regularVerb(foldAccents(word)))
  const prepared = algorithm === 'russian' ? word.replace(/ё/g, 'е') : word
  return foldAccents(stemmer(algorithm).stem(prepared))
}
