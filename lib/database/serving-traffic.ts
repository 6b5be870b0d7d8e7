import { setTimeout as sleep } from 'node:timers/promises'

/** Between two statements of one search pass a few milliseconds; after this long without any it is over. */
const quietMs = 8
/** However busy the serving side is, indexing goes on after this long. */
const longestMs = 250

/**
 * Lets whoever serves go first on a connection that does one thing at a time: without it each of a search's statements
 * would wait behind a transaction of the indexing thread.
 */
export class ServingTraffic {
  #open = 0
  #lastEndMs = -Infinity

  /** Runs a statement of the serving side. */
  async serve<T>(statement: () => Promise<T>): Promise<T> {
    this.#open++
    try {
      return await statement()
    } finally {
      this.#open--
      this.#lastEndMs = performance.now()
    }
  }

  /** Resolves once the serving side has been quiet for a moment, or after the longest wait. */
  async lull(): Promise<void> {
    const sinceMs = performance.now()
    while ((this.#open > 0 || performance.now() - this.#lastEndMs < quietMs) && performance.now() - sinceMs < longestMs) await sleep(2)
  }
}
