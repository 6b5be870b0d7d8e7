import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyze, analyzeQuery, type Term } from '@/lib/analysis'

const lexemes = (text: string, language = 'en'): string[] => analyze(text, language).map((term) => term.lexeme)
const whole = (text: string): string[] => analyze(text, 'en').filter((term) => term.form === 'identifier').map((term) => term.lexeme)

const alphabet = fc.constantFrom(...'abzABZ019 _.-:/\\@#&\'’,éßłü\u0308ё漢字かカｶﾞ한ก\u00AD\u200B\n`*+'.split(''), 'e\u0301', '🐘', 'ﬁ')
const anyText = fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join(''))

describe('analyze', () => {
  test.each([
    ['decided in DEC-0054.', 'dec-0054', ['dec', '0054']],
    ['RFC-0011: naming', 'rfc-0011', ['rfc', '0011']],
    ['CVE-2024-1234', 'cve-2024-1234', ['cve', '2024', '1234']],
    ['in 2026.4.10, finally', '2026.4.10', ['2026']],
    ['call apply_secrets()', 'apply_secrets', ['appli', 'secret']],
    ['define __init__ here', '__init__', ['init']],
    ['escaped snake\\_case', 'snake_case', ['snake', 'case']],
    ['buildFTS5Query', 'buildfts5query', ['build', 'fts5', 'fts', 'queri']],
    ['ERR_Z29C_4102', 'err_z29c_4102', ['err', 'z29c', '4102']],
    ['mail trainerpad.ru!', 'trainerpad.ru', ['trainerpad', 'ru']],
    ['an outcome-unknown state', 'outcome-unknown', ['outcom', 'unknown']],
    ['lib/analysis/term.ts', 'lib/analysis/term.ts', ['lib', 'analysi', 'term.ts', 'term', 'ts']],
  ])('indexes the identifier of %j whole and in parts', (text, identifier, parts) => {
    const terms = analyze(text, 'en')
    const name = terms.find((term) => term.lexeme === identifier)
    expect(name?.form).toBe('identifier')
    expect(terms.filter((term) => term.form === 'identifier-part').map((term) => term.lexeme)).toEqual(parts)
    expect(terms.find((term) => term.form === 'identifier-part')?.position).toBe(name?.position)
  })

  test('tells 1.0.2 from 1.0.21, and finds a version with or without its v', () => {
    expect(lexemes('upgrade to 1.0.21.')).not.toContain('1.0.2')
    expect(lexemes('upgrade to v1.0.21.')).toEqual(expect.arrayContaining(['v1.0.21', '1.0.21']))
  })

  test.each([['v2', '2'], ['v1.0rc1', '1.0rc1'], ['v3-beta', '3-beta']])('finds the version %s as %s', (written, asked) => {
    expect(lexemes(written)).toEqual(expect.arrayContaining([written, asked]))
  })

  test.each(['v8r', 'v10n1', 'V8R'])('takes the v of the name %s for no version', (name) => {
    expect(lexemes(name)).toEqual([name.toLowerCase()])
  })

  test('keeps a code or hash of mixed letters and digits in one piece', () => {
    expect(lexemes('Z29C 6638f625a0a60bdaa1e34c5f')).toEqual(['z29c', '6638f625a0a60bdaa1e34c5f'])
  })

  test('finds an address inside a longer one', () => {
    expect(lexemes('see https://trainerpad.ru/notes/a.html')).toContain('trainerpad.ru')
  })

  test('lets a camel-cased name answer to its plain spelling', () => {
    expect(lexemes('YouTube')).toContain(lexemes('youtube')[0])
    expect(lexemes('GitHub')).toContain(lexemes('github')[0])
  })

  test('takes Markdown emphasis and sentence punctuation for no part of a name', () => {
    expect(lexemes('_emphasis_ wait...then. yes:')).toEqual(['emphasi', 'wait', 'yes'])
    expect(whole('Done: see DEC-0054: it says.')).toEqual(['dec-0054'])
  })

  test('counts stop words in the positions without indexing them', () => {
    expect(analyze('state of the art', 'en').map((term) => [term.lexeme, term.position])).toEqual([['state', 1], ['art', 4]])
    expect(analyze('state-of-the-art', 'en').slice(1).map((term) => [term.lexeme, term.position])).toEqual([['state', 1], ['art', 4]])
  })

  test('matches across case, accents, ligatures, composition and spelling of special letters', () => {
    expect(lexemes('Łódź STRASSE naïve ﬁne u\u0308ber')).toEqual(lexemes('lodz straße naive fine über'))
    expect(lexemes('１２３ ＡＢＣ')).toEqual(lexemes('123 abc'))
    expect(lexemes('co\u00ADop')).toEqual(lexemes('coop'))
    expect(lexemes('1,234,567.5')).toEqual(['1234567.5'])
  })

  test('stems by language and splits elided articles', () => {
    expect(lexemes('die Häuser', 'de')).toEqual(['haus'])
    expect(lexemes("l'homme qu'il décisions", 'fr')).toEqual(['homm', 'decis'])
    expect(lexemes('новости', 'ru')).toEqual(['новост'])
    expect(lexemes('documents новости', 'xx')).toEqual(['document', 'новости'])
  })

  test.each(['und', 'pl', 'vi', 'xx', 'ru'])('reads an accented word in %s as its plain spelling, and as English reads both', (language) => {
    for (const [accented, plain] of [['résumé', 'resume'], ['książki', 'ksiazki'], ['klucze', 'klucze'], ['cafés', 'cafes'], ['naïve', 'naive']] as const) {
      expect([accented, lexemes(accented, language)]).toEqual([accented, lexemes(plain, language)])
      expect([accented, lexemes(accented, language)]).toEqual([accented, lexemes(plain, 'en')])
    }
  })

  test('reads scripts without spaces by bigram', () => {
    expect(lexemes('東京都の水、水', 'ja')).toEqual(['東京', '京都', '都の', 'の水', '水'])
    expect(lexemes('한국어'.normalize('NFD'), 'ko')).toEqual(['한국', '국어'])
  })

  test('drops contractions and possessives', () => {
    expect(lexemes("John’s don't")).toEqual(['john'])
  })

  test('points at the very characters of the text that a term was read from', () => {
    const text = 'Ｆｕｌｌ width, “DEC-0054”. Ünïcode.'
    expect(analyze(text, 'en').map((term) => text.slice(term.startOffset, term.endOffset))).toEqual(['Ｆｕｌｌ', 'width', 'DEC-0054', 'DEC', '0054', 'Ünïcode'])
  })

  test('gives every term a place within the text, in order, whatever the text', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('en', 'de', 'fr', 'ru', 'xx'), (text, language) => {
        let last: Term | null = null
        for (const term of analyze(text, language)) {
          expect(term.lexeme).not.toBe('')
          expect(term.startOffset).toBeGreaterThanOrEqual(0)
          expect(term.endOffset).toBeGreaterThan(term.startOffset)
          expect(term.endOffset).toBeLessThanOrEqual(text.length)
          expect(term.position).toBeGreaterThanOrEqual(last?.position ?? 1)
          last = term
        }
      }),
    )
  })

  test('reads a term alone as it reads it in a text', () => {
    const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,8}([_.:/-][a-zA-Z0-9]{1,8}){0,3}$/)
    fc.assert(
      fc.property(word, (token) => {
        const alone = lexemes(token)
        expect(lexemes(`(${token}), ${token}.`)).toEqual([...alone, ...alone])
      }),
    )
  })

  test('keeps an identifier and its parts inside one another', () => {
    const name = fc.array(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(name, fc.constantFrom('_', '-', '.', ':', '/', '@', '#'), (parts, joint) => {
        const token = parts.join(joint)
        const [first, ...rest] = analyze(token, 'xx')
        expect(first).toMatchObject({ lexeme: token, form: 'identifier', position: 1, startOffset: 0, endOffset: token.length })
        for (const part of rest) {
          expect(part.form).toBe('identifier-part')
          expect(parts).toContain(token.slice(part.startOffset, part.endOffset))
        }
      }),
    )
  })
})

