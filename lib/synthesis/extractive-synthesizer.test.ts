import { describe, expect, it } from 'vitest'
import type { Answerability, PartDecision, RankedSentence } from '@/lib/answerability'
import type { EvidenceItem } from '@/lib/evidence'
import type { DraftClaim } from './draft-claim'
import { extractiveSynthesizer } from './extractive-synthesizer'

type Answerable = Extract<PartDecision, { kind: 'answerable' }>

/** Only what the synthesizer reads: the rest of an item plays no part in it. */
function itemOf(evidenceId: string, text: string, part: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    evidenceId, documentId: evidenceId, revisionId: evidenceId, title: 'The gate', headingPath: [], current: true, superseded: false,
    passage: { text, contentType: 'prose', context: [] }, ...part,
  } as unknown as EvidenceItem
}

function sentence(item: EvidenceItem, text: string, part: Partial<RankedSentence> & { readonly previous?: string } = {}): RankedSentence {
  const startOffset = item.passage.text.indexOf(text)
  const { previous = null, ...rest } = part
  return {
    candidate: { item, text, startOffset, endOffset: startOffset + text.length, cells: null, previous },
    coverage: 0.8, ownCoverage: 0.8, topicCoverage: 0.8, cosine: 0.8, hasType: true, covered: new Set(), score: 1, share: 0.9, ...rest,
  }
}

async function draft(question: string, type: Answerable['type'], sentences: readonly RankedSentence[]): Promise<DraftClaim[]> {
  const answerability: Answerability = { outcome: 'answerable', parts: [{ kind: 'answerable', question, type, sentences, checks: [] }] }
  const drafts: DraftClaim[] = []
  for await (const claim of extractiveSynthesizer(answerability, sentences.map(({ candidate }) => candidate.item)).synthesize(question, [], {})) drafts.push(claim)
  return drafts
}

describe('the extractive synthesizer', () => {
  it('says when its best sentence is the closest evidence only', async () => {
    const item = itemOf('e1', 'Marta keeps the key.')
    expect(await draft('Who keeps the key?', 'person', [sentence(item, 'Marta keeps the key.', { share: 0.4 })])).toEqual([{ text: 'Marta keeps the key.', kind: 'quotation', evidenceIds: ['e1'], closestOnly: true }])
    expect((await draft('Who keeps the key?', 'person', [sentence(item, 'Marta keeps the key.')]))[0]).not.toHaveProperty('closestOnly')
  })

  it('quotes the sentence before with one that refers back, and else names the heading', async () => {
    const item = itemOf('e1', 'Marta keeps the key. She is ill.', { headingPath: ['Marta'] })
    const [joined] = await draft('How is the keeper?', 'statement', [sentence(item, 'She is ill.', { previous: 'Marta keeps the key.' })])
    expect(joined?.text).toBe('Marta keeps the key. She is ill.')
    const [alone] = await draft('How is the keeper?', 'statement', [sentence(itemOf('e1', 'She is ill.', { headingPath: ['Marta'] }), 'She is ill.')])
    expect(alone).toMatchObject({ text: 'She is ill.', under: 'Marta' })
  })

  it.each(['In light of this we drop the proxy.', 'For this reason we drop the proxy.', 'Therefore we drop the proxy.'])('gives a conclusion with what it follows from: %s', async (text) => {
    const item = itemOf('e1', `The balancer is fast enough without it. ${text}`)
    expect((await draft('Why is the proxy dropped?', 'reason', [sentence(item, text, { previous: 'The balancer is fast enough without it.' })])).map((claim) => claim.text)).toEqual([`The balancer is fast enough without it. ${text}`])
  })

  it('goes on to the sentence after one that is not clearly the best, where that speaks of the same thing, and says neither twice', async () => {
    const [first, next] = ['A proposal goes stale with its document.', 'It is not merged.']
    const item = itemOf('e1', `${first} ${next}`)
    const sentences = [sentence(item, first, { share: 0.4 }), sentence(item, next, { previous: first, score: 0.9 })]
    expect((await draft('Is a stale proposal merged?', 'verdict', sentences)).map(({ text }) => text)).toEqual([`${first} ${next}`])
    expect((await draft('How does a proposal go stale?', 'statement', sentences)).map(({ text }) => text)).toEqual([`${first} ${next}`])
    expect((await draft('Is a stale proposal merged?', 'verdict', [sentence(item, first), ...sentences.slice(1)])).map(({ text }) => text)).toEqual([first])
  })

  it('does not add what another document says to a plain statement', async () => {
    const [one, other] = [itemOf('e1', 'The code means refused.'), itemOf('e2', 'The code stood in a log in spring.')]
    expect(await draft('What does the code mean?', 'statement', [sentence(one, 'The code means refused.'), sentence(other, 'The code stood in a log in spring.', { score: 0.96 })])).toHaveLength(1)
  })

  it('quotes a list that is asked for whole, with its introduction, as it was written', async () => {
    const text = 'The client changed:\n\n- sends 200 at a time\n- refuses an empty body'
    const item = itemOf('e1', text)
    expect(await draft('What changed in the client?', 'list', [sentence(item, 'sends 200 at a time'), sentence(item, 'refuses an empty body', { score: 0.9 })])).toMatchObject([{ text }])
  })

  it('quotes one item where the others of its list are about something else', async () => {
    const item = itemOf('e1', '- sends 200 at a time\n- the lamp is lit')
    expect(await draft('Which client sends many?', 'list', [sentence(item, 'sends 200 at a time')])).toMatchObject([{ text: 'sends 200 at a time' }])
  })

  it('gives reasons from one passage in the order they were written, and pads with nothing', async () => {
    const item = itemOf('e1', 'The key was lost on a bridge. So the gate stays open. Kind regards.')
    const drafts = await draft('Why is the gate open?', 'reason', [
      sentence(item, 'So the gate stays open.'), sentence(item, 'The key was lost on a bridge.', { score: 0.9 }), sentence(item, 'Kind regards.', { score: 0.95, ownCoverage: 0 }),
    ])
    expect(drafts.map(({ text }) => text)).toEqual(['The key was lost on a bridge.', 'So the gate stays open.'])
  })

  it('does not put what was superseded beside what replaced it', async () => {
    const [now, then] = [itemOf('e1', 'The gate is green and shut.'), itemOf('e2', 'The lamp was red in winter.', { superseded: true })]
    expect(await draft('Compare the gate', 'comparison', [sentence(now, 'The gate is green and shut.'), sentence(then, 'The lamp was red in winter.', { score: 0.95 })])).toHaveLength(1)
  })

  it('names a table row whose label has no header by where it stands', async () => {
    const item = itemOf('e1', '| | Owner |\n|---|---|\n| gate | tk |')
    const base = sentence(item, '| gate | tk |')
    const row = { ...base, candidate: { ...base.candidate, cells: [{ header: '', cell: 'gate' }, { header: 'Owner', cell: 'tk' }] } }
    expect(await draft('Who owns the gate?', 'person', [row])).toMatchObject([{ text: 'The gate, row “gate”: Owner “tk”', kind: 'table-cell' }])
  })
})
