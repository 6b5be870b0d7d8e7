import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { z } from 'zod'
import type { Settings } from '@/lib/foundation'

export interface OpenedLanguageModel {
  readonly model: LanguageModel
  /** What an answer record names: the model as the settings give it. */
  readonly name: string
}

const structuredRequestSchema = z.looseObject({ response_format: z.looseObject({ type: z.literal('json_schema') }) })

/**
 * Servers that know no JSON schema refuse the whole request with 400 or 422. The request is then sent once more, asking for
 * plain JSON, and so are all later ones; the reply is checked against the schema in either case.
 */
function fetchWithPlainJsonFallback(): typeof fetch {
  let schemaRefused = false
  const withoutSchema = (body: string): string | null => {
    const parsed = structuredRequestSchema.safeParse(JSON.parse(body))
    return parsed.success ? JSON.stringify({ ...parsed.data, response_format: { type: 'json_object' } }) : null
  }
  return async (input, init) => {
    const plain = typeof init?.body === 'string' ? withoutSchema(init.body) : null
    if (plain === null) return fetch(input, init)
    if (schemaRefused) return fetch(input, { ...init, body: plain })
    const response = await fetch(input, init)
    if (response.status !== 400 && response.status !== 422) return response
    if (!/response_format|schema/i.test(await response.clone().text())) return response
    await response.body?.cancel()
    schemaRefused = true
    return fetch(input, { ...init, body: plain })
  }
}

/** The configured provider's model for the AI SDK, or null when the settings name none. Nothing is sent before the first use. */
export function openLanguageModel(settings: Settings['languageModel']): OpenedLanguageModel | null {
  if (settings === null) return null
  const provider = createOpenAICompatible({
    name: 'configured',
    baseURL: settings.baseUrl,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: fetchWithPlainJsonFallback(),
    ...(settings.apiKey === null ? {} : { apiKey: settings.apiKey }),
  })
  return { model: provider.chatModel(settings.model), name: settings.model }
}
