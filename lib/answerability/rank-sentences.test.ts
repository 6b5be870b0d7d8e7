import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '@/lib/evidence'
import { rankSentences, sentenceWeights } from './rank-sentences'
import { listCandidates, sentenceCandidates, type SentenceCandidate } from './sentence-candidates'
import { understandQuestion } from './understand-question'

interface Note {
  readonly text: string
  readonly rank?: number
  readonly title?: string
  readonly superseded?: boolean
}

/** Only what the ranking reads: the rest of an item plays no part in it. */
function itemOf({ text, rank = 1, title = 'A note', superseded = false }: Note): EvidenceItem {
  return {
    evidenceId: `e${rank}`, rank, title, headingPath: [], project: null, kind: 'note', current: true, superseded, effectiveAt: '2022-01-01', reasons: [],
    passage: { text, contentType: 'prose', context: [] },
  } as unknown as EvidenceItem
}

async function rank(question: string, ...notes: readonly Note[]) {
  const understood = understandQuestion(question, ['en'])
  const ranked = await rankSentences(understood, new Map(understood.terms.map(({ lexeme }) => [lexeme, 2])), null, notes.map(itemOf).flatMap((item) => sentenceCandidates(item)), null)
  return ranked.map((entry) => ({ ...entry, text: entry.candidate.text }))
}

const texts = (ranked: readonly { readonly text: string }[]) => ranked.map(({ text }) => text)

describe('the fields of a record', () => {
  it('that say which record it is stand behind what it says, unless one is asked for by name', async () => {
    const item = { ...itemOf({ text: '' }), passage: { text: 'product: client\ncommit: 9f3c1d7\nchanges: Reads pages faster.', contentType: 'record', context: [] } } as unknown as EvidenceItem
    const first = async (question: string) => {
      const understood = understandQuestion(question, ['en'])
      return (await rankSentences(understood, new Map(understood.terms.map(({ lexeme }) => [lexeme, 2])), null, ['product: client', 'commit: 9f3c1d7', 'Reads pages faster.'].map((text) => ({ item, text, startOffset: item.passage.text.indexOf(text), endOffset: item.passage.text.indexOf(text) + text.length, cells: null, previous: null })), null))[0]?.candidate.text
    }
    expect(await first('Which pages of the client were improved?')).toBe('Reads pages faster.')
    expect(await first('Which commit is the client?')).toBe('commit: 9f3c1d7')
  })
})

describe('the order of sentences', () => {
  it('puts a line that only leads to another note behind one that says something', async () => {
    expect(texts(await rank('What happens after a timeout?', { text: 'What happens after a timeout: [[policy]].' }, { text: 'After a timeout the message happens to wait.', rank: 2 }))[0]).toBe('After a timeout the message happens to wait.')
  })

  it('puts the sentence with a new date near the question’s words first', async () => {
    const ranked = await rank('When was the gate painted?', { text: 'The gate was painted green by hand. The gate was painted in May 2021. The lamp was lit.' })
    expect(texts(ranked)[0]).toBe('The gate was painted in May 2021.')
  })

  it('does not take what repeats the question, or only points elsewhere, for an answer', async () => {
    const ranked = await rank('What is the retry rule for faxgate?', { text: 'Retry rule for faxgate.\n\nSee [[retry rule for faxgate]].\n\nThe rule says that faxgate is never asked again.' })
    expect(texts(ranked)[0]).toBe('The rule says that faxgate is never asked again.')
  })

  it('puts what holds before what was superseded', async () => {
    const ranked = await rank('Who keeps the key?', { text: 'Old Marta keeps the key.', superseded: true }, { text: 'Young Jonas keeps the key.' })
    expect(texts(ranked)[0]).toBe('Young Jonas keeps the key.')
  })

  it('puts the row that meets the question’s conditions before the one that fails them', async () => {
    const table = '| Key | Lookup | Rule |\n|---|---|---|\n| yes | none | four times |\n| none | none | never again |'
    const ranked = await rank('What is the rule where key is none and lookup is none?', { text: table })
    expect(ranked[0]?.text).toContain('never again')
  })

  it('takes a sentence that says yes or no before a row that holds the same', async () => {
    const ranked = await rank('Does faxgate take a key?', { text: '| Key | Adapter |\n|---|---|\n| none | faxgate |' }, { text: 'Faxgate does not take a key.', rank: 2 })
    expect(texts(ranked)[0]).toBe('Faxgate does not take a key.')
  })

  it('reads a list item under the line that introduces it', async () => {
    const ranked = await rank('Which languages does the reader support?', { text: 'The reader supports these languages:\n\n- German\n- Polish\n\nThe writer is blue and old.' })
    expect(texts(ranked).slice(0, 2).sort()).toEqual(['German', 'Polish'])
  })

  it('puts the number of what is counted before another unit’s, and does not take a date for a number', async () => {
    const ranked = await rank('How many approvals does publishing need?', { text: 'An approval expires after 72 hours. Publishing changed on 2022-03-04. Publishing needs two approvals.' })
    expect(texts(ranked)[0]).toBe('Publishing needs two approvals.')
    expect(ranked.find(({ text }) => text.includes('2022'))?.hasType).toBe(false)
  })
})

