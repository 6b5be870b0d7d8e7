export interface EmbeddingCall {
  readonly client: number
  readonly call: number
  readonly texts: readonly string[]
  readonly priority: 'query' | 'batch'
}

export interface EmbeddingStep<Call extends EmbeddingCall> {
  readonly call: Call
  readonly items: readonly { readonly index: number; readonly tokens: readonly number[] }[]
  /** Whether nothing of the call is left after this step. */
  readonly last: boolean
}

interface Waiting<Call> {
  readonly call: Call
  /** Indexes of the texts not yet taken, the next one last. */
  readonly indexes: number[]
}

/** Measured on two cores: larger runs are no faster, and a query waits at most for one (about 40 ms at 256 padded tokens). */
const maxPaddedTokens = 256
const maxTexts = 16

/** Cuts calls into short steps: queries before batches, each in order of arrival, texts of similar length together. */
export class EmbeddingQueue<Call extends EmbeddingCall> {
  private readonly waiting = { query: [] as Waiting<Call>[], batch: [] as Waiting<Call>[] }

  constructor(private readonly encode: (text: string) => readonly number[]) {}

  /** A call without texts is ignored: it needs no step. */
  add(call: Call): void {
    if (call.texts.length === 0) return
    const length = (index: number) => call.texts[index]?.length ?? 0
    const indexes = call.texts.map((_, index) => index).sort((a, b) => length(a) - length(b) || b - a)
    this.waiting[call.priority].push({ call, indexes })
  }

  /** Forgets one call of a client, or all of them. */
  remove(client: number, call?: number): void {
    for (const priority of ['query', 'batch'] as const) {
      const kept = this.waiting[priority].filter((entry) => entry.call.client !== client || (call !== undefined && entry.call.call !== call))
      this.waiting[priority].splice(0, Infinity, ...kept)
    }
  }

  /** The next run of the model, or null when nothing waits. */
  takeStep(): EmbeddingStep<Call> | null {
    const line = this.waiting.query.length > 0 ? this.waiting.query : this.waiting.batch
    const entry = line[0]
    if (entry === undefined) return null
    const items: { index: number; tokens: readonly number[] }[] = []
    let width = 0
    while (items.length < maxTexts) {
      const index = entry.indexes.at(-1)
      if (index === undefined) break
      const tokens = this.encode(entry.call.texts[index] ?? '')
      width = Math.max(width, tokens.length)
      if (items.length > 0 && width * (items.length + 1) > maxPaddedTokens) break
      entry.indexes.pop()
      items.push({ index, tokens })
    }
    const last = entry.indexes.length === 0
    if (last) line.shift()
    return { call: entry.call, items, last }
  }
}
