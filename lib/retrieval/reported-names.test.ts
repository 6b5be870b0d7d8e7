import { describe, expect, it } from 'vitest'
import { owner } from '@/lib/access'
import { searchesIn } from './testing'

const filler = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`guides/admin-${at}.md`, `---\ndate: 2021-01-01\n---\n# Admin guide ${at}\n\nThe admin of host ${at * 31} restores a db, a user or 0018 rows; a rfc is no guide. Each user is authenticated.\n`]))
const files = {
  ...filler,
  'architecture/decisions/0018-use-rds.md': '# 18. Use managed databases\n\nDate: 2017-08-01\n\n## Status\n\nAccepted\n\n## Context\n\nHosts are work.\n\n## Decision\n\nWe use what is managed.\n',
  'text/0345-discord.md': '---\nstage: accepted\nstart-date: 2018-07-05\n---\n# Move the chat\n\n## Summary\n\nThe chat moves.\n\n## Motivation\n\nIt is slow.\n\n## Detailed design\n\nIt moves at once.\n',
  'rfcs/rfc-091-sharing-assets.md': '---\nstatus: proposed\n---\n# Sharing assets\n\n## Summary\n\nFiles are uploaded to one place.\n\n## Problem\n\nThere are many.\n',
  'guides/db-admin-database-restore-process.md': '---\ndate: 2020-01-01\n---\n# Getting data back\n\nLog in and copy the dump.\n',
  'headers.md': '---\ndate: 2020-01-01\n---\n# Draft access\n\nThe proxy sets `X-GOVUK-AUTHENTICATED-USER` to a name.\n',
  'other-header.md': '---\ndate: 2020-01-01\n---\n# Other access\n\nA user of GOVUK is authenticated, user by user.\n',
}

describe('a name as people write it', () => {
  const { find } = searchesIn(files)

  it.each([
    ['0018', 'architecture/decisions/0018-use-rds.md'], ['rfc 345', 'text/0345-discord.md'], ['0345', 'text/0345-discord.md'], ['RFC #91', 'rfcs/rfc-091-sharing-assets.md'], ['RFC #091', 'rfcs/rfc-091-sharing-assets.md'],
    ['rfc-91', 'rfcs/rfc-091-sharing-assets.md'], ['091', 'rfcs/rfc-091-sharing-assets.md'], ['db-admin', 'guides/db-admin-database-restore-process.md'], ['db_admin_database', 'guides/db-admin-database-restore-process.md'],
  ])('%s finds %s first, sure of it, and suggests no other word', async (query, path) => {
    for (const mode of ['hybrid', 'lexical'] as const) {
      const { results, weak, suggestions } = await find(query, owner, { mode })
      expect(results[0]?.sourcePath).toBe(path)
      expect(weak).toBe(false)
      expect(suggestions).toEqual([])
    }
  })

  it('a joined name is found within a longer one, before where its parts stand apart', async () => {
    for (const mode of ['hybrid', 'lexical'] as const) {
      const { results, weak, suggestions } = await find('GOVUK-AUTHENTICATED-USER', owner, { mode })
      expect(results[0]?.sourcePath).toBe('headers.md')
      expect(weak).toBe(false)
      expect(suggestions).toEqual([])
    }
    // Parts in another order, or only apart, are no sign of the name.
    expect((await find('USER-GOVUK-AUTHENTICATED', owner, { mode: 'lexical' })).weak).toBe(true)
  })
})