describe('what stands in a list or on a day', () => {
  const item = itemOf({ text: 'The merge of internal changes has conditions.\n\nA change is merged if:\n\n1. it is internal\n2. it is tested\n3. it is small' })
  const ranked = async (question: string, candidates: readonly SentenceCandidate[], days: readonly string[] = []) => {
    const understood = understandQuestion(question, ['en'])
    return texts((await rankSentences(understood, new Map(understood.terms.map(({ lexeme }) => [lexeme, 2])), null, candidates, null, { days })).map(({ candidate }) => candidate))
  }

  it('a whole list comes first where so many things are asked for, and last where none are', async () => {
    const candidates = [...sentenceCandidates(item), ...listCandidates(item)]
    expect((await ranked('Which three conditions must be met for a merge?', candidates))[0]).toMatch(/^A change is merged if:/)
    expect((await ranked('Who sets conditions for a merge?', candidates)).at(-1)).toMatch(/^A change is merged if:/)
  })

  it('a sentence of the very day comes first', async () => {
    const notes = [itemOf({ text: 'The replay found 5 messages waiting.' }), itemOf({ text: 'On 5 July the replay found 0 messages waiting.', rank: 2 })]
    expect((await ranked('How many messages were waiting in the replay?', notes.flatMap((item) => sentenceCandidates(item)), ['2022-07-05']))[0]).toMatch(/^On 5 July/)
  })

  it('a compound word stands in a longer one, a name with figures does not', async () => {
    const covered = async (question: string, text: string) => (await rank(question, { text }))[0]?.ownCoverage ?? 0
    expect(await covered('long-term release', 'It is a Long-Term-Support release.')).toBe(1)
    expect(await covered('DEC-12 release', 'DEC-12-3 is a release.')).toBeLessThan(1)
  })
})

describe('the share', () => {
  it('is one where a single sentence stands, and is counted together for sentences that say the same', async () => {
    expect((await rank('Who keeps the key?', { text: 'Marta keeps the old key.' }))[0]?.share).toBeCloseTo(1, 10)
    const twice = await rank('Who keeps the key?', { text: 'Marta keeps the old key.' }, { text: 'Marta keeps the old key.' })
    expect(twice[0]?.share).toBeCloseTo(1, 10)
  })

  it('is below the limit of an answer where several sentences are as good', async () => {
    const ranked = await rank('Who keeps the key?', { text: 'Marta of the north keeps one key. Jonas in the south keeps another key. Ines from the harbour keeps that key.' })
    expect(ranked[0]?.share).toBeLessThan(sentenceWeights.answerShare)
    expect(ranked.reduce((sum, { share = 0 }) => sum + share, 0)).toBeCloseTo(1, 10)
  })

  it('gives nothing for nothing', async () => {
    expect(await rank('Who keeps the key?')).toEqual([])
  })
})
