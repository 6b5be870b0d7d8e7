import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NextRequest } from 'next/server'
import { proxy } from '@/proxy'

beforeEach(() => { vi.stubEnv('PORT', '3000') })
afterEach(() => { vi.unstubAllEnvs() })

function ask(path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Response {
  return proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { method, headers: { host: '127.0.0.1:3000', ...headers } }))
}
const goesOn = (response: Response) => response.headers.get('x-middleware-next') === '1'

describe('the host', () => {
  test.each(['127.0.0.1:3000', 'localhost:3000', 'LOCALHOST:3000', '[::1]:3000'])('%s is served', (host) => {
    expect(goesOn(ask('/', { host }))).toBe(true)
  })

  test.each(['notes.example:3000', '127.0.0.1', '127.0.0.1:3001', 'localhost.:3000', 'localhost:3000.notes.example', '127.0.0.1.notes.example:3000', '0.0.0.0:3000', '192.168.1.7:3000', ''])('“%s” is refused with a sentence', async (host) => {
    const response = ask('/', { host })
    expect(response.status).toBe(421)
    expect(goesOn(response)).toBe(false)
    expect(await response.text()).toBe('K81R does not serve this address; open http://127.0.0.1:3000 instead.\n')
  })

  test('needs no port where the port is 80', () => {
    vi.stubEnv('PORT', '80')
    expect(goesOn(ask('/', { host: 'localhost' }))).toBe(true)
    expect(ask('/', { host: 'notes.example' }).status).toBe(421)
  })

  test('is not taken from what a proxy forwards', () => {
    expect(ask('/', { host: 'notes.example', 'x-forwarded-host': '127.0.0.1:3000' }).status).toBe(421)
  })

  test('is refused to a program in the shape of the API', async () => {
    const response = ask('/api/search', { host: 'notes.example' })
    expect(response.status).toBe(421)
    expect(await response.json()).toEqual({ error: { code: 'not-permitted', message: expect.any(String) } })
  })
})

describe('the origin', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('of a %s must be the host’s own', async (method) => {
    expect(goesOn(ask('/sign-in/redeem', { method, origin: 'http://127.0.0.1:3000' }))).toBe(true)
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3001', 'http://notes.example', 'null', '']) {
      const response = ask('/sign-in/redeem', { method, origin })
      expect(response.status).toBe(403)
      expect(goesOn(response)).toBe(false)
    }
  })

  test('may be missing only for a program with a bearer token', () => {
    expect(ask('/api/index', { method: 'POST' }).status).toBe(403)
    expect(ask('/api/index', { method: 'POST', authorization: 'Basic abc' }).status).toBe(403)
    expect(goesOn(ask('/api/index', { method: 'POST', authorization: 'Bearer abc' }))).toBe(true)
  })

  test('counts even beside a bearer token', () => {
    expect(ask('/api/index', { method: 'POST', authorization: 'Bearer abc', origin: 'http://notes.example' }).status).toBe(403)
  })

  test('does not matter for reading', () => {
    expect(goesOn(ask('/', { origin: 'http://notes.example' }))).toBe(true)
    expect(goesOn(ask('/', { method: 'HEAD' }))).toBe(true)
  })
})

describe('the content security policy', () => {
  const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? ''
  const nonceOf = (policy: string) => /'nonce-([A-Za-z0-9_-]{24})'/.exec(policy)?.[1]

  test('allows nothing but the site’s own files and what carries the nonce', () => {
    const policy = policyOf(ask('/'))
    const nonce = nonceOf(policy)
    expect(nonce).toBeDefined()
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test('has a new nonce for each request, and hands the same one to the page', () => {
    const [first, second] = [ask('/'), ask('/')]
    expect(nonceOf(policyOf(first))).not.toBe(nonceOf(policyOf(second)))
    expect(first.headers.get('x-middleware-request-content-security-policy')).toBe(policyOf(first))
    expect(first.headers.get('x-middleware-request-x-nonce')).toBe(nonceOf(policyOf(first)))
  })

  test('does not believe a nonce that the client sends', () => {
    const response = ask('/', { 'x-nonce': 'AAAA', 'content-security-policy': "script-src 'nonce-AAAA'" })
    expect(response.headers.get('x-middleware-request-x-nonce')).not.toBe('AAAA')
    expect(response.headers.get('x-middleware-request-content-security-policy')).not.toContain('AAAA')
  })

  test('allows eval in development only', () => {
    vi.stubEnv('NODE_ENV', 'development')
    expect(policyOf(ask('/'))).toContain("'unsafe-eval'")
    vi.stubEnv('NODE_ENV', 'production')
    expect(policyOf(ask('/'))).not.toContain('unsafe')
  })
})

test('every response, refusals too, has the other security headers', () => {
  for (const response of [ask('/'), ask('/', { host: 'notes.example' }), ask('/', { method: 'POST' })]) {
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    })
  }
})
