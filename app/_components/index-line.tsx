import { count } from './count'
import { loadStatus } from './load-status'
import { Moment } from './moment'

/** Which index the page speaks from and how current it is. */
export async function IndexLine() {
  const status = await loadStatus()
  return (
    <p className="index-line">
      {status.generation === null ? (
        <span>Nothing is indexed yet</span>
      ) : (
        <>
          <span>Index {status.generation}{status.asOf !== null && <>, current as of <Moment at={status.asOf} /></>}</span>
          <span>{count(status.passages, 'passage')} in {count(status.documents, 'document')}</span>
        </>
      )}
      {status.files.waiting > 0 && <span>{count(status.files.waiting, 'file')} waiting</span>}
      {status.files.failed.length > 0 && <span>{count(status.files.failed.length, 'file')} could not be read</span>}
      {status.mode === 'lexical-only' && <span>Search by words only.{status.modeReason !== null && ` ${status.modeReason}`}</span>}
      {status.indexing !== null && <a href="/status">Indexing now</a>}
    </p>
  )
}
