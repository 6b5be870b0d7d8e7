import { describe, expect, it } from 'vitest'
import { toStorable } from './to-storable'

describe('a text to be stored', () => {
  it('loses NUL characters and lone surrogates and nothing else', () => {
    expect(toStorable('a\0b \ud83d\udc18 \ud83d ü')).toBe('ab 🐘 \ufffd ü')
  })
})
