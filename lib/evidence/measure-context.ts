import type { Identity } from '@/lib/access'
import type { Database } from '@/lib/database'
import { activeGeneration } from '@/lib/indexing'
import type { EvidenceStrategy } from './evidence-set'
import { evidenceSettings } from './evidence-settings'
import { countMonthlyQuestions, readCorpusSize, readMeasuredQuestions } from './store-corpus'

/** What one question costs by one strategy. */
export interface StrategyCost {
  readonly strategy: EvidenceStrategy
  /** Tokens of evidence that a language model would read for one question. */
  readonly tokens: number
  /** How many questions that is measured over; 0: it follows from the settings or the index. */
  readonly questions: number
  /** Of reading them; null without a configured price. */
  readonly usd: number | null
  /** How many times the tokens of selected passages. */
  readonly ratio: number
  /** Whether a question may be answered so: the whole corpus only where a model is configured and it fits. */
  readonly available: boolean
}

/** How much context a question costs, measured on the index and the questions of one identity. */
export interface ContextMeasure {
  /** Null before the first index. */
  readonly generation: number | null
  /** What a search without filters reaches. */
  readonly corpus: { readonly documents: number; readonly tokens: number }
  readonly strategies: readonly StrategyCost[]
  /** Up to this many tokens everything is given to a configured model. */
  readonly threshold: number
  /** Asked in the last 30 days. */
  readonly monthlyQuestions: number
  /** US dollars for a million input tokens; null where none is configured. */
  readonly inputPrice: number | null
}

/** What measuring needs to know of the settings. */
export interface ContextPrices {
  readonly languageModel: boolean
  /** US dollars for a million input tokens; null where it is not known. */
  readonly inputPrice: number | null
}

/** Measures the corpus and what one question costs by each strategy, and how many times that of selected passages. */
export async function measureContext(database: Database, identity: Identity, { languageModel, inputPrice }: ContextPrices): Promise<ContextMeasure> {
  const generation = await activeGeneration(database)
  const { documents, tokens } = generation === null ? { documents: 0, tokens: 0 } : await readCorpusSize(database, identity, generation.number)
  const measured = new Map((await readMeasuredQuestions(database, identity)).map((entry) => [entry.strategy, entry]))
  const { tokenBudget, wholeCorpusTokens } = evidenceSettings
  const passages = measured.get('passages')
  // The budget is what a question costs at most; a set of a small index cannot be larger than the index.
  const bound = Math.min(tokenBudget, tokens)
  const base = Math.round(passages?.tokens ?? bound)
  const cost = (strategy: EvidenceStrategy, amount: number, questions: number, available: boolean): StrategyCost => ({
    strategy, tokens: amount, questions, usd: inputPrice === null ? null : (amount * inputPrice) / 1_000_000, ratio: base === 0 ? 1 : Math.round((amount / base) * 10) / 10, available,
  })
  const whole = measured.get('whole-document')
  return {
    generation: generation?.number ?? null, corpus: { documents, tokens }, threshold: wholeCorpusTokens, inputPrice, monthlyQuestions: await countMonthlyQuestions(database, identity),
    strategies: [
      cost('passages', base, passages?.questions ?? 0, true),
      cost('whole-document', Math.round(whole?.tokens ?? bound), whole?.questions ?? 0, true),
      cost('whole-corpus', tokens, 0, languageModel && tokens <= wholeCorpusTokens),
    ],
  }
}
