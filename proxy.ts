import { randomBytes } from 'node:crypto'
import { NextResponse, type NextRequest } from 'next/server'
import { readSettings } from '@/lib/foundation'

/** Names by which a browser reaches a server on its own machine; a name that resolves here by DNS is somebody else's page. */
const ownNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Stands before every address: refuses a foreign Host (421) and a foreign Origin of anything that may change something
 * (403), and gives every response its security headers, with a fresh nonce that Next puts on its own scripts.
 */
export function proxy(request: NextRequest): NextResponse {
  const { port } = readSettings()
  const nonce = randomBytes(18).toString('base64url')
  const policy = contentSecurityPolicy(nonce)
  // The header and not `request.nextUrl`, which Next rewrites to localhost.
  const host = request.headers.get('host')?.toLowerCase() ?? ''

  if (!isOwnHost(host, port)) {
    return secured(refusal(request, 421, `K81R does not serve this address; open http://127.0.0.1:${port} instead.`), policy)
  }
  if (!isOwnOrigin(request, host)) {
    return secured(refusal(request, 403, 'This request came from another site, so nothing was done.'), policy)
  }
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  return secured(NextResponse.next({ request: { headers } }), policy)
}

function isOwnHost(host: string, port: number): boolean {
  return ownNames.some((name) => host === `${name}:${port}` || (port === 80 && host === name))
}

/** Browsers name the origin of whatever may change something; only a program with a bearer token may leave it out. */
function isOwnOrigin({ method, headers }: NextRequest, host: string): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const origin = headers.get('origin')
  if (origin === null) return /^bearer /i.test(headers.get('authorization') ?? '')
  return origin === `http://${host}` || origin === `https://${host}`
}

function refusal(request: NextRequest, status: number, message: string): NextResponse {
  return request.nextUrl.pathname.startsWith('/api/')
    ? NextResponse.json({ error: { code: 'not-permitted', message } }, { status })
    : new NextResponse(`${message}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

function contentSecurityPolicy(nonce: string): string {
  // Next writes its mode into the build in place of this expression, so it is no setting; React's development build needs eval.
  const development = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function secured(response: NextResponse, policy: string): NextResponse {
  const { headers } = response
  headers.set('content-security-policy', policy)
  // Not no-referrer: under it browsers send `Origin: null` with the page's own forms, which the check above refuses.
  headers.set('referrer-policy', 'same-origin')
  headers.set('x-content-type-options', 'nosniff')
  // A shared answer is for whoever was given its link; nothing here is for an index of the web.
  headers.set('x-robots-tag', 'noindex, nofollow')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()')
  return response
}
