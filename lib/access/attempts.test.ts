import { expect, test } from 'vitest'
import { openTestDatabase } from '@/lib/database/testing'
import { openSessions } from './sessions'

// In a file of its own: better-auth counts attempts once for the whole process.
test('attempts are limited for everybody together, whatever address a client claims', async () => {
  const opened = await openTestDatabase()
  const sessions = openSessions({ database: opened.database, baseUrl: 'http://127.0.0.1:3000', secret: 'a-secret-of-this-test-that-is-long-enough-0123' })
  const outcomes = new Map<string, number>()
  for (let attempt = 0; attempt < 30; attempt++) {
    const { outcome } = await sessions.redeem(`guess${attempt}`, new Headers({ 'x-forwarded-for': `10.0.0.${attempt}` }))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect(Object.fromEntries(outcomes)).toEqual({ spent: 20, 'too-many-attempts': 10 })
  await opened.close()
})
