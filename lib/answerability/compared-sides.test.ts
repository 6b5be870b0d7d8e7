import { describe, expect, it } from 'vitest'
import { comparedSides, speaksOf } from './compared-sides'
import { testView } from './testing'

const sidesOf = (question: string) => comparedSides(question)?.map(({ words }) => words) ?? null

describe('two things set against each other', () => {
  it.each([
    ['What is the difference between DEC-0047 and DEC-0061?', ['DEC-0047', 'DEC-0061']],
    ['How does {{let}} differ from {{with}}?', ['{{let}}', '{{with}}']],
    ['Do we use ElastiCache or our own Redis machines?', ['ElastiCache', 'Redis machines']],
    ['Jenkins or GitHub Actions: which one should run our CI?', ['Jenkins', 'GitHub Actions']],
    ['Compare the log with the hash chain.', ['log', 'hash chain']],
  ])('“%s”', (question, sides) => { expect(sidesOf(question)).toEqual(sides) })

  it.each(['Which retry policy does Z29C use?', 'Who is for what, and why?', 'When was the log between the two releases lost?'])('are none in “%s”', (question) => { expect(sidesOf(question)).toBeNull() })

  it('a text speaks of one that holds half of its words, or the very sign', () => {
    const [one, other] = comparedSides('How does {{let}} differ from {{with}}?') ?? []
    expect(one !== undefined && speaksOf(one, 'The `{{let}}` helper is always rendered.')).toBe(true)
    expect(other !== undefined && speaksOf(other, 'It renders with a block.')).toBe(false)
    expect(other !== undefined && speaksOf(other, 'In contrast, `{{with}}` renders only then.')).toBe(true)
  })

  it('what speaks of both stands before what speaks of one as well', async () => {
    const { ranked } = await testView('Do we use ElastiCache or our own Redis machines?', [{ text: 'Our own Redis machines stand in a cellar.' }, { text: 'We use Elasticache instead of our own Redis machines in the cellar.' }])
    expect(ranked[0]?.candidate.text).toContain('instead of')
  })
})
