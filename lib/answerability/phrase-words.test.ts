import { describe, expect, it } from 'vitest'
import { describeMissing } from './describe-missing'
import { notePassage } from './note-passage'
import { phrasesOf, tellingPhrases } from './phrase-words'
import { testItem, testView, type TestNote } from './testing'
import { understandQuestion } from './understand-question'
import { withoutSlips } from './without-slips'

const lexemesOf = (text: string) => new Set(understandQuestion(text, ['en']).terms.filter(({ form, weight }) => form !== 'identifier-part' && weight === 1).map(({ lexeme }) => lexeme))
const telling = (text: string) => tellingPhrases(understandQuestion(text, ['en']), lexemesOf(text), 9)

describe('what a question names, in its phrases', () => {
  it.each([
    ['What happens when Fastly goes down?', ['Fastly']],
    ['How many times is a webhook attempted before giving up?', ['webhook attempted']],
    ['Which CI tools are considered legacy?', ['CI tools', 'legacy']],
    ['Who is responsible for keeping Rails up to date?', ['responsible for keeping Rails']],
    ['Who is the data protection officer?', ['data protection officer']],
    ['コンテンツ', ['コンテンツ']],
    ['Wann wurde der Bot in Gdynia gestartet?', ['Bot', 'Gdynia gestartet']],
    ['Bot w Gdyni, w Sopocie?', ['Bot w Gdyni', 'Sopocie']],
    ['Is a man on the mandate committee?', ['man', 'mandate committee']],
  ])('%s: %j', (text, phrases) => {
    expect(telling(text)).toEqual(phrases)
  })

  it('are its other words where it names nothing', () => {
    const question = understandQuestion('What was given up and kept?', ['en'])
    const lexemes = lexemesOf(question.text)
    expect(tellingPhrases(question, lexemes)).toEqual([])
    expect(phrasesOf(question, lexemes)).not.toEqual([])
  })
})

describe('what is missing', () => {
  const missing = async (question: string, ...notes: readonly TestNote[]) => {
    const view = await testView(question, notes)
    return describeMissing(view.question, view.ranked)
  }

  it('is what no passage found holds', async () => {
    expect(await missing('Who approves the webhook timeout?', { text: 'The webhook is called once.' })).toBe('No passage found that speaks of “webhook” says anything of “approves” and “timeout”.')
    expect(await missing('Who approves the webhook timeout?', { text: 'The desk opens at nine.' })).toMatch(/^No passage found speaks of/)
  })

  it('is the connection where each word stands in a passage of its own', async () => {
    expect(await missing('Which tools are considered legacy?', { text: 'We list the tools.' }, { text: 'Much of it is legacy.' })).toBe('No sentence found joins “tools” with “legacy”.')
  })

  it('is no light verb', async () => {
    expect(await missing('What happens when the gateway goes down?', { text: 'The gateway is a box.' })).toBe('No sentence found answers “What happens when the gateway goes down”.')
  })

  it('is no word that is a slip', () => {
    const suggestions = [{ word: 'wich', instead: 'which', query: '' }, { word: 'polcy', instead: 'policy', query: '' }, { word: 'polcy', instead: 'police', query: '' }]
    expect(withoutSlips('No passage found that speaks of “mixins” says anything of “wich” and “polcy”.', suggestions)).toBe('“wich” and “polcy” stand nowhere in the notes; “which” and “policy” may be meant.')
    expect(withoutSlips('No passage found speaks of “polcy”, “mixins” and “desk”.', suggestions)).toBe('No passage found speaks of “mixins” and “desk”. “polcy” stands nowhere in the notes; “policy” may be meant.')
    expect(withoutSlips('Nothing comes near: “retry polcy”.', suggestions)).toBe('Nothing comes near: “retry polcy”. “polcy” stands nowhere in the notes; “policy” may be meant.')
    expect(withoutSlips('No passage found speaks of “mixins”.', suggestions)).toBe('No passage found speaks of “mixins”.')
  })
})

it('a passage is noted by the words of the question that it holds and does not hold', () => {
  const question = understandQuestion('Who approves the webhook timeout of RFC 91?', ['en'])
  expect(notePassage(question, testItem({ text: 'The webhook has a timeout. See RFC #91.' }, 0))).toBe('Holds “webhook timeout of RFC 91”, not “approves”.')
  expect(notePassage(question, testItem({ text: 'Soup.', heading: 'Webhooks' }, 0))).toBe('Holds “webhook”, not “approves” and “timeout of RFC 91”.')
  expect(notePassage(question, testItem({ text: 'Soup.' }, 0))).toBe('Holds no word of the question itself.')
})
