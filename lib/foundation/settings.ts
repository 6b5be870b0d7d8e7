import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { Fault } from './fault'

const environmentSchema = z.object({
  K81R_DATA_DIR: z.string().min(1).default(join(homedir(), '.k81r')),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// address' }).optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  K81R_MODEL_URL: z.url({ protocol: /^https?$/, error: 'the http(s) base address of a language model’s API, such as http://127.0.0.1:11434/v1' }).optional(),
  K81R_MODEL: z.string().min(1).optional(),
  K81R_MODEL_KEY: z.string().min(1).optional(),
  /** Which API the address speaks. */
  K81R_MODEL_PROTOCOL: z.enum(['openai', 'anthropic']).default('openai'),
  K81R_MODEL_INPUT_PRICE: z.coerce.number({ error: 'US dollars per million tokens, such as 3' }).min(0).optional(),
  K81R_MODEL_OUTPUT_PRICE: z.coerce.number({ error: 'US dollars per million tokens, such as 15' }).min(0).optional(),
  /** `on`: the model also reads whether the evidence answers, and each claim against its passages; what it does not confirm is not shown. */
  K81R_MODEL_JUDGE: z.enum(['on', 'off']).default('off'),
  /** `off` declares lexical-only mode: nothing is embedded and every result says so. */
  K81R_EMBEDDER: z.enum(['minilm', 'off']).default('minilm'),
})

export interface LanguageModelSettings {
  /** Where requests go: the address before `/chat/completions` or `/messages`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string | null
  /** openai, which most servers speak, where it is not given. */
  readonly protocol?: 'openai' | 'anthropic'
  /** Null or not given: cost is not told. */
  readonly prices?: { readonly inputUsdPerMillion: number; readonly outputUsdPerMillion: number } | null
}

export interface Settings {
  /** Absolute path of the folder that holds the lock, the embedded database and the caches. */
  readonly dataDir: string
  /** A PostgreSQL address, or null for the embedded database. */
  readonly databaseUrl: string | null
  readonly port: number
  /** A provider for synthesis, or null for the extractive default. */
  readonly languageModel: LanguageModelSettings | null
  /** Whether the provider reads the evidence, and each claim against its passages, as well. */
  readonly modelJudges: boolean
  readonly embedder: 'minilm' | 'off'
  /** The checkout's root: where `dist/`, `drizzle/` and `corpus/` are. */
  readonly rootDir: string
}

/** Parses the environment. Throws Fault `bad-setting` naming the variable and what it expects. */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Fault('bad-setting', `The environment variable ${issue?.path.join('.') ?? ''} is not usable: ${issue?.message ?? 'unknown value'}. Correct it or unset it.`)
  }
  const env = parsed.data
  if ((env.K81R_MODEL_URL === undefined) !== (env.K81R_MODEL === undefined)) {
    throw new Fault('bad-setting', 'K81R_MODEL_URL and K81R_MODEL go together: set both to use a language model, or neither for extractive answers.')
  }
  const { K81R_MODEL_INPUT_PRICE: inputUsdPerMillion, K81R_MODEL_OUTPUT_PRICE: outputUsdPerMillion } = env
  if ((inputUsdPerMillion === undefined) !== (outputUsdPerMillion === undefined)) {
    throw new Fault('bad-setting', 'K81R_MODEL_INPUT_PRICE and K81R_MODEL_OUTPUT_PRICE go together: set both to have the cost of answers counted, or neither.')
  }
  return {
    dataDir: resolve(env.K81R_DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    port: env.PORT,
    languageModel:
      env.K81R_MODEL_URL !== undefined && env.K81R_MODEL !== undefined
        ? {
            baseUrl: env.K81R_MODEL_URL, model: env.K81R_MODEL, apiKey: env.K81R_MODEL_KEY ?? null, protocol: env.K81R_MODEL_PROTOCOL,
            prices: inputUsdPerMillion === undefined || outputUsdPerMillion === undefined ? null : { inputUsdPerMillion, outputUsdPerMillion },
          }
        : null,
    modelJudges: env.K81R_MODEL_JUDGE === 'on',
    embedder: env.K81R_EMBEDDER,
    rootDir: process.cwd(),
  }
}

/** The PostgreSQL server on which tests make and drop databases of their own, or null for the embedded kind. */
export function readTestDatabaseUrl(): string | null {
  return environmentSchema.shape.DATABASE_URL.parse(process.env['K81R_TEST_DATABASE_URL'] || undefined) ?? null
}

/** The folder of public sets that tests may read (`claims/`, `injection/`, …), or null: those tests are skipped. */
export function readTestDataFolder(): string | null {
  return process.env['K81R_TEST_DATA'] || null
}
