import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { Fault } from '@/lib/foundation'
import type { PurgeReport, PurgeRequest, ReconcileReport, RollBackReport } from '@/lib/indexing'
import { closing, openServerOrOwn } from './open-server-or-own'

/** What the commands that look after the index ask for, from the running server or from a runtime of their own. */
interface MaintenanceSession {
  rollBack(): Promise<RollBackReport>
  reconcile(dryRun: boolean): Promise<ReconcileReport>
  purge(request: PurgeRequest): Promise<PurgeReport>
}

function withMaintenance<T>(command: string, work: (session: MaintenanceSession) => Promise<T>): Promise<T> {
  return closing(openServerOrOwn<MaintenanceSession>(command, null, {
    remote: (server) => ({
      rollBack: () => server.request('POST', '/api/index/rollback'),
      reconcile: (dryRun) => server.request('POST', '/api/reconcile', { dryRun }),
      purge: (request) => server.request('POST', '/api/purge', request),
    }),
    own: (runtime) => ({ rollBack: () => runtime.rollBack(), reconcile: (dryRun) => runtime.reconcile({ dryRun }), purge: (request) => runtime.purge(request) }),
  }), work)
}

/** `k81r index --rollback`: the index before the last build is used again. */
export async function rollBackIndex(json: boolean): Promise<void> {
  await withMaintenance('index --rollback', async (session) => {
    const report = await session.rollBack()
    console.log(json ? JSON.stringify(report, null, 2) : `Index ${report.to} is in use again instead of index ${report.from}. What has been read since stays stored; the next “k81r index” builds a new one from it. Until then nothing is indexed by itself.`)
  })
}

/** What a reconciliation found, in lines for people. */
export function describeReconciliation({ dryRun, findings, notes }: Pick<ReconcileReport, 'dryRun' | 'findings' | 'notes'>): string {
  const lines = findings.flatMap(({ message, examples, repaired }) => [`${message} ${repaired ? 'Repaired.' : dryRun ? 'Not changed: this run only looked.' : 'Not repaired.'}`, ...examples.map((place) => `   ${place}`)])
  return [...(findings.length === 0 ? [notes.length === 0 ? 'Files, revisions, indexes and lineage agree.' : 'What could be compared agrees.'] : lines), ...notes].join('\n')
}

/** Registers `k81r reconcile`: exit code 1 when something is wrong that was not repaired. */
export function addReconcileCommand(k81r: Command): void {
  k81r.command('reconcile').description('compare files, revisions, both indexes and lineage, say what differs, and repair it')
    .option('--dry-run', 'only look').option('--json', 'print one JSON document')
    .action(async ({ dryRun, json }: { dryRun?: true; json?: true }) => withMaintenance('reconcile', async (session) => {
      const report = await session.reconcile(dryRun === true)
      console.log(json === true ? JSON.stringify(report, null, 2) : describeReconciliation(report))
      if (report.findings.some(({ repaired }) => !repaired)) process.exitCode = 1
    }))
}

const purgeHelp = `
Forgotten are the texts, headings, titles, tags and names of all its revisions, what both indexes know of them in every
generation, and its quotes in evidence sets, answers and stored evaluation runs, which give way to their digest and the
date. Digests, dates and the questions that were asked stay.

No file is touched. A file that is still in a source would come back with the next build, so it must be deleted or
ignored (k81r.yaml) first. With --keep-file everything recorded so far is forgotten all the same and the file as it is
now is read again as a new document: for a secret that was edited out and must leave the history, too.

Database files keep remnants of deleted rows until they are vacuumed and overwritten, write-ahead logs and backups until
they are rotated. Where that matters: VACUUM FULL on a server, or, for the embedded database, index into a fresh data
folder and delete the old one. The index that “k81r eval” keeps for itself, in the folder “evaluation” of the data folder, is
made anew when that folder is deleted. Labelled cases and evaluation runs saved with --out are your own files.`

/** Registers `k81r purge`, which asks before it forgets; where nobody can be asked, --yes is needed. */
export function addPurgeCommand(k81r: Command): void {
  k81r.command('purge').argument('<document-or-path>', 'a document’s id, or its path within its source').description('forget a document for good')
    .option('--keep-file', 'although its file is still there').option('--yes', 'do not ask').option('--json', 'print one JSON document')
    .addHelpText('after', purgeHelp)
    .action(async (document: string, { keepFile, yes, json }: { keepFile?: true; yes?: true; json?: true }) => {
      if (yes !== true && !(await confirm(document))) {
        console.error('Nothing was forgotten.')
        process.exitCode = 1
        return
      }
      await withMaintenance('purge', async (session) => {
        const report = await session.purge({ document, keepFile: keepFile === true })
        console.log(json === true ? JSON.stringify(report, null, 2) : describePurge(report))
        if (keepFile === true) console.error('Read the file as it is now with: k81r index')
      })
    })
}

async function confirm(document: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Fault('bad-input', 'A purge cannot be taken back, and nobody is there to be asked. Say --yes to do it.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Forget ${document} for good, with its history and its quotes in answers? This cannot be taken back. [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

function describePurge({ path, documentId, revisions, passages, evidenceSets, answers, evaluationRuns, sameTextIn, day }: PurgeReport): string {
  const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`
  return [
    `${path} (${documentId}) is forgotten: ${count(revisions, 'revision')}, ${count(passages, 'passage')}. Its quotes in ${count(answers, 'answer')}, ${count(evidenceSets, 'evidence set')} and ${count(evaluationRuns, 'evaluation run')} gave way to their digest and the date ${day}.`,
    ...(sameTextIn.length === 0 ? [] : [`The very same text stays in: ${sameTextIn.join(', ')}. Purge these too if it must go.`]),
    'Database files and backups keep remnants until they are vacuumed and rotated (k81r purge --help).',
  ].join('\n')
}
