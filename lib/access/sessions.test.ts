import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { rows, type OpenedDatabase } from '@/lib/database'
import { openTestDatabase } from '@/lib/database/testing'
import { owner, stranger } from './identity'
import { openSessions, type Sessions } from './sessions'
import { signedInHeaders } from './testing'

const baseUrl = 'http://127.0.0.1:3000'
const secret = 'a-secret-of-this-test-that-is-long-enough-0123'
const hourMs = 60 * 60 * 1000

let opened: OpenedDatabase
let sessions: Sessions

beforeAll(async () => {
  opened = await openTestDatabase()
  sessions = openSessions({ database: opened.database, baseUrl, secret })
})
afterAll(() => opened.close())
afterEach(() => { vi.useRealTimers() })

/** Only the clock is replaced: the database's thread needs the real timers. */
function pass(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + ms)
}

async function freshToken(from: Sessions = sessions): Promise<string> {
  return new URL(await from.signInLink()).searchParams.get('token') ?? ''
}

describe('a printed link', () => {
  test('is an absolute address of the sign-in page, and different each time', async () => {
    const [first, second] = [await sessions.signInLink(), await sessions.signInLink()]
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\?token=[A-Za-z]{32}$/)
    expect(second).not.toBe(first)
  })

  test('signs in once', async () => {
    const token = await freshToken()
    const first = await sessions.redeem(token, new Headers())
    const second = await sessions.redeem(token, new Headers())
    expect(first.outcome).toBe('signed-in')
    expect(second).toEqual({ outcome: 'spent' })
  })

  test('signs one of two browsers in when both open it at once', async () => {
    const token = await freshToken()
    const both = await Promise.all([sessions.redeem(token, new Headers()), sessions.redeem(token, new Headers())])
    expect(both.map((one) => one.outcome).sort()).toEqual(['signed-in', 'spent'])
  })

  test('still works after 23 hours and no longer after 25', async () => {
    const [early, late] = [await freshToken(), await freshToken()]
    pass(23 * hourMs)
    expect((await sessions.redeem(early, new Headers())).outcome).toBe('signed-in')
    pass(2 * hourMs)
    expect((await sessions.redeem(late, new Headers())).outcome).toBe('spent')
  })

  test('that was never made is spent, whatever it holds', async () => {
    for (const token of ['', 'x', 'A'.repeat(32), '../../x?y=1&token=z']) {
      expect((await sessions.redeem(token, new Headers())).outcome).toBe('spent')
    }
  })

  test('is kept in the database as a digest only', async () => {
    const token = await freshToken()
    const stored = await rows<{ row: string }>(opened.database, sql`select verification::text as row from verification`)
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.some(({ row }) => row.includes(token))).toBe(false)
  })
})

describe('a session', () => {
  test('makes its browser the owner, and there is one user however many links were used', async () => {
    const headers = await signedInHeaders(sessions)
    await signedInHeaders(sessions)
    expect(await sessions.identify(headers)).toBe(owner)
    expect(await rows(opened.database, sql`select email from "user"`)).toEqual([{ email: 'owner@k81r.localhost' }])
  })

  test('is a cookie that scripts cannot read, with the port in its name', async () => {
    const redemption = await sessions.redeem(await freshToken(), new Headers())
    const cookies = redemption.outcome === 'signed-in' ? redemption.cookies : []
    expect(cookies).toHaveLength(1)
    expect(cookies[0]).toMatch(/^k81r-3000\.session_token=/)
    expect(cookies[0]).toMatch(/; HttpOnly/)
    expect(cookies[0]).toMatch(/; SameSite=Lax/)
    expect(cookies[0]).toMatch(/; Path=\//)
    expect(cookies[0]).not.toMatch(/Secure/)
  })

  test('is a secure cookie where the server is reached by https', async () => {
    const secure = openSessions({ database: opened.database, baseUrl: 'https://notes.example', secret })
    const redemption = await secure.redeem(await freshToken(secure), new Headers())
    expect(redemption.outcome === 'signed-in' ? redemption.cookies[0] : '').toMatch(/^__Secure-k81r-web\.session_token=.*; Secure/)
  })

  test('ends after 30 days', async () => {
    const headers = await signedInHeaders(sessions)
    pass(31 * 24 * hourMs)
    expect(await sessions.identify(headers)).toBe(stranger)
  })

  test('ends on signing out, and its cookie is cleared', async () => {
    const headers = await signedInHeaders(sessions)
    const cleared = await sessions.signOut(headers)
    expect(cleared.some((cookie) => /^k81r-3000\.session_token=;.*Max-Age=0/.test(cookie))).toBe(true)
    expect(await sessions.identify(headers)).toBe(stranger)
  })
})

describe('anyone else', () => {
  test('is a stranger without a cookie, and may sign out of nothing', async () => {
    expect(await sessions.identify(new Headers())).toBe(stranger)
    await expect(sessions.signOut(new Headers())).resolves.toBeDefined()
  })

  test('is a stranger with a cookie signed by another secret', async () => {
    const foreign = openSessions({ database: opened.database, baseUrl, secret: 'another-secret-that-is-also-long-enough-98765' })
    const headers = await signedInHeaders(foreign)
    expect(await foreign.identify(headers)).toBe(owner)
    expect(await sessions.identify(headers)).toBe(stranger)
  })

  test('is a stranger with a cookie whose value was changed or made up', async () => {
    const cookie = (await signedInHeaders(sessions)).get('cookie') ?? ''
    for (const forged of [cookie.replace(/=./, '=#'), cookie.slice(0, -8), `${cookie.split('=')[0]}=owner`, 'k81r-3000.session_token=']) {
      expect(await sessions.identify(new Headers({ cookie: forged }))).toBe(stranger)
    }
  })

  test('is a stranger when signed in as a user who is not the owner', async () => {
    const headers = await signedInHeaders(sessions)
    await opened.database.execute(sql`update "user" set email = 'someone@localhost'`)
    expect(await sessions.identify(headers)).toBe(stranger)
    await opened.database.execute(sql`update "user" set email = 'owner@k81r.localhost'`)
  })
})

test('a database that is gone is a fault and not a spent link', async () => {
  const lost = await openTestDatabase()
  const broken = openSessions({ database: lost.database, baseUrl, secret })
  const token = await freshToken(broken)
  await lost.close()
  await expect(broken.redeem(token, new Headers())).rejects.toThrow()
})
