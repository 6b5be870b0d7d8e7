import type { ReplyTimers } from './reply-deadline'

/** Time that stands still: a limit passes when `isOver` says so of its milliseconds, at the moment it is set. For tests. */
export function standingTimers(isOver: (ms: number) => boolean): ReplyTimers {
  return {
    now: () => 0,
    after: (ms, call) => {
      const timer = isOver(ms) ? setImmediate(call) : null
      return () => { if (timer !== null) clearImmediate(timer) }
    },
  }
}
