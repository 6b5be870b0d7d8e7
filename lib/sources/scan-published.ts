import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fetchText, type FetchLimits, type Validators } from './fetch-text'
import { parseLlmsFull } from './parse-llms-full'
import { readFileVersion } from './read-file-version'
import type { Scan, ScanFault } from './source'

const limits: FetchLimits = { maxBytes: 20 * 1024 * 1024, timeoutMs: 30_000, maxRedirects: 5 }

/** Whether a location is an address to fetch and no path. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location)
}

/** One look at a published text; `validators` name it where it is at an address. */
export type PublishedScan = (Extract<Scan, { readonly kind: 'scan' }> & { readonly validators: Validators }) | { readonly kind: 'unchanged' } | ScanFault

/**
 * Reads a published `llms-full.txt`, by its path or its http(s) address, as one file per page. With `known`, what was
 * said to name the text that is known, the server may answer that it is `unchanged`.
 */
export async function scanPublished(location: string, known: Validators | null = null, allowed: FetchLimits = limits): Promise<PublishedScan> {
  const read = isAddress(location) ? await fetchText(location, allowed, known) : await readLocal(location, allowed.maxBytes)
  if (read.kind === 'unchanged') return read
  if (read.kind !== 'text') return { kind: 'fault', reason: read.reason }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(read.bytes)
  } catch {
    return { kind: 'fault', reason: `${location} is not valid UTF-8.` }
  }
  const modifiedAt = read.modifiedAt ?? new Date()
  const name = basename(isAddress(location) ? new URL(location).pathname : location).replace(/\.[^.]*$/, '')
  return {
    kind: 'scan', failed: [], validators: read.validators,
    files: parseLlmsFull(text, name).map(({ path, text: page }) => ({
      path, removed: false, scope: null, project: null, localOnly: false,
      versions: [{ read: () => Promise.resolve({ kind: 'bytes', bytes: Buffer.from(page) }), modifiedAt, inForceFrom: null }],
    })),
  }
}

async function readLocal(location: string, maxBytes: number): Promise<{ readonly kind: 'text'; readonly bytes: Uint8Array; readonly modifiedAt: Date; readonly validators: Validators } | ScanFault> {
  const found = await stat(location).catch((): null => null)
  if (found === null) return { kind: 'fault', reason: `${location} does not exist.` }
  if (!found.isFile()) return { kind: 'fault', reason: `${location} is not a file.` }
  if (found.size > maxBytes) return { kind: 'fault', reason: `${location} has more than ${maxBytes / 1024 / 1024} MB.` }
  const read = await readFileVersion(location)
  return read.kind === 'bytes' ? { kind: 'text', bytes: read.bytes, modifiedAt: found.mtime, validators: { etag: null, lastModified: null } } : { kind: 'fault', reason: `${location}: ${read.reason}` }
}
