import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '@/lib/evidence'
import type { DraftClaim } from '@/lib/synthesis'
import { startVerifying } from './verify-drafts'

function item(evidenceId: string, text: string, part: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    evidenceId, sourcePath: `${evidenceId}.md`, rank: 1, tokens: 10, relations: [], scope: 'public', localOnly: false, instructionLike: false, documentId: 'doc_a', revisionId: 'rev_a', revision: 1,
    title: 'A note', kind: 'note', project: null, status: null, effectiveAt: '2022-01-01', headingPath: [], current: true, supersededBy: null, superseded: false,
    passage: { id: 'psg_1', text, contentType: 'prose', startLine: 1, endLine: 1, startOffset: 0, endOffset: text.length, context: [], matches: [] },
    reasons: [], why: '', ...part,
  }
}

const retention = 'Receipts are kept for 400 days and then deleted.'
const canteen = 'The canteen of the office opens at noon.'
const items = [item('e1', canteen), item('e2', retention), item('e3', 'Receipts are printed on blue paper.')]
const draft = (text: string, ...evidenceIds: string[]): DraftClaim => ({ text, kind: 'fact', evidenceIds })
const judge = (verdict: 'supported' | 'not-established') => () => Promise.resolve({ verdict, reason: 'So it reads.' })

describe('a draft that cites the wrong passage', () => {
  it('is shown with the passage of the set that carries it, and says so', () => {
    const verifier = startVerifying(items)
    const claim = verifier.verify(draft(retention, 'e1'))
    expect(claim).toMatchObject({ text: retention, verdict: 'supported', quoted: true, verdictWords: 'Supported, word for word; the draft cited another passage, which does not say it' })
    expect(claim?.citations.map(({ evidenceId, quote }) => [evidenceId, quote])).toEqual([['e2', retention]])
    expect(verifier.withheld).toEqual([])
  })

  it('is withheld when no passage carries it', () => {
    const verifier = startVerifying(items)
    expect(verifier.verify(draft('Receipts are kept for 500 days and then deleted.', 'e1'))).toBeNull()
    expect(verifier.withheld).toHaveLength(1)
  })

  it('is withheld when an id is unknown or none is given, whatever the set holds', () => {
    const verifier = startVerifying(items)
    for (const ids of [[], ['e9'], ['e1', 'e9']]) expect(verifier.verify(draft(retention, ...ids))).toBeNull()
  })

  it('is withheld when the cited passage speaks against it', () => {
    const verifier = startVerifying([item('e1', 'Receipts are kept for 540 days and then deleted.'), item('e2', retention)])
    expect(verifier.verify(draft(retention, 'e1'))).toBeNull()
    expect(verifier.withheld[0]?.verdict).toBe('contradicted')
  })

  it('is not moved to a passage that reads like an instruction', () => {
    expect(startVerifying([item('e1', canteen), item('e2', retention, { instructionLike: true })]).verify(draft(retention, 'e1'))).toBeNull()
  })

  it('is not moved from a current passage to a superseded one', () => {
    const old = item('e2', retention, { superseded: true })
    expect(startVerifying([item('e1', canteen), old]).verify(draft(retention, 'e1'))).toBeNull()
    expect(startVerifying([item('e1', canteen, { superseded: true }), old]).verify(draft(retention, 'e1'))?.citations[0]?.evidenceId).toBe('e2')
  })
})

it('a draft that holds in part is narrowed to the sentence that carries it, the rest named', () => {
  const verifier = startVerifying(items)
  const claim = verifier.verify(draft('Receipts are kept for 400 days and then deleted securely.', 'e2'))
  expect(claim).toMatchObject({ text: retention, verdict: 'supported', verdictWords: 'Supported, word for word; narrowed: the draft also said what no cited passage carries: securely' })
  expect(verifier.withheld).toMatchObject([{ verdict: 'partially-supported' }])
})

describe('with a judge', () => {
  const paraphrase = 'The office canteen opens at noon.'

  it('what the rules do not establish and nothing speaks against is shown when the judge agrees', async () => {
    const other = startVerifying([item('e1', 'The canteen that belongs to this big new house of ours and the office opens at noon.')])
    expect(other.verify(draft('The canteen opens at noon.', 'e1'))?.text).not.toBe('The canteen opens at noon.')
    expect(await other.verifyJudged(draft('The canteen opens at noon.', 'e1'), judge('supported'))).toMatchObject({ text: 'The canteen opens at noon.', verdict: 'supported' })
  })

  it('nothing is shown that the judge denies or cannot be asked about', async () => {
    expect(await startVerifying(items).verifyJudged(draft(canteen, 'e1'), judge('not-established'))).toBeNull()
    const failing = startVerifying(items)
    expect(await failing.verifyJudged(draft(canteen, 'e1'), () => Promise.reject(new Error('down')))).toBeNull()
    expect(failing.withheld[0]?.reason).toContain('could not be asked')
    expect(await startVerifying(items).verifyJudged(draft(paraphrase, 'e2'), judge('supported'))).toBeNull()
  })
})
