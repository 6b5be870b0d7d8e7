import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createProbe } from 'node:net'
import { join } from 'node:path'
import { findHolder } from '@/lib/database'
import { Fault, readSettings, type Settings } from '@/lib/foundation'
import { clientFor } from './client'
import { checkFolders } from './folders'
import { describeStatus, followIndexing } from './progress'

const host = '127.0.0.1'

/**
 * Serves on the loopback address: checks folders, port and data folder first, builds the pages if there is no build,
 * prints a one-time sign-in link, and indexes in the background. Ends when the server is stopped.
 */
export async function serve(folders: readonly string[]): Promise<void> {
  const settings = readSettings()
  const checked = await checkFolders(folders)
  const holder = await findHolder(settings.dataDir)
  if (holder !== null) throw new Fault('data-folder-busy', `The data folder ${settings.dataDir} is in use by ${holder.server === null ? `“${holder.command}”` : `the server at ${holder.server.url}`} (process ${holder.pid}). Use that one, stop it, or name another folder with K81R_DATA_DIR.`)
  await checkPort(settings.port)
  await buildPages(settings)
  const { localServer, stop } = await startPages(settings)
  const client = clientFor(localServer, null)
  await client.request('POST', '/api/index', { folders: checked, automatic: true })
  const { link } = await client.request<{ link: string }>('POST', '/api/sign-in-link')
  console.log(`K81R serves at ${localServer.url}\nSign in once with: ${link}\nStop with Ctrl-C.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { void stop().finally(() => process.exit(0)) })
  const status = await followIndexing(() => client.request('GET', '/api/status'))
  console.log(describeStatus(status))
}

async function checkPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createProbe()
    probe.once('error', (cause: NodeJS.ErrnoException) => reject(cause.code === 'EADDRINUSE'
      ? new Fault('port-taken', `Port ${port} is taken by another program. Choose another with PORT, for example: PORT=${port + 1} npm start`, { cause })
      : new Fault('port-taken', `Port ${port} cannot be used (${cause.code ?? cause.message}). Choose another with PORT.`, { cause })))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Builds the pages where there is no build, or where a source file is newer than it. */
async function buildPages({ rootDir }: Settings): Promise<void> {
  const built = modified(join(rootDir, '.next', 'BUILD_ID'))
  const newest = Math.max(...['app', 'lib', 'package.json', 'next.config.ts', 'proxy.ts', 'instrumentation.ts'].map((name) => newestIn(join(rootDir, name))))
  if (built > newest) return
  console.log('Building the pages, once. This takes about half a minute.')
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [join(rootDir, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'], { cwd: rootDir, stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment(), NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString() })
    child.stderr.on('data', (chunk: Buffer) => { output += chunk.toString() })
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Fault('internal', `The pages could not be built:\n${output.slice(-2000)}`))))
  })
}

/** The environment as it is, for a child process; nothing is read from it here. */
function environment(): NodeJS.ProcessEnv {
  return process.env
}

function modified(path: string): number {
  try { return statSync(path).mtimeMs } catch { return 0 }
}

function newestIn(path: string): number {
  try {
    if (!statSync(path).isDirectory()) return modified(path)
    return Math.max(0, ...readdirSync(path, { withFileTypes: true }).filter(({ name }) => !name.endsWith('.test.ts')).map(({ name }) => newestIn(join(path, name))))
  } catch { return 0 }
}

interface Served {
  readonly localServer: { readonly url: string; readonly token: string }
  stop(): Promise<void>
}

/** The instance that the pages' own bundle opened; this program shares its process but not its modules. */
interface ServedInstance {
  readonly localToken: string
  publish(url: string): Promise<void>
  close(): Promise<void>
}

/** Ports of other services ("4190", "6000") are refused by fetch as by every browser. */
function isBlocked(failed: unknown): boolean {
  return failed instanceof Error && failed.cause instanceof Error && failed.cause.message === 'bad port'
}

/** A production server opens nothing before its first request, so this makes that request and takes what it opened. */
async function openInstance(url: string): Promise<ServedInstance> {
  const failed = await fetch(new URL('/api/health', url)).then(() => null, (error: unknown) => error)
  const place = globalThis as unknown as Record<symbol, unknown> // app/_server puts both there
  const instance = place[Symbol.for('k81r.runtime')]
  if (instance === undefined) {
    const fault = place[Symbol.for('k81r.runtime-fault')]
    throw fault instanceof Error ? fault : new Fault('internal', `The server could not be opened at ${url}.${isBlocked(failed) ? ' Browsers refuse this port: choose another with PORT.' : ''}`)
  }
  return instance as ServedInstance
}

async function startPages(settings: Settings): Promise<Served> {
  Object.assign(environment(), { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PORT: String(settings.port) })
  const { default: next } = await import('next')
  const app = next({ dev: false, dir: settings.rootDir, hostname: host, port: settings.port })
  const handle = app.getRequestHandler()
  await app.prepare()
  const server = createServer((request, response) => { void handle(request, response) })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Fault('port-taken', `Port ${settings.port} is taken by another program. Choose another with PORT.`, { cause })))
    server.listen(settings.port, host, resolve)
  })
  const url = `http://${host}:${settings.port}`
  const instance = await openInstance(url)
  await instance.publish(url)
  return {
    localServer: { url, token: instance.localToken },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await instance.close()
    },
  }
}
