import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { Fault } from '@/lib/foundation'
import type { Status } from '@/lib/runtime'
import { addSource, readIdenticalFiles, readSourceStates, removeSource, type IdenticalFiles, type SourceKind, type SourceState } from '@/lib/sources'
import { closing, openServerOrOwn } from './open-server-or-own'
import { followIndexing } from './progress'

interface SourceList {
  readonly sources: readonly SourceState[]
  readonly identical: readonly IdenticalFiles[]
}

/** What the commands about sources ask for, from the running server or from a runtime of their own. */
interface SourceSession {
  list(): Promise<SourceList>
  /** Remembers a source and starts reading. */
  add(kind: SourceKind, location: string): Promise<void>
  /** Forgets a source and starts taking its documents out. */
  remove(source: string): Promise<void>
  status(): Promise<Status>
}

function withSources(command: string, work: (session: SourceSession) => Promise<void>): Promise<void> {
  return closing(openServerOrOwn<SourceSession>(`source ${command}`, null, {
    remote: (server) => ({
      list: () => server.request('GET', '/api/sources'),
      add: (kind, location) => server.request('POST', '/api/sources', { kind, location }),
      remove: (source) => server.request('DELETE', `/api/sources?${new URLSearchParams({ source }).toString()}`),
      status: () => server.request('GET', '/api/status'),
    }),
    own: (runtime) => ({
      list: async () => ({ sources: await readSourceStates(runtime.database), identical: await readIdenticalFiles(runtime.database) }),
      add: async (kind, location) => {
        await addSource(runtime.database, kind, location)
        await runtime.index([])
      },
      remove: async (source) => {
        if ((await removeSource(runtime.database, source)) === null) throw new Fault('bad-input', `No source is remembered as ${source}. See: k81r source list`)
        await runtime.index([])
      },
      status: () => runtime.status({ name: 'owner', scopes: 'all' }),
    }),
  }), work)
}

/** A path as the server knows it, wherever the command was started; addresses and ids stay as they are. */
async function absolute(location: string): Promise<string> {
  if (/^(?:https?:\/\/|src_)/i.test(location)) return location
  const path = resolve(location.replace(/^~(?=\/|$)/, homedir()))
  return realpath(path).catch(() => path)
}

function kindOf(location: string, { git, llmsFull }: { readonly git?: true; readonly llmsFull?: true }): SourceKind {
  if (git === true && llmsFull === true) throw new Fault('bad-input', 'A source is either a git repository or a published text: use only one of --git and --llms-full.')
  if (git === true) return 'git'
  return llmsFull === true || /^https?:\/\//i.test(location) || /\.txt$/i.test(location) ? 'llms-full' : 'folder'
}

const kindWords: Readonly<Record<SourceKind, string>> = { folder: 'folder', git: 'git history', 'llms-full': 'published text' }

function describeSource({ id, kind, location, sample, fault, readAt, files }: SourceState): string {
  const counts = [`${files.seen} files seen`, `${files.indexed} indexed`, ...(files.failed > 0 ? [`${files.failed} failed`] : []), ...(files.waiting > 0 ? [`${files.waiting} waiting`] : [])]
  return [`${location} (${kindWords[kind]}${sample ? ', sample notes' : ''})`, `   ${counts.join(', ')}; ${readAt === null ? 'not read yet' : `last read ${readAt}`}; ${id}`, ...(fault === null ? [] : [`   ${fault}`])].join('\n')
}

function describeList({ sources }: SourceList): string {
  return sources.length === 0 ? 'No source is remembered. Add one with: k81r source add FOLDER' : sources.map(describeSource).join('\n')
}

function describeIdentical({ sources, identical }: SourceList): string {
  if (identical.length === 0) return 'No two files hold the same text.'
  return identical.map(({ digest, files }) => [`${files.length} files hold the same text (${digest.slice(0, 12)}):`, ...files.map(({ location, path }) => `   ${sources.length > 1 ? `${location}/` : ''}${path}`)].join('\n')).join('\n')
}

/** `k81r source list | add | remove`: which places documents come from. Files are never touched. */
export function sourceCommand(): Command {
  // Before its subcommands are made: they inherit it.
  const source = new Command('source').description('list, add and remove the places documents come from').exitOverride()
  source.command('list').description('say of each source its kind, its faults, its files and when it was last read')
    .option('--identical', 'list files that hold the same text instead').option('--json', 'print one JSON document')
    .action(async ({ identical, json }: { identical?: true; json?: true }) => withSources('list', async (session) => {
      const list = await session.list()
      console.log(json === true ? JSON.stringify(list, null, 2) : identical === true ? describeIdentical(list) : describeList(list))
    }))
  source.command('add').argument('<location>', 'a folder, a repository, or the path or address of an llms-full.txt').description('remember a source and read it')
    .option('--git', 'a git repository: its committed files with their history').option('--llms-full', 'a published llms-full.txt (assumed for an address and for a .txt file)').option('--json', 'print one JSON document')
    .action(async (given: string, options: { git?: true; llmsFull?: true; json?: true }) => {
      const location = await absolute(given)
      const kind = kindOf(location, options)
      await withSources('add', async (session) => {
        await session.add(kind, location)
        const { lastFault } = await followIndexing(() => session.status(), options.json === true)
        const list = await session.list()
        console.log(options.json === true ? JSON.stringify(list, null, 2) : describeList(list))
        if (lastFault !== null) console.error(lastFault)
        if (lastFault !== null || list.sources.some((one) => one.location === location && one.fault !== null)) process.exitCode = 1
      })
    })
  source.command('remove').argument('<source>', 'location or id as the list shows it').description('forget a source; its documents leave the index, its files stay as they are').option('--json', 'print one JSON document')
    .action(async (given: string, options: { json?: true }) => {
      const name = await absolute(given)
      await withSources('remove', async (session) => {
        await session.remove(name)
        const { lastFault } = await followIndexing(() => session.status(), options.json === true)
        const list = await session.list()
        console.log(options.json === true ? JSON.stringify(list, null, 2) : describeList(list))
        if (lastFault !== null) {
          console.error(lastFault)
          process.exitCode = 1
        }
      })
    })
  return source
}
