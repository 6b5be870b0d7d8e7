import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const longestIndexingMs = 300_000

/** What the tests of one run share; it travels to Playwright's workers in the environment. */
const productSchema = z.object({
  url: z.string(),
  port: z.number(),
  dataDir: z.string(),
  /** The settings with which a command finds what is served. */
  environment: z.record(z.string(), z.string()),
  /** The same for a copy of it all, taken while nobody had it open. */
  unservedEnvironment: z.record(z.string(), z.string()),
  signInLink: z.string(),
  /** Where the signed-in browser's cookies are kept. */
  ownerState: z.string(),
})
export type Product = z.infer<typeof productSchema>
const variable = 'K81R_END_TO_END'

export function shareProduct(product: Product): void {
  process.env[variable] = JSON.stringify(product)
}

export function sharedProduct(): Product {
  return productSchema.parse(JSON.parse(process.env[variable] ?? '{}'))
}

/** The environment without anything that names an installation of the person who runs the tests. */
function cleanEnvironment(given: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  for (const name of Object.keys(environment)) if (/^(K81R_.*|DATABASE_URL|PORT|NODE_ENV|FORCE_COLOR)$/.test(name)) Reflect.deleteProperty(environment, name)
  return Object.assign(environment, given)
}

export interface CommandEnd {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function startCommand(commandArguments: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [join(root, 'dist', 'main.mjs'), ...commandArguments], { cwd: root, env: cleanEnvironment(environment), stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs one command to its end. */
export async function k81r(commandArguments: readonly string[], environment: Readonly<Record<string, string>>): Promise<CommandEnd> {
  const child = startCommand(commandArguments, environment)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => { stdout += chunk.toString() })
  child.stderr?.on('data', (chunk: Buffer) => { stderr += chunk.toString() })
  await once(child, 'close')
  return { code: child.exitCode, stdout, stderr }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

export interface StartedServer {
  readonly signInLink: string
  /** Ends it by its id, as Ctrl-C would. Rejects with what it said when it had ended by itself. */
  stop(): Promise<void>
  /** Ends it in the middle of whatever it does; one that has ended stays so. */
  kill(): Promise<void>
}

interface ServerOptions {
  readonly databaseUrl?: string | null
  readonly folders?: readonly string[]
  /** More settings. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts `k81r serve` and waits for the sign-in link that it prints. */
export async function startServer(dataDir: string, port: number, { databaseUrl = null, folders = [], environment = {} }: ServerOptions = {}): Promise<StartedServer> {
  const child = startCommand(['serve', ...folders], { K81R_DATA_DIR: dataDir, PORT: String(port), ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }), ...environment })
  let output = ''
  const signInLink = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const link = /^Sign in once with: (\S+)$/m.exec(output)?.[1]
      if (link !== undefined) resolve(link)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => { reject(new Error(`k81r serve ended with ${String(code)}:\n${output}`)) })
  })
  return {
    signInLink,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server had ended before it was stopped (${String(child.exitCode ?? child.signalCode)}):\n${output}`)
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const holderSchema = z.object({ server: z.object({ url: z.string(), token: z.string() }) })
const statusSchema = z.object({ generation: z.number().nullable(), mode: z.string().nullable(), indexing: z.unknown(), lastFault: z.string().nullable(), files: z.object({ waiting: z.number(), seen: z.number() }) })

/** The address and token that a serving process leaves for the command line. */
export async function readHolder(dataDir: string): Promise<{ readonly url: string; readonly token: string }> {
  return holderSchema.parse(JSON.parse(await readFile(join(dataDir, 'holder.json'), 'utf8'))).server
}

/** A GET of the API as the owner's own program. */
export async function readApi(dataDir: string, path: string): Promise<unknown> {
  const { url, token } = await readHolder(dataDir)
  return (await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })).json()
}

/** Waits until every file is in a hybrid index. */
export async function waitForIndex(dataDir: string): Promise<void> {
  const giveUpAt = Date.now() + longestIndexingMs
  for (;;) {
    const status = statusSchema.parse(await readApi(dataDir, '/api/status'))
    if (status.lastFault !== null) throw new Error(`Indexing failed: ${status.lastFault}`)
    if (status.indexing === null && status.mode === 'hybrid' && status.files.waiting === 0 && status.files.seen > 0) return
    if (Date.now() > giveUpAt) throw new Error(`Indexing did not end: ${JSON.stringify(status)}`)
    await new Promise((wake) => setTimeout(wake, 500))
  }
}
