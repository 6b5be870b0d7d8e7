import { describe, expect, it } from 'vitest'
import { readSourceRules } from './source-rules'

const rules = (text: string | null) => {
  const reading = readSourceRules(text)
  if (reading.kind === 'fault') throw new Error(reading.reason)
  return reading.rules
}
const fault = (text: string) => {
  const reading = readSourceRules(text)
  return reading.kind === 'fault' ? reading.reason : null
}

describe('k81r.yaml', () => {
  it('may be missing or empty: then no rule says anything', () => {
    for (const text of [null, '', '# only a comment\n']) {
      expect(rules(text).scopeOf('a.md')).toBeNull()
      expect(rules(text).ignores('a.md')).toBe(false)
      expect(rules(text).revisions).toBeNull()
    }
  })

  it('gives the strictest scope of all rules that match and the last project', () => {
    const read = rules('scopes:\n  - { path: "**", scope: public }\n  - { path: "team/**", scope: team }\n  - { path: "team/mine/**", scope: clients }\nprojects:\n  - { path: "**", project: ALL }\n  - { path: "team/**", project: T }\n')
    expect(read.scopeOf('a.md')).toBe('public')
    expect(read.scopeOf('team/a.md')).toBe('team')
    // Two different named scopes meet in nobody but the owner.
    expect(read.scopeOf('team/mine/a.md')).toBe('private')
    expect([read.projectOf('a.md'), read.projectOf('team/a.md')]).toEqual(['ALL', 'T'])
  })

  it.each([
    ['scoeps: []\n', 'line 1: “scoeps” is not a key'],
    ['notes: n\nscopes:\n  - path: "**"\n    scope: Public!\n', 'line 4: “scopes.0.scope”'],
    ['ignore: "**"\n', 'line 1: “ignore”'],
    ['scopes:\n  - path: "**"\n    scope: public\n    readers: all\n', 'line 4: “readers” is not a key'],
    ['a: [1\n', 'line'],
  ])('is refused where it is not understood, naming the line: %j', (text, expected) => {
    expect(fault(text)).toContain(expected)
  })
})
