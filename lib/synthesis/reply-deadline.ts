import { Fault } from '@/lib/foundation'

/** How long a model may take, in milliseconds of waiting for it; what happens between its claims does not count. */
export interface ReplyLimits {
  readonly firstByteMs: number
  /** Silence in the middle of a reply. */
  readonly stallMs: number
  /** All requests for one answer together. */
  readonly wholeMs: number
  /** A provider that asks to be left alone for longer than this is not asked again. */
  readonly longestPauseMs: number
}

export const replyLimits: ReplyLimits = { firstByteMs: 60_000, stallMs: 30_000, wholeMs: 180_000, longestPauseMs: 10_000 }

/** Time as the deadline sees it; tests bring their own. */
export interface ReplyTimers {
  now(): number
  /** Calls once after so many milliseconds; the result calls it off. */
  after(ms: number, call: () => void): () => void
}

export const realTimers: ReplyTimers = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => { clearTimeout(timer) }
  },
}

export interface ReplyDeadline {
  /** Aborted when a limit is passed, with the Fault that says which. */
  readonly signal: AbortSignal
  /** Another request is sent: its first byte has its own limit. */
  sent(): void
  /** From here on the model is waited for. */
  wait(): void
  /** Something of the reply has come. */
  heard(): void
  /** From here on nobody waits for the model. */
  rest(): void
}

export function startDeadline({ firstByteMs, stallMs, wholeMs }: ReplyLimits, timers: ReplyTimers): ReplyDeadline {
  const controller = new AbortController()
  let silent = true
  let waitedMs = 0
  let since: number | null = null
  let callOff: () => void = () => undefined

  const count = (): void => {
    if (since === null) return
    const now = timers.now()
    waitedMs += now - since
    since = now
  }
  const arm = (): void => {
    callOff()
    const allowedMs = silent ? firstByteMs : stallMs
    const leftMs = Math.max(0, wholeMs - waitedMs)
    const message = leftMs <= allowedMs
      ? `The language model did not finish within ${wholeMs / 1000} seconds. Ask again, or use a faster model.`
      : silent
        ? `The language model did not begin to reply within ${firstByteMs / 1000} seconds. Ask again, or use a faster model.`
        : `The language model fell silent for ${stallMs / 1000} seconds in the middle of its reply. Ask again.`
    callOff = timers.after(Math.min(allowedMs, leftMs), () => { controller.abort(new Fault('model-unavailable', message)) })
  }
  return {
    signal: controller.signal,
    sent: () => { silent = true },
    wait: () => {
      since ??= timers.now()
      arm()
    },
    heard: () => {
      silent = false
      count()
      if (since !== null) arm()
    },
    rest: () => {
      count()
      since = null
      callOff()
    },
  }
}
