import { SingleBar } from 'cli-progress'
import type { Status } from '@/lib/runtime'

const stageWords = { reading: 'Reading files', embedding: 'Embedding passages', activating: 'Activating the index', checking: 'Checking the index' } as const

/**
 * Shows indexing on the terminal (standard error) until it ends, asking `status` twice a second, and gives the last
 * status. Where standard error is no terminal, a line per stage and per tenth of it. `quiet` shows nothing.
 */
export async function followIndexing(status: () => Promise<Status>, quiet = false): Promise<Status> {
  const bar = quiet || !process.stderr.isTTY ? null : new SingleBar({ format: '{stage} {bar} {value} of {total}', hideCursor: true, barsize: 30, stream: process.stderr, clearOnComplete: true })
  let stage: string | null = null
  let tenth = 0
  for (;;) {
    const now = await status()
    if (now.indexing === null) {
      bar?.stop()
      return now
    }
    const { done, total } = now.indexing
    if (now.indexing.stage !== stage) {
      stage = now.indexing.stage
      bar?.start(Math.max(1, total), done, { stage: stageWords[now.indexing.stage] })
      tenth = 0
      if (bar === null && !quiet) console.error(`${stageWords[now.indexing.stage]} …`)
    } else {
      const reached = total === 0 ? 0 : Math.floor((10 * done) / total)
      if (bar === null && !quiet && reached > tenth) console.error(`${stageWords[now.indexing.stage]}: ${done} of ${total}`)
      tenth = reached
      bar?.setTotal(Math.max(1, total))
      bar?.update(done, { stage: stageWords[now.indexing.stage] })
    }
    await new Promise((wake) => setTimeout(wake, 500))
  }
}

/** What an index holds, in lines for people. */
export function describeStatus(status: Status): string {
  const { files } = status
  const lines = [
    status.generation === null ? 'Nothing is indexed yet.' : `Index ${status.generation}, ${status.mode}, current as of ${status.asOf ?? 'unknown'}.`,
    ...(status.modeReason === null ? [] : [`Lexical only: ${status.modeReason}`]),
    `${status.documents} documents in ${status.passages} passages.`,
    `${files.indexed} of ${files.seen} files indexed${files.waiting > 0 ? `, ${files.waiting} waiting` : ''}${files.failed.length > 0 ? `, ${files.failed.length} failed:` : '.'}`,
    ...files.failed.map(({ path, reason }) => `  ${path}: ${reason}`),
    ...status.sources.map(({ location, sample, fault }) => `Source ${location}${sample ? ' (sample notes)' : ''}${fault === null ? '' : `: ${fault}`}`),
    ...(status.indexing === null ? [] : [`${stageWords[status.indexing.stage]}: ${status.indexing.done} of ${status.indexing.total}.`]),
    ...describeSlices(status),
    ...(status.watching === null ? [] : [status.watching.reason ?? `${status.watching.folders.length} folders are watched.`]),
    ...(status.rolledBack === null ? [] : [`Index ${status.rolledBack} was rolled back; nothing is indexed before “k81r index” asks for it.`]),
    ...(status.reconciled === null ? [] : [`Last reconciled ${status.reconciled.finishedAt}: ${status.reconciled.findings.length === 0 ? 'everything agreed' : status.reconciled.findings.map(({ message, repaired }) => `${message}${repaired ? '' : ' Not repaired.'}`).join(' ')}${status.reconciled.findings.length === 0 ? '.' : ''}`]),
    ...(status.lastFault === null ? [] : [`The last indexing run failed: ${status.lastFault}`]),
  ]
  return lines.join('\n')
}

/** Bytes and tokens by project, kind, scope, and current text as against history. */
function describeSlices({ slices }: Status): string[] {
  const line = (title: string, cut: Status['slices']['project'], noName: string) => (cut.length === 0 ? [] : [`${title}: ${cut.map(({ name, bytes, tokens }) => `${name ?? noName} ${formatBytes(bytes)}, about ${tokens.toLocaleString('en')} tokens`).join('; ')}`])
  return [...line('By project', slices.project, 'none'), ...line('By kind', slices.kind, 'none'), ...line('By scope', slices.scope, 'none'), ...line('By time', slices.time, 'none')]
}

function formatBytes(bytes: number): string {
  return bytes < 10_000 ? `${bytes.toLocaleString('en')} bytes` : bytes < 10_000_000 ? `${Math.round(bytes / 1_000).toLocaleString('en')} kB` : `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
