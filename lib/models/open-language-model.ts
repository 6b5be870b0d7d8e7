import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { Settings } from '@/lib/foundation'
import { guardedFetch } from './guarded-fetch'
import type { TokenPrices } from './token-prices'

export interface OpenedLanguageModel {
  readonly model: LanguageModel
  /** What an answer record names: the model as the settings give it. */
  readonly name: string
  /** Whether it runs on this machine, by its address: only then may it see what is marked local-only. */
  readonly isLocal: boolean
  /** Null: the settings name none, and nothing is said about cost. */
  readonly prices: TokenPrices | null
}

/** The configured provider's model for the AI SDK, or null when the settings name none. Nothing is sent before the first use. */
export function openLanguageModel(settings: Settings['languageModel']): OpenedLanguageModel | null {
  if (settings === null) return null
  const { baseUrl, model: name, apiKey, protocol = 'openai', prices = null } = settings
  return { model: protocol === 'anthropic' ? overAnthropic(baseUrl, apiKey, name) : overOpenAI(baseUrl, apiKey, name), name, isLocal: isOnThisMachine(baseUrl), prices }
}

function overOpenAI(baseURL: string, apiKey: string | null, name: string): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'configured', baseURL, includeUsage: true, supportsStructuredOutputs: true, fetch: guardedFetch(), ...(apiKey === null ? {} : { apiKey }),
  })
  return provider.chatModel(name)
}

function overAnthropic(baseURL: string, apiKey: string | null, name: string): LanguageModel {
  // Without a key of its own the library would take one from the environment, which is somebody else's setting.
  return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch: guardedFetch() })(name)
}

/** A name that only begins like this machine's (127.example.org) is somebody else's. */
function isOnThisMachine(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}
