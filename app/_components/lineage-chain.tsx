import type { ReactNode } from 'react'
import type { Lineage } from '@/lib/runtime'
import { count } from './count'
import { documentAddress } from './document-address'
import { DateWithOrigin } from './document-date'
import { Moment } from './moment'
import { titleText } from './title-text'
import { lineWords } from './words'

const sourceKindWords: Readonly<Record<string, string>> = { folder: 'a folder', git: 'a git repository', 'llms-full': 'a published text' }

/** The chain from the file to the citations, a line for each step. */
export function LineageChain({ lineage }: { readonly lineage: Lineage }) {
  const { source, file, document, revision, section, passage } = lineage
  return (
    <dl className="facts">
      <Step name="Source">
        {sourceKindWords[source.kind] ?? source.kind}{source.location !== null && <>, <span className="path">{source.location}</span></>}{source.sample && ' (samples)'}
        {source.removedAt !== null && <>, removed on <Moment at={source.removedAt} /></>}
      </Step>
      <Step name="File">
        <span className="path">{revision.sourcePath}</span>
        {file !== null && <>, {file.state}{file.path !== revision.sourcePath && <>, now at <span className="path">{file.path}</span></>}</>}
        {document.removedAt !== null && <>, gone since <Moment at={document.removedAt} /></>}
      </Step>
      <Step name="Revision">
        <a href={documentAddress(document.documentId, revision.revision, passage)}>Revision {revision.revision}</a>, {count(revision.byteLength, 'byte')},{' '}
        <DateWithOrigin at={revision.effectiveAt} origin={revision.effectiveOrigin} />; in force from <Moment at={revision.inForceFrom} />
        {revision.inForceTo !== null && <> to <Moment at={revision.inForceTo} /></>}; first read <Moment at={revision.firstSeenAt} />
        {revision.purgedAt !== null && <>; purged <Moment at={revision.purgedAt} /></>}
        <br /><span className="path">SHA-256 {revision.contentDigest}</span>
      </Step>
      {section !== null && <Step name="Section">{section.headingPath.map(titleText).join(' › ') || 'before the first heading'}, {lineWords(section.startLine, section.endLine)}, characters {section.startOffset} to {section.endOffset}</Step>}
      {passage !== null && (
        <Step name="Passage">
          {passage.id}, {lineWords(passage.startLine, passage.endLine)}, characters {passage.startOffset} to {passage.endOffset}, about {count(passage.tokens, 'token')}, {count(passage.terms, 'indexed term')}; read with {passage.readWith}
          <br /><span className="path">indexed text SHA-256 {passage.indexDigest}</span>
        </Step>
      )}
      {passage === null && (
        <Step name="Passages">
          {lineage.passages.length === 0 ? 'none' : lineage.passages.map(({ id, startLine, endLine }) => <span key={id}><a href={`/lineage?passage=${id}`}>{lineWords(startLine, endLine)}</a> </span>)}
        </Step>
      )}
      <Step name="Vectors">{lineage.embeddings.length === 0 ? 'none' : lineage.embeddings.map(({ model, version, dimensions }) => <p key={`${model} ${version}`}>{model}, {dimensions} dimensions, <span className="path">version {version}</span></p>)}</Step>
      <Step name="Indexes">
        {lineage.generations.length === 0 ? 'in none that is kept' : lineage.generations.map(({ number, state, mode, activatedAt }) => (
          <p key={number}>Index {number}, {state}, {mode}{activatedAt !== null && <>, since <Moment at={activatedAt} /></>}</p>
        ))}
      </Step>
      <Step name="Citations">
        {lineage.citations.length === 0 ? 'none' : lineage.citations.map(({ answerId, revision: of, number, claimId, generation, startOffset, endOffset }) => (
          <p key={`${answerId} ${of} ${claimId} ${number}`}><a href={`/answers/${answerId}/r/${of}#source-${number}`}>Answer revision {of}, citation {number}</a>, characters {startOffset} to {endOffset}, from index {generation}</p>
        ))}
      </Step>
    </dl>
  )
}

function Step({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return <div><dt>{name}</dt><dd>{children}</dd></div>
}
