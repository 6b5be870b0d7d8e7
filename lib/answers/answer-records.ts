import { randomBytes } from 'node:crypto'
import { Fault, type AnswerId } from '@/lib/foundation'
import { owner, type Identity } from '@/lib/access'
import { citableItems, readEvidenceSet, type EvidenceItem } from '@/lib/evidence'
import type { RetrievalServices, SearchResult } from '@/lib/retrieval'
import { isClosestOnly, type AnswerRecord } from './answer-record'
import { compareAnswers, type AnswerComparison } from './compare-answers'
import { exportMarkdown, exportShape } from './export-answer'
import { findNewEvidence } from './find-new-evidence'
import { sharedAnswer, type SharedAnswer } from './shared-answer'
import { readRecord } from './store'
import { readBookmark, storeBookmark } from './store-bookmarks'
import { deleteFeedback, readFeedback, storeFeedback, type Feedback, type FeedbackId } from './store-feedback'
import { searchHistory, type HistoryPage, type HistoryRequest } from './store-history'
import { deleteSaved, readActiveGeneration, readNote, readSaved, storeSaved, type SavedQuestion } from './store-saved'
import { readShared, readShares, revokeShare, storeShare, type Share, type ShareId } from './store-shares'

export interface AnswerExport {
  /** Without an ending. */
  readonly fileName: string
  readonly markdown: string
  readonly json: ReturnType<typeof exportShape>
}

/** A saved question and what the notes hold of it since its last answer: passages that were not there then, or that nobody has looked. */
export interface SavedState extends SavedQuestion {
  readonly news: readonly SearchResult[] | 'not-looked-for'
}

/**
 * What is done with answers once they are there. A revision that an identity may not see does not exist for it: null or
 * false. A stranger keeps nothing and only the owner shares and reads feedback: Fault `not-permitted` otherwise.
 */
export interface AnswerRecords {
  history(identity: Identity, request: HistoryRequest): Promise<HistoryPage>
  export(identity: Identity, answerId: AnswerId, revision: number | null): Promise<AnswerExport | null>
  compare(identity: Identity, answerId: AnswerId, before: number, after: number): Promise<AnswerComparison | null>
  bookmarked(identity: Identity, answerId: AnswerId): Promise<boolean>
  bookmark(identity: Identity, answerId: AnswerId, wanted: boolean): Promise<boolean>
  giveFeedback(identity: Identity, given: Pick<Feedback, 'answerId' | 'revision' | 'category' | 'words'>): Promise<FeedbackId | null>
  /** Of everybody, newest first. */
  feedback(identity: Identity): Promise<readonly Feedback[]>
  /** One, with the record that it is about. */
  feedbackOn(identity: Identity, id: FeedbackId): Promise<{ readonly feedback: Feedback; readonly record: AnswerRecord } | null>
  removeFeedback(identity: Identity, id: FeedbackId): Promise<void>
  /** Keeps a revision that was refused, partial or only the closest evidence with a note; again: replaces the note. Throws Fault `bad-input` for a whole answer. */
  save(identity: Identity, answerId: AnswerId, revision: number, note: string): Promise<boolean>
  /** The note it was saved with; null when this identity did not save it. */
  savedNote(identity: Identity, answerId: AnswerId, revision: number): Promise<string | null>
  saved(identity: Identity): Promise<readonly SavedState[]>
  removeSaved(identity: Identity, answerId: AnswerId, revision: number): Promise<void>
  /** What a visitor would see of a revision. */
  sharePreview(identity: Identity, answerId: AnswerId, revision: number): Promise<SharedAnswer | null>
  /** Makes a link of a token that is told this once. Throws Fault `bad-input` for a revision that shows no claim. */
  share(identity: Identity, answerId: AnswerId, revision: number, days: number): Promise<{ readonly token: string } | null>
  shares(identity: Identity): Promise<readonly Share[]>
  revoke(identity: Identity, id: ShareId): Promise<void>
  /** For whoever holds the token; null when it is unknown, expired or revoked. */
  shared(token: string): Promise<(SharedAnswer & { readonly expiresAt: string }) | null>
}

/** More saved questions are listed, but not looked for again, so that the list stays quick. */
const mostLookedFor = 30

