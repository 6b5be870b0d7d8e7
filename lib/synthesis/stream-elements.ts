import { APICallError, InvalidResponseDataError, NoOutputGeneratedError, Output, streamText, type LanguageModel, type ModelMessage } from 'ai'
import type { z } from 'zod'
import { countTokens } from '@/lib/indexing'
import type { SynthesisUsage } from './draft-claim'
import { pauseMsOf, toFault } from './to-fault'
import type { ReplyDeadline, ReplyLimits, ReplyTimers } from './reply-deadline'

export interface ElementRequest<Element> {
  readonly model: LanguageModel
  readonly rules: string
  readonly messages: readonly ModelMessage[]
  readonly element: z.ZodType<Element>
  readonly limits: ReplyLimits
  readonly timers: ReplyTimers
  readonly deadline: ReplyDeadline
  readonly signal: AbortSignal | undefined
  /** Once for each request that the provider took: as it counted, or estimated where the reply has no count. */
  readonly onUsage: (usage: SynthesisUsage) => void
}

/** Tokens of a reply at most: some forty claims. */
const mostOutputTokens = 4_000

/** When a provider that failed does not say how long to wait. */
const usualPauseMs = 1_000

/**
 * The whole elements of one reply as they come; what does not fit the schema is left out, and the reply's text is
 * returned. A provider that is busy or failed before its reply began is asked once more, unless it asks for too long a
 * pause. Throws a Fault when it fails or a limit is passed, the signal's reason when that is aborted.
 */
export async function* streamElements<Element>(request: ElementRequest<Element>): AsyncGenerator<Element, string> {
  const first = yield* streamOnce(request)
  if (first.failure === null) return first.text
  const pauseMs = pauseMsOf(first.failure) ?? usualPauseMs
  const isWorthIt = first.text === '' && APICallError.isInstance(first.failure) && first.failure.isRetryable && pauseMs <= request.limits.longestPauseMs
  if (!isWorthIt) throw toFault(first.failure)
  await pause(pauseMs, request)
  const second = yield* streamOnce(request)
  if (second.failure !== null) throw toFault(second.failure)
  return second.text
}

interface ReplyEnd {
  readonly text: string
  /** What the provider or the connection failed with; null: the reply is over. */
  readonly failure: unknown
}

async function* streamOnce<Element>({ model, rules, messages, element, deadline, signal, onUsage }: ElementRequest<Element>): AsyncGenerator<Element, ReplyEnd> {
  // Ends the request as well when nobody reads on.
  const left = new AbortController()
  let failure: unknown = null
  const come = { anything: false, text: '' }
  deadline.sent()
  const result = streamText({
    model, system: rules, messages: [...messages], output: Output.array({ element, name: 'claims' }), temperature: 0, maxOutputTokens: mostOutputTokens, maxRetries: 0, includeRawChunks: true,
    abortSignal: AbortSignal.any([deadline.signal, left.signal, ...(signal === undefined ? [] : [signal])]),
    // Raw ones too: a model that thinks for long shows that it is alive by them.
    onChunk: ({ chunk }) => {
      come.anything = true
      if (chunk.type === 'text-delta') come.text += chunk.text
      deadline.heard()
    },
    onError: ({ error }) => { failure ??= error },
  })
  const counted = Promise.resolve(result.totalUsage).then((usage) => usage, () => null)
  void Promise.resolve(result.text).catch(() => undefined)
  const elements = result.elementStream[Symbol.asyncIterator]()
  let over = false
  try {
    for (;;) {
      deadline.wait()
      const next: IteratorResult<Element> = await elements.next().catch((error: unknown) => {
        failure ??= error
        return { done: true, value: undefined }
      })
      deadline.rest()
      if (next.done === true) break
      yield next.value
    }
    over = failure === null && !deadline.signal.aborted && signal?.aborted !== true
  } finally {
    deadline.rest()
    left.abort()
    const usage = over ? await counted : null
    if (usage !== null) onUsage({ inputTokens: usage.inputTokens ?? estimateInput(rules, messages), outputTokens: usage.outputTokens ?? countTokens(come.text) })
    else if (come.anything) onUsage({ inputTokens: estimateInput(rules, messages), outputTokens: countTokens(come.text) })
  }
  signal?.throwIfAborted()
  deadline.signal.throwIfAborted()
  // A stream that ends in good order without saying so is a reply that was cut, and no failure.
  const isCut = NoOutputGeneratedError.isInstance(failure) || InvalidResponseDataError.isInstance(failure)
  return { text: come.text, failure: isCut ? null : failure }
}

function estimateInput(rules: string, messages: readonly ModelMessage[]): number {
  return countTokens([rules, ...messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))].join('\n'))
}

/** Ends early, with its reason, when the reader stops the answer or the time is over. */
async function pause(pauseMs: number, { timers, deadline, signal }: Pick<ElementRequest<unknown>, 'timers' | 'deadline' | 'signal'>): Promise<void> {
  const stops = [deadline.signal, ...(signal === undefined ? [] : [signal])]
  await new Promise<void>((resolve) => {
    const callOff = timers.after(pauseMs, resolve)
    const end = () => { callOff(); resolve() }
    for (const stop of stops) {
      if (stop.aborted) end()
      else stop.addEventListener('abort', end, { once: true })
    }
  })
  for (const stop of stops) stop.throwIfAborted()
}
