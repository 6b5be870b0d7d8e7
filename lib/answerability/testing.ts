import type { EvidenceItem } from '@/lib/evidence'
import type { Ranking } from '@/lib/retrieval'
import type { PartView } from './part-view'
import type { RankedSentence } from './rank-sentences'
import { rankSentences } from './rank-sentences'
import { sentenceCandidates } from './sentence-candidates'
import { understandQuestion } from './understand-question'

export interface TestNote {
  readonly text: string
  readonly title?: string
  readonly heading?: string
  readonly path?: string
  readonly effectiveAt?: string
  /** Nothing but its file's time tells a date. */
  readonly undated?: true
  readonly current?: boolean
  readonly superseded?: boolean
  readonly status?: string
  readonly contentType?: EvidenceItem['passage']['contentType']
  /** Cosine of every sentence with the question. */
  readonly cosine?: number
}

/** An evidence item as assembly gives it, one per note. */
export function testItem(note: TestNote, at: number): EvidenceItem {
  const path = note.path ?? `notes/n${at + 1}.md`
  return {
    evidenceId: `e${at + 1}`, rank: at + 1, tokens: 10, relations: [], scope: 'public', localOnly: false, instructionLike: false,
    documentId: `doc_${path}`, revisionId: `rev_${at}`, revision: 1, title: note.title ?? `Note ${at + 1}`, kind: 'note', project: null, status: note.status ?? null,
    effectiveAt: note.effectiveAt ?? '2022-01-01', ...(note.undated === true ? { undated: true } : {}), sourcePath: path, headingPath: note.heading === undefined ? [] : [note.heading],
    current: note.current ?? true, superseded: note.superseded ?? false, supersededBy: null, reasons: [], why: '',
    passage: { id: `psg_${at}`, text: note.text, contentType: note.contentType ?? 'prose', startLine: 1, endLine: 1, startOffset: 0, endOffset: note.text.length, context: [], matches: [] },
  } as unknown as EvidenceItem // ids are branded strings and no test reads the rest
}

/** One part of a question over notes: every word weighs 3 unless `idf` says so; sentences ranked as in the product, with the cosines given. */
export async function testView(question: string, notes: readonly TestNote[], given: Partial<PartView> & { readonly weak?: boolean; readonly unknown?: readonly string[] } = {}): Promise<PartView> {
  const { weak = false, unknown = [], ...rest } = given
  const asked = understandQuestion(question, ['en'])
  const idf = rest.idf ?? new Map(asked.terms.map(({ lexeme }) => [lexeme, 3]))
  const items = notes.map(testItem)
  const byId = new Map(notes.map((note, at) => [`e${at + 1}`, note.cosine ?? 0.5]))
  const ranked = (await rankSentences(asked, idf, null, items.flatMap((item) => sentenceCandidates(item)), null)).map((entry): RankedSentence => {
    const cosine = byId.get(entry.candidate.item.evidenceId) ?? 0.5
    return { ...entry, cosine, score: entry.score + cosine }
  }).sort((a, b) => b.score - a.score)
  const ranking = { generation: 1, mode: 'hybrid', weak, unknown, idf, results: [], queryVector: null, filters: {}, terms: asked.terms } as unknown as Ranking // no check reads the rest
  return { question: asked, ranked, standing: ranked, items, ranking, idf, period: null, isPast: false, ...rest }
}
