import type { IndexingProgress as Progress } from '@/lib/runtime'
import { count } from './count'
import { Moment } from './moment'
import { Refresh } from './refresh'

const stageWords: Readonly<Record<Progress['stage'], (done: number, total: number) => string>> = {
  reading: (done, total) => `Reading files: ${done.toLocaleString('en')} of ${count(total, 'file')}`,
  embedding: (done, total) => `Embedding passages: ${done.toLocaleString('en')} of ${count(total, 'passage')}`,
  activating: () => 'Checking the new index before it is used',
  checking: (done, total) => (total === 0 ? 'Checking the index' : `Checking the index against its texts: ${done.toLocaleString('en')} of ${count(total, 'revision')}`),
}

interface IndexingProgressProps {
  readonly progress: Progress
}

/** How far the running build is; the page keeps itself fresh while this is on it. */
export function IndexingProgress({ progress }: IndexingProgressProps) {
  const words = stageWords[progress.stage](progress.done, progress.total)
  return (
    <section className="progress" aria-label="Indexing">
      <label>
        <span>{words}</span>
        {progress.stage !== 'activating' && progress.total > 0 ? <progress value={progress.done} max={progress.total} /> : <progress />}
      </label>
      <p className="quiet">Since <Moment at={progress.startedAt} />. What was searchable before stays searchable meanwhile.</p>
      <Refresh everyMs={2_000} />
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
    </section>
  )
}
