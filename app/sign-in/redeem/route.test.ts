import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST as signOut } from '@/app/sign-out/route'
import { runtimeKey } from '@/app/_server/runtime'
import { openSessions, owner, stranger, type Sessions } from '@/lib/access'
import type { OpenedDatabase } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import { POST as redeem } from './route'

const baseUrl = 'http://127.0.0.1:3000'
let opened: OpenedDatabase
let sessions: Sessions

beforeAll(async () => {
  opened = await openTestDatabase()
  sessions = openSessions({ database: opened.database, baseUrl, secret: 'a-secret-of-this-test-that-is-long-enough-0123' })
  Object.assign(globalThis, { [runtimeKey]: { sessions } })
})
afterAll(async () => {
  Object.assign(globalThis, { [runtimeKey]: undefined })
  await opened.close()
})

const send = (body: BodyInit) => redeem(new Request(`${baseUrl}/sign-in/redeem`, { method: 'POST', body }))

test('the form of a fresh link leads to the first page as the owner, and its second use back with the reason', async () => {
  const token = new URL(await sessions.signInLink()).searchParams.get('token') ?? ''
  const first = await send(new URLSearchParams({ token }))
  expect([first.status, first.headers.get('location'), first.headers.get('cache-control')]).toEqual([303, '/', 'no-store'])
  const cookie = first.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
  expect(await sessions.identify(new Headers({ cookie }))).toBe(owner)

  const second = await send(new URLSearchParams({ token }))
  expect([second.status, second.headers.get('location'), second.headers.getSetCookie()]).toEqual([303, '/sign-in?outcome=spent', []])

  const out = await signOut(new Request(`${baseUrl}/sign-out`, { method: 'POST', headers: { cookie } }))
  expect([out.status, out.headers.get('location')]).toEqual([303, '/sign-in'])
  expect(await sessions.identify(new Headers({ cookie }))).toBe(stranger)
})

test.each<[string, () => BodyInit]>([
  ['no token', () => new URLSearchParams({})],
  ['an empty token', () => new URLSearchParams({ token: '' })],
  ['an endless token', () => new URLSearchParams({ token: 'A'.repeat(10_000) })],
  ['no form', () => '{"token":"A"}'],
])('a body with %s leads to the sign-in page without a cookie', async (_, body) => {
  const response = await send(body())
  expect([response.status, response.headers.get('location'), response.headers.getSetCookie()]).toEqual([303, '/sign-in', []])
})
