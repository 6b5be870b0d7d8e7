import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withoutText } from './log'

describe('a logged error', () => {
  it('keeps the statement and loses its parameters, which may be a passage', () => {
    const logged = withoutText(new DrizzleQueryError('insert into passage (text) values ($1)', ['a private sentence'], new Error('duplicate key')))
    expect(JSON.stringify(logged)).not.toContain('private sentence')
    expect(logged).toMatchObject({ message: 'Failed query: insert into passage (text) values ($1)', cause: { message: 'duplicate key' } })
    expect(logged.thrownAt.length).toBeGreaterThan(0)
  })
})
