import { getRuntime } from '@/app/_server/runtime'
import type { Identity } from '@/lib/access'
import { isClosestOnly, type AnswerRecord, type FeedbackCategory } from '@/lib/answers'
import { RevisionFields } from './revision-fields'
import { WordsField } from './words-field'
import { feedbackCategoryWords } from './words'

interface AnswerToolsProps {
  readonly identity: Identity
  readonly record: AnswerRecord
  readonly latestRevision: number
}

/** What can be done with a finished answer: keep it, take it along, share it, compare it, say what is wrong with it. */
export async function AnswerTools({ identity, record, latestRevision }: AnswerToolsProps) {
  const { records } = getRuntime()
  const address = `/answers/${record.answerId}/r/${record.revision}`
  // All strangers have one name, so what one of them kept would be everybody’s.
  const keeps = identity.name !== 'public'
  const [bookmarked, note] = await Promise.all([records.bookmarked(identity, record.answerId), records.savedNote(identity, record.answerId, record.revision)])
  return (
    <section aria-label="Keep this answer, or take it along">
      <div className="actions">
        {keeps && (
          <form method="post" action="/answers/bookmark">
            <RevisionFields answerId={record.answerId} revision={record.revision} />
            <input type="hidden" name="wanted" value={bookmarked ? 'no' : 'yes'} />
            <button className="button" type="submit">{bookmarked ? 'Remove the bookmark' : 'Bookmark'}</button>
          </form>
        )}
        <a className="button" href={`${address}/export.md`} download>Export as Markdown</a>
        <a className="button" href={`${address}/export.json`} download>Export as JSON</a>
        {identity.scopes === 'all' && record.claims.length > 0 && <a className="button" href={`${address}/share`}>Share</a>}
        {latestRevision > 1 && <a className="button" href={compareAddress(record, latestRevision)}>Compare revisions</a>}
      </div>
      {keeps && leavesGap(record) && <SaveQuestion record={record} note={note} />}
      {keeps && <GiveFeedback record={record} />}
    </section>
  )
}

/** Something that was asked is not answered. */
function leavesGap(record: AnswerRecord): boolean {
  return record.outcome !== 'answered' || isClosestOnly(record)
}

function compareAddress({ answerId, revision }: AnswerRecord, latestRevision: number): string {
  const [before, after] = revision === latestRevision ? [revision - 1, revision] : [revision, latestRevision]
  return `/answers/${answerId}/compare?before=${before}&after=${after}`
}

function SaveQuestion({ record, note }: { readonly record: AnswerRecord; readonly note: string | null }) {
  return (
    <details className="quiet-details">
      <summary>{note === null ? 'Save this question until the notes answer it' : 'This question is saved; change its note'}</summary>
      <form method="post" action="/saved/keep">
        <RevisionFields answerId={record.answerId} revision={record.revision} />
        <WordsField name="note" label="What would close the gap? Nobody else reads this note." value={note ?? ''} />
        <button className="button" type="submit">{note === null ? 'Save the question' : 'Save the note'}</button>
        <p className="more"><a href="/saved">Saved questions</a></p>
      </form>
    </details>
  )
}

function GiveFeedback({ record }: { readonly record: AnswerRecord }) {
  return (
    <details className="quiet-details">
      <summary>Say what is wrong with this answer</summary>
      <form method="post" action="/answers/feedback">
        <RevisionFields answerId={record.answerId} revision={record.revision} />
        <fieldset className="my-3 grid gap-1 text-sm">
          <legend className="sr-only">What is wrong</legend>
          {Object.entries(feedbackCategoryWords).filter(([category]) => category !== ('unclear-refusal' satisfies FeedbackCategory) || leavesGap(record)).map(([category, words]) => (
            <label key={category} className="flex items-baseline gap-2"><input type="radio" name="category" value={category} required /> {words}</label>
          ))}
        </fieldset>
        <WordsField name="words" label="In your own words, if you like" />
        <button className="button" type="submit">Note this for revision {record.revision}</button>
      </form>
    </details>
  )
}
