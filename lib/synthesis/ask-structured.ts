import { generateText, Output, type LanguageModel } from 'ai'
import type { z } from 'zod'
import type { SynthesisUsage } from './draft-claim'
import type { ReplyTimers } from './reply-deadline'

export interface StructuredRequest<T> {
  readonly model: LanguageModel
  readonly system: string
  readonly prompt: string
  readonly schema: z.ZodType<T>
  readonly name: string
  readonly timeLimitMs: number
  readonly timers: ReplyTimers
  readonly signal: AbortSignal | undefined
  readonly onUsage: ((usage: SynthesisUsage) => void) | undefined
}

/** Characters of a model's reason that are kept. */
export const longestReason = 500

/** One small reply in a strict form; null when the model fails, takes too long or replies in another form. A stopped answer's signal rejects. */
export async function askStructured<T>({ model, system, prompt, schema, name, timeLimitMs, timers, signal, onUsage }: StructuredRequest<T>): Promise<T | null> {
  signal?.throwIfAborted()
  const late = new AbortController()
  const callOff = timers.after(timeLimitMs, () => { late.abort() })
  try {
    const { output } = await generateText({
      model, system, prompt, output: Output.object({ schema, name }), temperature: 0, maxOutputTokens: 500, maxRetries: 0,
      abortSignal: AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]),
      onStepFinish: ({ usage }) => onUsage?.({ inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 }),
    })
    return output
  } catch {
    signal?.throwIfAborted()
    return null
  } finally {
    callOff()
  }
}
