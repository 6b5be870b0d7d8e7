import { spawn, type ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxVersionBytes, tooLarge } from './read-file-version'
import type { VersionBytes } from './source'

/** What git said, or in a sentence why it said nothing of use. */
export type GitOutput = { readonly kind: 'output'; readonly bytes: Buffer } | { readonly kind: 'failed'; readonly reason: string }

const missingProgram = 'The git program is not installed, so the history of a repository cannot be read. Install git.'

/**
 * A repository's own configuration is somebody else's text: with these it can neither start a program (signature check,
 * text conversion, hooks, file-system monitor) nor reach the network for objects that a partial clone left out.
 */
const quietly = [
  '--no-pager', '--no-optional-locks', '--no-replace-objects',
  ...['core.quotePath=false', 'core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false', 'log.showRoot=true', 'log.mailmap=false', 'protocol.allow=never'].flatMap((setting) => ['-c', setting]),
]

/** The repository's own folder: `.git` under a work tree (or the file that names it), or the path itself when it is bare; null when it is neither. */
export async function findGitFolder(location: string): Promise<string | null> {
  const inside = join(location, '.git')
  if ((await stat(inside).catch((): null => null)) !== null) return inside
  const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => stat(join(location, name)).catch((): null => null)))
  return parts.every((part) => part !== null) ? location : null
}

function startGit(gitFolder: string, parameters: readonly string[], stdin: 'ignore' | 'pipe'): ChildProcess {
  return spawn('git', [`--git-dir=${gitFolder}`, ...quietly, ...parameters], { stdio: [stdin, 'pipe', 'pipe'] })
}

/** Runs one reading git command to its end, without a terminal, a hook or the network. */
export async function runGit(gitFolder: string, parameters: readonly string[]): Promise<GitOutput> {
  const child = startGit(gitFolder, parameters, 'ignore')
  const output: Buffer[] = []
  let complaint = ''
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => { complaint = `${complaint}${chunk.toString('utf8')}`.slice(0, 2000) })
  return new Promise((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => resolve({ kind: 'failed', reason: error.code === 'ENOENT' ? missingProgram : `git could not be started: ${error.message}.` }))
    child.on('close', (code) => resolve(code === 0 ? { kind: 'output', bytes: Buffer.concat(output) } : { kind: 'failed', reason: firstLine(complaint) }))
  })
}

function firstLine(complaint: string): string {
  const line = complaint.split('\n').find((text) => text.trim() !== '')?.replace(/^(?:fatal|error): /, '').trim() ?? 'it gave no reason'
  return `git could not read the repository: ${line.replace(/\.$/, '')}.`
}

/** Reads blobs by their object names through one running git program. */
export interface BlobReader {
  read(blob: string): Promise<VersionBytes>
  close(): Promise<void>
}

interface Waiting { readonly resolve: (bytes: VersionBytes) => void }

/** Where the program's answer stands: before a header, inside a blob of which `left` bytes (and a line end) follow. */
interface Open { readonly size: number; left: number; readonly chunks: Buffer[] }

/** Starts reading on the first request. A blob over the limit is skipped without being held. */
export function openBlobReader(gitFolder: string): BlobReader {
  const waiting: Waiting[] = []
  let child: ChildProcess | null = null
  let header: Buffer = Buffer.alloc(0)
  let open: Open | null = null

  const answer = (bytes: VersionBytes) => waiting.shift()?.resolve(bytes)
  const failAll = () => { while (waiting.length > 0) answer({ kind: 'unreadable', reason: 'git could not read this version.' }) }
  const accept = (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0;) {
      if (open === null) {
        const end = rest.indexOf(10)
        header = Buffer.concat([header, end < 0 ? rest : rest.subarray(0, end)])
        if (end < 0) return
        rest = rest.subarray(end + 1)
        const [, type, size] = header.toString('latin1').split(' ')
        header = Buffer.alloc(0)
        if (type !== 'blob') answer({ kind: 'unreadable', reason: 'This version is missing from the repository.' })
        else open = { size: Number(size), left: Number(size) + 1, chunks: [] }
        continue
      }
      const taken = rest.subarray(0, open.left)
      if (open.size <= maxVersionBytes) open.chunks.push(taken)
      open.left -= taken.length
      rest = rest.subarray(taken.length)
      if (open.left > 0) return
      const { size, chunks } = open
      open = null
      answer(size > maxVersionBytes ? tooLarge(size) : { kind: 'bytes', bytes: Buffer.concat(chunks).subarray(0, size) })
    }
  }
  const start = (): ChildProcess => {
    const started = startGit(gitFolder, ['cat-file', '--batch'], 'pipe')
    started.stdout?.on('data', accept)
    started.stderr?.resume()
    started.stdin?.on('error', failAll)
    started.on('error', failAll)
    started.on('close', failAll)
    return started
  }
  return {
    read: (blob) => new Promise((resolve) => {
      child ??= start()
      waiting.push({ resolve })
      if (child.exitCode !== null || child.signalCode !== null) failAll()
      else child.stdin?.write(`${blob}\n`)
    }),
    close: async () => {
      const running = child
      child = null
      if (running === null || running.exitCode !== null || running.signalCode !== null) return
      await new Promise((resolve) => {
        running.once('close', resolve)
        running.stdin?.end()
      })
    },
  }
}