describe('analyzeQuery', () => {
  const weights = (text: string, languages: string[]): Record<string, number> =>
    Object.fromEntries(analyzeQuery(text, languages).map((term) => [term.lexeme, term.weight]))

  test('halves words that only phrase the question and the parts of an identifier', () => {
    expect(weights('Please explain DEC-0054 retention', ['en'])).toEqual({ pleas: 0.5, explain: 0.5, 'dec-0054': 1, dec: 0.5, '0054': 0.5, retent: 1 })
  })

  test('counts a word fully that also stands outside the identifier', () => {
    expect(weights('read-only read', ['en'])).toEqual({ 'read-only': 1, read: 1 })
  })

  test('stems in every language and leaves out only the stop words of its own', () => {
    expect(weights('the houses', ['de', 'en'])).toEqual({ hous: 1 })
    expect(weights('war in the houses', ['en', 'de'])).toEqual({ war: 0.5, hous: 1 })
    expect(weights('Häuser', ['en', 'de'])).toEqual({ hauser: 1, haus: 1 })
  })

  test('falls back to English and says nothing about nothing', () => {
    expect(weights('houses', [])).toEqual({ hous: 1 })
    expect(analyzeQuery(' ?! ', ['en'])).toEqual([])
  })
})

test('takes an irregular past form back to its verb, in English alone', () => {
  const lexeme = (word: string, language: string) => analyze(word, language)[0]?.lexeme
  for (const [past, verb] of [['wrote', 'write'], ['kept', 'keep'], ['chosen', 'choose'], ['sent', 'sends']] as const) expect(lexeme(past, 'en')).toBe(lexeme(verb, 'en'))
  expect(lexeme('left', 'en')).not.toBe(lexeme('leave', 'en'))
  expect(lexeme('made', 'de')).not.toBe(lexeme('make', 'de'))
})
