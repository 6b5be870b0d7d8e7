import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerRecord, Feedback } from '@/lib/answers'
import { readCases } from '@/lib/evaluation'
import { draftCase } from './draft-case'

const quote = 'Receipts are kept for 540 days, and not one day longer than that, whatever a customer may ask for in the years afterwards, in any letter.\nSecond line.'
const citation = { number: 1, evidenceId: 'e1', documentId: 'doc_1', revisionId: 'rev_1', revision: 3, sourcePath: 'notes/receipts.md', startLine: 1, endLine: 2, quote, startOffset: 0, endOffset: quote.length } as const
const record: AnswerRecord = {
  answerId: 'ans_1', revision: 2, question: 'How long: are "receipts" kept? # really', request: { query: 'q', filters: { asOf: '2022-05-03' } }, outcome: 'answered',
  claims: [{ id: 'clm_1', text: 'Receipts are kept for 540 days: "all" of them', quoted: false, verdict: 'supported', verdictWords: 'Supported', citations: [citation, citation] }],
  withheld: [], unanswered: [], refusal: null, evidenceSetId: 'evd_1', evidenceSetRevision: 1, generation: 1, promptVersion: 'p', model: 'extractive', configuration: {}, stages: [], cause: 'asked', createdAt: '2022-01-01T00:00:00.000Z',
}
const refusal: AnswerRecord = { ...record, outcome: 'refused', claims: [], refusal: { reason: 'missing-relationship', supported: null, missing: 'No period is named.', passages: [], narrower: [] } }
const feedback = (category: Feedback['category'], words = '', askedAs = 'owner'): Feedback => ({ feedbackId: 'fbk_0123456789abcdefxyz', answerId: 'ans_1', revision: 2, question: record.question, outcome: 'answered', identity: 'owner', askedAs, category, words, createdAt: '2022-01-02T00:00:00.000Z' })

describe('a draft case from feedback', () => {
  let folder: string
  beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'k81r-draft-')) })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function read(given: Feedback, about: AnswerRecord = record) {
    const { yaml } = draftCase(given, about)
    await writeFile(join(folder, 'draft.yaml'), yaml)
    const [only, ...rest] = await readCases(folder)
    if (only === undefined || rest.length > 0) throw new Error('not one case')
    return { yaml, read: only }
  }

  it('is a file of one case as the evaluation reads it, with the question as it was asked', async () => {
    const { yaml, read: draft } = await read(feedback('unsupported-claim', 'Nobody says “all”.', 'reader:team'))
    expect(draft).toMatchObject({
      id: 'how-long-are-receipts-kept-really-defxyz', category: 'exact-lookup', question: record.question, as: { name: 'reader:team' }, asOf: '2022-05-03', outcome: 'answered',
      forbidden: ['Receipts are kept for 540 days: "all" of them'],
    })
    expect(draft.relevant).toHaveLength(1)
    expect(draft.relevant[0]).toMatchObject({ path: 'notes/receipts.md', revision: 3 })
    expect(quote).toContain(draft.relevant[0]?.contains ?? 'nothing')
    expect(draft.relevant[0]?.contains.length).toBeLessThanOrEqual(120)
    expect(yaml).toContain('# In the words of whoever gave it: Nobody says “all”.')
  })

  it('takes the cited passages for right only where they are not what is in doubt', async () => {
    expect((await read(feedback('wrong-source'))).read.relevant).toEqual([])
    expect((await read(feedback('wrong-source'))).yaml).toContain('# It cited: notes/receipts.md r3.')
    expect((await read(feedback('missing-evidence'), refusal)).read).toMatchObject({ outcome: 'answered', category: 'paraphrase', relevant: [] })
    expect((await read(feedback('unclear-refusal'), refusal)).read).toMatchObject({ outcome: 'refused', category: 'unanswerable', refusal: ['missing-relationship'] })
  })

  it.each(['two\nlines: here', 'a\r\nversion: 2', 'b\u2028cases: []', 'c\u0085- x', '\n\n'])('keeps whatever words were given in comments: %j', async (words) => {
    expect((await read(feedback('presentation', words))).read.question).toBe(record.question)
  })
})
