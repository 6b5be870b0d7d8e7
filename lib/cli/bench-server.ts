import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault, type Settings } from '@/lib/foundation'
import type { SearchResponse } from '@/lib/retrieval'
import type { Status } from '@/lib/runtime'
import { findServer } from './client'

/** The product as people run it, in processes of its own, with what a benchmark asks of it. */
export interface BenchServer {
  /** From the start of the program until it served. */
  readonly startMs: number
  status(): Promise<Status>
  /** Asks until `reached`, by default four times a second: who asks goes before indexing, so that asking often is measured too. */
  waitFor(reached: (status: Status) => boolean, everyMs?: number): Promise<Status>
  addFolder(folder: string): Promise<void>
  /** Has everything read again, as `k81r index` does. */
  index(): Promise<void>
  search(query: string): Promise<SearchResponse>
  /** The largest resident memory so far of each of its processes, in bytes; empty where the system does not tell. */
  peakMemory(): Promise<readonly { readonly process: string; readonly bytes: number }[]>
  /** Counts peaks anew from now on. */
  forgetPeaks(): Promise<void>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** As `npm start` has it: with an arena for each thread glibc keeps 150 MB that nobody uses. */
const asStarted = { MALLOC_ARENA_MAX: '2' } as const

export async function startServer(settings: Settings, dataDir: string, folders: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [join(settings.rootDir, 'dist', 'main.mjs'), 'serve', ...folders], {
    cwd: settings.rootDir, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...asStarted, DATABASE_URL: '', K81R_DATA_DIR: dataDir, PORT: String(port), ...environment },
  })
  await served(child)
  const startMs = performance.now() - startedMs
  const client = await findServer({ ...settings, dataDir }, null)
  if (client === null) throw new Fault('internal', 'The server of the benchmark ended at once.')
  const status = () => client.request<Status>('GET', '/api/status')
  const pids = () => processTree(child.pid ?? 0)
  return {
    startMs, status,
    waitFor: async (reached, everyMs = 250) => {
      for (;;) {
        const now = await status()
        if (now.lastFault !== null) throw new Fault('internal', `Indexing failed in the benchmark: ${now.lastFault}`)
        if (reached(now)) return now
        await sleep(everyMs)
      }
    },
    addFolder: async (folder) => { await client.request('POST', '/api/sources', { kind: 'folder', location: folder }) },
    index: async () => { await client.request('POST', '/api/index', {}) },
    search: (query) => client.request('GET', `/api/search?${new URLSearchParams({ q: query }).toString()}`),
    peakMemory: async () => (await Promise.all((await pids()).map(peakOf))).flatMap((peak) => (peak === null ? [] : [peak])),
    forgetPeaks: async () => { for (const pid of await pids()) await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined) },
    stop: async () => {
      const ended = new Promise((resolve) => { child.once('exit', resolve) })
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(20_000).then(() => child.kill('SIGKILL'))])
      await ended
    },
  }
}

async function served(child: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('K81R serves at')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => { reject(new Fault('internal', `The server of the benchmark did not start:\n${output}`)) })
  })
}

/** A process and its descendants, as /proc tells them. */
async function processTree(root: number): Promise<readonly number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc').catch((): string[] => [])) {
    if (!/^\d+$/.test(name)) continue
    const parent = /^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${name}/status`, 'utf8').catch(() => ''))?.[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid && !tree.includes(child)) tree.push(child)
  return tree
}

async function peakOf(pid: number): Promise<{ readonly process: string; readonly bytes: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  const name = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? 'process'
  return kilobytes === undefined ? null : { process: `${name} ${pid}`, bytes: Number(kilobytes) * 1024 }
}