export function openAnswerRecords(services: RetrievalServices): AnswerRecords {
  const { database } = services
  const news = new Map<string, Promise<readonly SearchResult[]>>()
  let newsOf: number | null = null

  async function withItems(identity: Identity, answerId: AnswerId, revision: number | null): Promise<{ readonly record: AnswerRecord; readonly items: readonly EvidenceItem[] } | null> {
    const record = await readRecord(database, identity, answerId, revision)
    if (record === null) return null
    const set = await readEvidenceSet(database, identity, record.evidenceSetId, record.evidenceSetRevision)
    return { record, items: set === null ? [] : citableItems(set) }
  }

  /** Looked for once in each generation. */
  function newsFor(identity: Identity, saved: SavedQuestion, generation: number): Promise<readonly SearchResult[]> {
    if (newsOf !== generation) news.clear()
    newsOf = generation
    const key = `${identity.name} ${saved.answerId} ${saved.latest.revision}`
    const found = news.get(key) ?? findNewEvidence(identity, saved, services)
    news.set(key, found)
    found.catch(() => { news.delete(key) })
    return found
  }

  return {
    history: (identity, request) => searchHistory(database, identity, request),
    export: async (identity, answerId, revision) => {
      const found = await withItems(identity, answerId, revision)
      if (found === null) return null
      const { record, items } = found
      return { fileName: `${answerId}-r${record.revision}`, markdown: exportMarkdown(record, items), json: exportShape(record, items, identity.scopes === 'all') }
    },
    compare: async (identity, answerId, before, after) => {
      const [old, now] = await Promise.all([before, after].map((revision) => withItems(identity, answerId, revision)))
      return old == null || now == null ? null : compareAnswers(old.record, now.record, old.items, now.items)
    },
    bookmarked: async (identity, answerId) => identity.name !== 'public' && readBookmark(database, identity, answerId),
    bookmark: async (identity, answerId, wanted) => {
      requireName(identity)
      if ((await readRecord(database, identity, answerId, null)) === null) return false
      await storeBookmark(database, identity, answerId, wanted)
      return true
    },
    giveFeedback: async (identity, given) => {
      requireName(identity)
      return (await readRecord(database, identity, given.answerId, given.revision)) === null ? null : storeFeedback(database, identity, given)
    },
    feedback: async (identity) => { requireOwner(identity); return readFeedback(database) },
    feedbackOn: async (identity, id) => {
      requireOwner(identity)
      const [feedback] = await readFeedback(database, id)
      const record = feedback === undefined ? null : await readRecord(database, identity, feedback.answerId, feedback.revision)
      return feedback === undefined || record === null ? null : { feedback, record }
    },
    removeFeedback: async (identity, id) => { requireOwner(identity); await deleteFeedback(database, id) },
    save: async (identity, answerId, revision, note) => {
      requireName(identity)
      const record = await readRecord(database, identity, answerId, revision)
      if (record === null) return false
      if (record.outcome === 'answered' && !isClosestOnly(record)) throw new Fault('bad-input', 'This question was answered whole, so there is no gap to save it for. Bookmark it instead.')
      await storeSaved(database, identity, answerId, revision, note)
      return true
    },
    savedNote: async (identity, answerId, revision) => (identity.name === 'public' ? null : readNote(database, identity, answerId, revision)),
    saved: async (identity) => {
      requireName(identity)
      const [saved, generation] = [await readSaved(database, identity), await readActiveGeneration(database)]
      const states: SavedState[] = []
      for (const [at, one] of saved.entries()) {
        const changed = generation !== null && generation !== one.latest.generation
        states.push({ ...one, news: !changed ? [] : at < mostLookedFor ? await newsFor(identity, one, generation) : 'not-looked-for' })
      }
      return states
    },
    removeSaved: async (identity, answerId, revision) => { requireName(identity); await deleteSaved(database, identity, answerId, revision) },
    sharePreview: async (identity, answerId, revision) => {
      requireOwner(identity)
      const found = await withItems(identity, answerId, revision)
      return found === null ? null : sharedAnswer(found.record, found.items)
    },
    share: async (identity, answerId, revision, days) => {
      requireOwner(identity)
      const record = await readRecord(database, identity, answerId, revision)
      if (record === null) return null
      if (record.claims.length === 0) throw new Fault('bad-input', 'This revision shows no claim, so a link would show nothing but the question.')
      const token = randomBytes(32).toString('base64url')
      await storeShare(database, record, token, days)
      return { token }
    },
    shares: async (identity) => { requireOwner(identity); return readShares(database) },
    revoke: async (identity, id) => { requireOwner(identity); await revokeShare(database, id) },
    shared: async (token) => {
      const shared = /^[\w-]{43}$/.test(token) ? await readShared(database, token) : null
      const found = shared === null ? null : await withItems(owner, shared.answerId, shared.revision)
      return shared === null || found === null ? null : { ...sharedAnswer(found.record, found.items), expiresAt: shared.expiresAt }
    },
  }
}

function requireOwner({ scopes }: Identity): void {
  if (scopes !== 'all') throw new Fault('not-permitted', 'This is for the owner: sign in first.')
}

/** All strangers have one name, so what one of them kept would be everybody’s. */
function requireName({ name }: Identity): void {
  if (name === 'public') throw new Fault('not-permitted', 'Whoever has not signed in keeps nothing here: sign in first.')
}
