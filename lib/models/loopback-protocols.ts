import { z } from 'zod'

/** What every loopback reply claims to have used, whatever was sent. */
export const loopbackUsage = { inputTokens: 100, outputTokens: 20 } as const

export type LoopbackFinish = 'stop' | 'length'

/** How one provider's API writes replies, whole or streamed, and errors. */
export interface LoopbackProtocol {
  /** The events before, for and after the pieces of a reply; each is one server-sent event's text. */
  start(body: LoopbackBody): readonly string[]
  piece(text: string, body: LoopbackBody): string
  finish(finish: LoopbackFinish, body: LoopbackBody): readonly string[]
  /** An error that arrives in the middle of a stream. */
  errorEvent(message: string): string
  whole(content: string, finish: LoopbackFinish, body: LoopbackBody): unknown
  error(message: string): unknown
}

export type LoopbackBody = Readonly<Record<string, unknown>>

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (event: Readonly<{ type: string }> & Readonly<Record<string, unknown>>) => `event: ${event.type}\n${data(event)}`

const openaiUsage = { prompt_tokens: loopbackUsage.inputTokens, completion_tokens: loopbackUsage.outputTokens, total_tokens: 120 }
const openaiChunk = (choices: readonly unknown[], rest: object = {}) => data({ id: 'loopback-1', object: 'chat.completion.chunk', created: 0, model: 'loopback', choices, ...rest })

const openai: LoopbackProtocol = {
  start: () => [],
  piece: (content) => openaiChunk([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]),
  finish: (finish) => [openaiChunk([{ index: 0, delta: {}, finish_reason: finish }]), openaiChunk([], { usage: openaiUsage }), 'data: [DONE]\n\n'],
  errorEvent: (message) => data({ error: { message, type: 'scripted', code: null } }),
  whole: (content, finish) => ({
    id: 'loopback-1', object: 'chat.completion', created: 0, model: 'loopback', usage: openaiUsage,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  }),
  error: (message) => ({ error: { message, type: 'scripted', code: null } }),
}

const forcedToolSchema = z.looseObject({ tools: z.tuple([z.looseObject({ name: z.literal('json') })]) })

/** Models without a native form for JSON are made to call one tool with it. */
const isForced = (body: LoopbackBody) => forcedToolSchema.safeParse(body).success
const anthropicMessage = { id: 'msg_loopback', type: 'message', role: 'assistant', model: 'loopback', stop_sequence: null }
const stopReason = (finish: LoopbackFinish, body: LoopbackBody) => (finish === 'length' ? 'max_tokens' : isForced(body) ? 'tool_use' : 'end_turn')

const anthropic: LoopbackProtocol = {
  start: (body) => [
    named({ type: 'message_start', message: { ...anthropicMessage, content: [], stop_reason: null, usage: { input_tokens: loopbackUsage.inputTokens, output_tokens: 1 } } }),
    named({ type: 'content_block_start', index: 0, content_block: isForced(body) ? { type: 'tool_use', id: 'toolu_1', name: 'json', input: {} } : { type: 'text', text: '' } }),
    named({ type: 'ping' }),
  ],
  piece: (text, body) =>
    named({ type: 'content_block_delta', index: 0, delta: isForced(body) ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text } }),
  finish: (finish, body) => [
    named({ type: 'content_block_stop', index: 0 }),
    named({ type: 'message_delta', delta: { stop_reason: stopReason(finish, body), stop_sequence: null }, usage: { output_tokens: loopbackUsage.outputTokens } }),
    named({ type: 'message_stop' }),
  ],
  errorEvent: (message) => named({ type: 'error', error: { type: 'overloaded_error', message } }),
  whole: (content, finish, body) => ({
    ...anthropicMessage, stop_reason: stopReason(finish, body), usage: { input_tokens: loopbackUsage.inputTokens, output_tokens: loopbackUsage.outputTokens },
    content: [isForced(body) ? { type: 'tool_use', id: 'toolu_1', name: 'json', input: objectOf(content) } : { type: 'text', text: content }],
  }),
  error: (message) => ({ type: 'error', error: { type: 'scripted', message } }),
}

/** A tool is called with an object; text that is none is put inside one. */
function objectOf(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return { text: content }
  }
}

/** By the path that requests of each go to. */
export const loopbackProtocols: Readonly<Record<string, LoopbackProtocol>> = { '/v1/chat/completions': openai, '/v1/messages': anthropic }
