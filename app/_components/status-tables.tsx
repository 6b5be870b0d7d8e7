import type { Status } from '@/lib/runtime'
import { Configuration } from './configuration'
import { count } from './count'
import { Moment } from './moment'
import { SliceTable } from './slice-table'
import { Table } from './table'

interface StatusTablesProps {
  readonly status: Status
}

/** What the index holds and what kept files out of it. */
export function StatusTables({ status }: StatusTablesProps) {
  return (
    <>
      <Facts status={status} />
      {status.sources.length > 0 && (
        <Table title="Sources" head={['Place', 'Read', 'State']}>
          {status.sources.map((source) => (
            <tr key={source.id}>
              <td className="path">{source.location}{source.sample && ' (samples)'}</td>
              <td>{source.scannedAt === null ? 'not yet' : <Moment at={source.scannedAt} />}</td>
              <td>{source.fault ?? 'in order'}</td>
            </tr>
          ))}
        </Table>
      )}
      <SliceTable slices={status.slices} />
      {status.files.failed.length > 0 && (
        <Table title="Files that could not be read" head={['File', 'Why']}>
          {status.files.failed.map((file) => <tr key={file.path}><td className="path">{file.path}</td><td>{file.reason}</td></tr>)}
        </Table>
      )}
      {status.warnings.length > 0 && (
        <Table title="Warnings" head={['File', 'Line', 'What']}>
          {status.warnings.map((warning, at) => <tr key={at}><td className="path">{warning.path}</td><td>{warning.line ?? ''}</td><td>{warning.message}</td></tr>)}
        </Table>
      )}
      {Object.keys(status.configuration).length > 0 && (
        <Configuration title="Configuration of this index" settings={status.configuration} />
      )}
    </>
  )
}

function Facts({ status }: StatusTablesProps) {
  const number = (amount: number): string => amount.toLocaleString('en')
  return (
    <dl className="facts">
      <div><dt>Index</dt><dd>{status.generation ?? 'none yet'}</dd></div>
      <div><dt>Current as of</dt><dd>{status.asOf === null ? 'not read yet' : <Moment at={status.asOf} />}</dd></div>
      <div><dt>Search</dt><dd>{status.mode === null ? 'not yet' : status.mode === 'hybrid' ? 'by words and by meaning' : `by words only.${status.modeReason === null ? '' : ` ${status.modeReason}`}`}</dd></div>
      <div><dt>Documents</dt><dd>{number(status.documents)}</dd></div>
      <div><dt>Passages</dt><dd>{number(status.passages)}</dd></div>
      <div><dt>Files</dt><dd>{number(status.files.indexed)} of {number(status.files.seen)} indexed, {number(status.files.failed.length)} failed, {number(status.files.waiting)} waiting</dd></div>
      {status.watching !== null && <div><dt>Changes</dt><dd>{status.watching.reason ?? `noticed as they happen, in ${count(status.watching.folders.length, 'folder')}`}</dd></div>}
      {status.rolledBack !== null && <div><dt>Rolled back</dt><dd>Index {status.rolledBack} was rolled back. Nothing is indexed before somebody asks for it with: k81r index</dd></div>}
      {status.reconciled !== null && (
        <div>
          <dt>Reconciled</dt>
          <dd>
            <Moment at={status.reconciled.finishedAt} />{status.reconciled.findings.length === 0 ? ', everything agreed' : ':'}
            {status.reconciled.findings.map(({ message, repaired, examples }) => (
              <p key={message}>{message} {repaired ? 'Repaired.' : 'Not repaired.'} <span className="path">{examples.join(', ')}</span></p>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
