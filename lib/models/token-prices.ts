/** What a provider charges, in US dollars per million tokens. */
export interface TokenPrices {
  readonly inputUsdPerMillion: number
  readonly outputUsdPerMillion: number
}

/** What these tokens cost in US dollars, rounded to a millionth; 0 without prices. */
export function usdOf(tokens: { readonly inputTokens: number; readonly outputTokens: number }, prices: TokenPrices | null): number {
  if (prices === null) return 0
  return Math.round(tokens.inputTokens * prices.inputUsdPerMillion + tokens.outputTokens * prices.outputUsdPerMillion) / 1_000_000
}
