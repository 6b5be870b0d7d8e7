import { describe, expect, it } from 'vitest'
import { sectionRole } from './section-role'
import { testView } from './testing'

describe('the role of a section', () => {
  it.each([
    [['ADR 3', 'Decision'], 'answer'], [['RFC 9', '2. Proposal', 'Details'], 'answer'], [['RFC 9', 'Problem'], 'background'], [['RFC 9', '**Motivation**'], 'background'],
    [['RFC 9', 'Alternatives', 'Vue'], 'aside'], [['RFC 9', 'How we teach this'], 'aside'], [['RFC 9', 'Storage'], null], [[], null],
  ] as const)('of %j is %s', (headingPath, role) => { expect(sectionRole({ headingPath: [...headingPath] })).toBe(role) })

  it('puts what was decided before what led to it, and for a reason the other way round', async () => {
    const notes = [{ heading: 'Context', text: 'The cellar floods, and Redis machines stand in the cellar.' }, { heading: 'Decision', text: 'The cellar floods, and Redis machines stand in the attic.' }]
    expect((await testView('Where do the Redis machines stand?', notes)).ranked[0]?.candidate.item.headingPath).toEqual(['Decision'])
    expect((await testView('Why do the Redis machines leave?', notes.toReversed())).ranked[0]?.candidate.item.headingPath).toEqual(['Context'])
  })

  it('puts what says itself that it is of a time gone by behind, but for a question about that time', async () => {
    const notes = [{ text: 'Traditionally Redis runs on machines of our own.' }, { text: 'Since the flood Redis runs on machines that belong to Amazon.' }]
    expect((await testView('On which machines does Redis run?', notes)).ranked[0]?.candidate.text).toContain('Amazon')
    expect((await testView('On which machines was Redis run before?', notes)).ranked.find(({ candidate }) => candidate.text.startsWith('Traditionally'))?.score).toBeGreaterThan(0)
  })
})
