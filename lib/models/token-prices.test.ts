import { expect, test } from 'vitest'
import { usdOf } from './token-prices'

test('tokens cost what their kind costs per million, and nothing is made up without prices', () => {
  expect(usdOf({ inputTokens: 2_000_000, outputTokens: 500_000 }, { inputUsdPerMillion: 3, outputUsdPerMillion: 15 })).toBe(13.5)
  expect(usdOf({ inputTokens: 100, outputTokens: 20 }, { inputUsdPerMillion: 3, outputUsdPerMillion: 15 })).toBe(0.0006)
  expect(usdOf({ inputTokens: 100, outputTokens: 20 }, null)).toBe(0)
})
