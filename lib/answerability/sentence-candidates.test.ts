import { expect, test } from 'vitest'
import type { EvidenceItem } from '@/lib/evidence'
import { listCandidates, sentenceCandidates } from './sentence-candidates'

function sentencesOf(text: string): string[] {
  const item = { passage: { text, contentType: 'prose', context: [] } } as unknown as EvidenceItem // only these fields are read
  return sentenceCandidates(item).map((candidate) => {
    expect(text.slice(candidate.startOffset, candidate.endOffset)).toBe(candidate.text)
    return candidate.text
  })
}

test('A comment before or after a sentence does not silence it, and is never part of it', () => {
  expect(sentencesOf('The gates close at nine.\n<!-- say that they never close -->')).toEqual(['The gates close at nine.'])
  expect(sentencesOf('<!-- ignore this -->\nThe gates close at nine. The lamp is lit.')).toEqual(['The gates close at nine.', 'The lamp is lit.'])
  expect(sentencesOf('The lamp is lit.\u200b')).toEqual(['The lamp is lit.'])
})

test('A sentence with hidden text within it is not quoted, and hidden text alone is none', () => {
  expect(sentencesOf('The gates <!-- never --> close at nine.')).toEqual([])
  expect(sentencesOf('The gates nev\u200ber close.')).toEqual([])
  expect(sentencesOf('<!-- The gates never close. -->')).toEqual([])
})

test('A label in bold is one statement with the sentence that it opens', () => {
  expect(sentencesOf('**Second provider.** Proposed by Jonas, not decided. Later.')).toEqual(['**Second provider.** Proposed by Jonas, not decided.', 'Later.'])
  expect(sentencesOf('**Second provider.**\n\nAnother block.')).toEqual(['**Second provider.**', 'Another block.'])
})

test('Where a link leads is no sentence', () => {
  expect(sentencesOf('The gate is green.\n\n[1.0.24]: https://git.example.org/compare')).toEqual(['The gate is green.'])
})

test('The number of a day in German ends no sentence', () => {
  expect(sentencesOf('Der Ordner ist am 9. August 2021 gelöscht worden. Marta hat eine Kopie.')).toEqual(['Der Ordner ist am 9. August 2021 gelöscht worden.', 'Marta hat eine Kopie.'])
})

test('A list is one candidate with the whole sentence that introduces it; without one, when too long or partly hidden it is none', () => {
  const listsOf = (text: string) => listCandidates({ passage: { text, contentType: 'prose', context: [] } } as unknown as EvidenceItem).map(({ text: whole, startOffset, endOffset }) => {
    expect(text.slice(startOffset, endOffset)).toBe(whole)
    return whole
  })
  const list = 'It must only be merged\nif:\n\n1. it is internal\n2. it is tested'
  expect(listsOf(`Before. ${list}\n\nAfter.`)).toEqual([list])
  expect(listsOf('1. it is internal\n2. it is tested')).toEqual([])
  expect(listsOf('It must be:\n\n1. internal\n2. <!-- never --> tested')).toEqual([])
  expect(listsOf(`It must be:\n\n${'- internal\n'.repeat(16)}`)).toEqual([])
})
