/** What one stage of a run took and cost. */
export interface StageMeasure {
  readonly stage: string
  readonly ms: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly usd: number
}

/** Measures a run's stages in the order in which they end. */
export interface StageClock {
  measure<T>(stage: string, work: () => Promise<T>): Promise<T>
  /** Adds tokens to a stage, before or after it ends. */
  charge(stage: string, tokens: { readonly inputTokens: number; readonly outputTokens: number }): void
  stages(): readonly StageMeasure[]
}

export function startStageClock(): StageClock {
  const times = new Map<string, number>()
  const tokens = new Map<string, { inputTokens: number; outputTokens: number }>()
  return {
    measure: async (stage, work) => {
      const started = performance.now()
      try {
        return await work()
      } finally {
        times.set(stage, (times.get(stage) ?? 0) + performance.now() - started)
      }
    },
    charge: (stage, { inputTokens, outputTokens }) => {
      const known = tokens.get(stage) ?? { inputTokens: 0, outputTokens: 0 }
      tokens.set(stage, { inputTokens: known.inputTokens + inputTokens, outputTokens: known.outputTokens + outputTokens })
    },
    stages: () => [...times].map(([stage, ms]) => ({ stage, ms: Math.round(ms * 10) / 10, inputTokens: 0, outputTokens: 0, usd: 0, ...tokens.get(stage) })),
  }
}
