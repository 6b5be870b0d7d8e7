import { lookup } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, namesPrivateHost } from './public-address'

export interface FetchLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly maxRedirects: number
}

/** What a server calls one state of a text by; null for what it gave none of. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** `unchanged`: the server says that the text is the one that was known. */
export type FetchedText =
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly url: string; readonly modifiedAt: Date | null; readonly validators: Validators }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly reason: string }

/** What went wrong at one address, said to a person. */
class Refusal extends Error {}

/**
 * Fetches a text over http(s). A public address may redirect to public addresses only; the address that is connected to
 * is the one that was checked. An address written as this machine or as a private number may redirect only within its
 * own origin. With `known` the server is asked for the text only if it is another than that. `resolveName` stands in
 * for the system's resolver in tests. Never throws.
 */
export async function fetchText(address: string, limits: FetchLimits, known: Validators | null = null, resolveName: typeof lookup = lookup): Promise<FetchedText> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    const origin = new URL(address)
    const isPrivate = namesPrivateHost(origin.hostname)
    let url = origin
    for (let hop = 0; hop <= limits.maxRedirects; hop++) {
      const response = await get(url, known, isPrivate ? null : lookupPublic(resolveName), signal)
      const status = response.statusCode ?? 0
      const target = response.headers.location
      if (status >= 300 && status < 400 && target !== undefined) {
        response.destroy()
        url = nextHop(url, target, isPrivate ? origin : null)
        continue
      }
      if (status === 304 && asksIfChanged(known)) {
        response.destroy()
        return { kind: 'unchanged' }
      }
      if (status !== 200) {
        response.destroy()
        throw new Refusal(`${url.href} answered with status ${status}.`)
      }
      return { kind: 'text', bytes: await readBody(response, url, limits.maxBytes), url: url.href, modifiedAt: dateOf(response.headers['last-modified']), validators: validatorsOf(response) }
    }
    throw new Refusal(`${address} redirects more than ${limits.maxRedirects} times.`)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'failed', reason: error.message }
    if (signal.aborted) return { kind: 'failed', reason: `${address} did not answer within ${limits.timeoutMs / 1000} seconds.` }
    return { kind: 'failed', reason: `${address} cannot be reached: ${error instanceof Error ? (error.message || error.name) : String(error)}.` }
  }
}

/** The address a redirect leads to. `own`: the only origin that is allowed, for an address on this machine or a private network. */
export function nextHop(from: URL, target: string, own: URL | null): URL {
  if (!URL.canParse(target, from)) throw new Refusal(`${from.href} redirects to “${target}”, which is no address.`)
  const next = new URL(target, from)
  if (next.protocol !== 'https:' && (next.protocol !== 'http:' || from.protocol === 'https:')) throw new Refusal(`${from.href} redirects to ${next.href}, which is not read.`)
  if (own !== null ? next.origin !== own.origin : namesPrivateHost(next.hostname)) throw new Refusal(`${from.href} redirects to ${next.origin}, an address that it may not lead to.`)
  return next
}

function get(url: URL, known: Validators | null, lookupWith: LookupFunction | null, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      signal, agent: false, ...(lookupWith === null ? {} : { lookup: lookupWith }),
      headers: {
        accept: 'text/plain, text/markdown;q=0.9, text/*;q=0.8', 'accept-encoding': 'identity', 'user-agent': 'K81R',
        ...(known === null || known.etag === null ? {} : { 'if-none-match': known.etag }), ...(known === null || known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
      },
    }, resolve)
    sent.on('error', reject)
    sent.end()
  })
}

function asksIfChanged(known: Validators | null): boolean {
  return known !== null && (known.etag !== null || known.lastModified !== null)
}

/** As the server wrote them, where they can be sent back. */
function validatorsOf({ headers }: IncomingMessage): Validators {
  const sendable = (value: string | undefined) => (value !== undefined && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null)
  return { etag: sendable(headers.etag), lastModified: dateOf(headers['last-modified']) === null ? null : sendable(headers['last-modified']) }
}

/** Resolves a name as usual and refuses it when any of its addresses is not public, so that the checked address is the one connected to. */
const lookupPublic = (resolveName: typeof lookup): LookupFunction => (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    const hidden = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (hidden !== undefined || first === undefined) callback(new Refusal(`${hostname} leads to ${hidden?.address ?? 'nowhere'}, which is not a public address. If it is yours, give the address in numbers.`), [])
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

async function readBody(response: IncomingMessage, url: URL, maxBytes: number): Promise<Uint8Array> {
  const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const refuse = (reason: string): never => {
    response.destroy()
    throw new Refusal(reason)
  }
  if (!type.startsWith('text/') || type === 'text/html') refuse(`${url.href} is ${type === '' ? 'of no stated type' : type}, not plain text or Markdown.`)
  if (!['', 'identity'].includes(response.headers['content-encoding'] ?? '')) refuse(`${url.href} is sent compressed, which was not asked for.`)
  const tooLong = `${url.href} has more than ${maxBytes / 1024 / 1024} MB.`
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) refuse(tooLong)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) { // no encoding is set, so chunks are buffers
    length += chunk.length
    if (length > maxBytes) refuse(tooLong)
    chunks.push(chunk)
  }
  if (!response.complete) throw new Refusal(`${url.href} ended before it was complete.`)
  return Buffer.concat(chunks)
}

function dateOf(header: string | undefined): Date | null {
  const date = new Date(header ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}
