/** Vectors of one width in memory, normalised, in blocks that are never moved; passages with the same text share one. */
export class VectorTable {
  readonly #blocks: Float32Array[] = []
  #rows = 0
  #dimensions = 0
  /** Passage id → row + 1; 0 where there is none. */
  #rowOf = new Uint32Array(1024)

  has(passage: number): boolean {
    return (this.#rowOf[passage] ?? 0) > 0
  }

  /**
   * Adds one row for each list of passages that share a text. `sent` holds the rows one after the other as pgvector
   * sends a halfvec: the width and an unused field of 16 bits each, then the values, all big-endian.
   */
  add(sharing: readonly (readonly number[])[], sent: Uint8Array): void {
    const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength)
    let at = 0
    for (const passages of sharing) {
      const dimensions = view.getUint16(at)
      if (this.#dimensions === 0) this.#dimensions = dimensions
      if (dimensions !== this.#dimensions) throw new Error(`A vector of ${dimensions} dimensions among vectors of ${this.#dimensions}.`)
      const block = this.#blocks[Math.floor(this.#rows / blockRows)] ?? this.#startBlock()
      const start = (this.#rows % blockRows) * dimensions
      let squares = 0
      for (let index = 0; index < dimensions; index++) {
        const value = halfValues()[view.getUint16(at + 4 + index * 2)] ?? 0
        block[start + index] = value
        squares += value * value
      }
      const norm = Math.sqrt(squares) || 1
      for (let index = start; index < start + dimensions; index++) block[index] = (block[index] ?? 0) / norm
      at += 4 + dimensions * 2
      this.#rows++
      for (const passage of passages) this.#place(passage, this.#rows)
    }
  }

  /** The `limit` of these passages with the highest cosine, best first, ties by id; those without a vector are left out. */
  nearest(query: Float32Array, passages: readonly number[], limit: number): { readonly passage: number; readonly cosine: number }[] {
    const unit = normalised(query)
    const dimensions = this.#dimensions
    let kept: { passage: number; cosine: number }[] = []
    let floor = -Infinity
    for (const passage of passages) {
      const row = (this.#rowOf[passage] ?? 0) - 1
      const block = row < 0 ? undefined : this.#blocks[Math.floor(row / blockRows)]
      if (block === undefined) continue
      const cosine = dot(unit, block, (row % blockRows) * dimensions)
      if (cosine <= floor) continue
      kept.push({ passage, cosine })
      // Sorting now and then is cheaper than keeping a heap in order.
      if (kept.length >= 2 * limit + 64) {
        kept = firstOf(kept, limit)
        floor = kept.at(-1)?.cosine ?? -Infinity
      }
    }
    return firstOf(kept, limit)
  }

  #startBlock(): Float32Array {
    const block = new Float32Array(blockRows * this.#dimensions)
    this.#blocks.push(block)
    return block
  }

  #place(passage: number, row: number): void {
    if (passage >= this.#rowOf.length) {
      const longer = new Uint32Array(Math.max(passage + 1, this.#rowOf.length * 2))
      longer.set(this.#rowOf)
      this.#rowOf = longer
    }
    this.#rowOf[passage] = row
  }
}

const blockRows = 2048

function firstOf(hits: { passage: number; cosine: number }[], limit: number) {
  return hits.sort((a, b) => b.cosine - a.cosine || a.passage - b.passage).slice(0, limit)
}

/** Four sums at once: the processor adds them side by side. */
function dot(query: Float32Array, block: Float32Array, start: number): number {
  const whole = query.length - (query.length % 4)
  let a = 0, b = 0, c = 0, d = 0
  for (let index = 0; index < whole; index += 4) {
    a += (query[index] ?? 0) * (block[start + index] ?? 0)
    b += (query[index + 1] ?? 0) * (block[start + index + 1] ?? 0)
    c += (query[index + 2] ?? 0) * (block[start + index + 2] ?? 0)
    d += (query[index + 3] ?? 0) * (block[start + index + 3] ?? 0)
  }
  for (let index = whole; index < query.length; index++) a += (query[index] ?? 0) * (block[start + index] ?? 0)
  return a + b + c + d
}

function normalised(vector: Float32Array): Float32Array {
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return vector.map((value) => value / norm)
}

let halves: Float32Array | null = null

/** Every half-precision number by its 16 bits (IEEE 754 binary16). */
function halfValues(): Float32Array {
  if (halves !== null) return halves
  halves = new Float32Array(65_536)
  for (let bits = 0; bits < 65_536; bits++) {
    const exponent = (bits >> 10) & 31
    const fraction = bits & 1023
    const size = exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? (fraction === 0 ? Infinity : NaN) : (1 + fraction / 1024) * 2 ** (exponent - 15)
    halves[bits] = bits >> 15 === 1 ? -size : size
  }
  return halves
}
