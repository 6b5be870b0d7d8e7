import { capped } from './cap-documents'

export interface VectorHit {
  readonly passage: number
  /** Cosine similarity, −1 to 1. */
  readonly cosine: number
}

/** Vectors of one width in memory, normalised, in blocks that are never moved; passages with the same text share one. */
export class VectorTable {
  readonly #blocks: Float32Array[] = []
  #rows = 0
  #dimensions = 0
  /** One bit for the sign of each dimension, in blocks as the vectors. */
  readonly #signs: Int32Array[] = []
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
      writeSigns(block, start, dimensions, this.#signs[Math.floor(this.#rows / blockRows)] ?? new Int32Array(), (this.#rows % blockRows) * wordsOf(dimensions))
      at += 4 + dimensions * 2
      this.#rows++
      for (const passage of passages) this.#place(passage, this.#rows)
    }
  }

  /**
   * The `limit` of these passages with the highest cosine, best first (of more than 8,000, only those are compared whose
   * signs agree best with the query's: of 20,000 passages' hundred nearest 99.3 % were found, of the nearest ten 99.9 %), ties by id; those without a vector are left out.
   * With `documents`, which numbers each passage's document, none has more than its share.
   */
  nearest(query: Float32Array, passages: readonly number[], limit: number, documents: Uint32Array | null = null): VectorHit[] {
    const unit = normalised(query)
    const dimensions = this.#dimensions
    const chosen = passages.length <= exactly ? passages : this.#promising(unit, passages, Math.max(leastPromising, 20 * limit))
    let kept: VectorHit[] = []
    let floor = -Infinity
    for (const passage of chosen) {
      const row = (this.#rowOf[passage] ?? 0) - 1
      const block = row < 0 ? undefined : this.#blocks[Math.floor(row / blockRows)]
      if (block === undefined) continue
      const cosine = dot(unit, block, (row % blockRows) * dimensions)
      if (cosine <= floor) continue
      kept.push({ passage, cosine })
      // Sorting now and then is cheaper than keeping a heap in order.
      if (kept.length >= 2 * limit + 64) {
        kept = firstOf(kept, limit, documents)
        if (kept.length === limit) floor = kept.at(-1)?.cosine ?? -Infinity
      }
    }
    return firstOf(kept, limit, documents)
  }

  /** At least `count` of the passages whose signs agree with the query's in the most dimensions. */
  #promising(unit: Float32Array, passages: readonly number[], count: number): readonly number[] {
    const words = wordsOf(this.#dimensions)
    const asked = new Int32Array(words)
    writeSigns(unit, 0, unit.length, asked, 0)
    const distances = new Uint16Array(passages.length)
    const histogram = new Uint32Array(this.#dimensions + 1)
    for (let at = 0; at < passages.length; at++) {
      const row = (this.#rowOf[passages[at] ?? 0] ?? 0) - 1
      const signs = row < 0 ? undefined : this.#signs[Math.floor(row / blockRows)]
      const distance = signs === undefined ? this.#dimensions : differingBits(asked, signs, (row % blockRows) * words, words)
      distances[at] = distance
      histogram[distance] = (histogram[distance] ?? 0) + 1
    }
    let within = 0
    let most = 0
    while (most < this.#dimensions && (within += histogram[most] ?? 0) < count) most++
    return passages.filter((_, at) => (distances[at] ?? 0) <= most)
  }

  #startBlock(): Float32Array {
    const block = new Float32Array(blockRows * this.#dimensions)
    this.#blocks.push(block)
    this.#signs.push(new Int32Array(blockRows * wordsOf(this.#dimensions)))
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
/** Up to so many passages each is compared in full. */
export const exactly = 8_000
/** Of more, so many (or twenty times what is asked for) are compared in full: those whose signs agree best. */
const leastPromising = 5_000

function wordsOf(dimensions: number): number {
  return Math.ceil(dimensions / 32)
}

function writeSigns(vector: Float32Array, start: number, dimensions: number, signs: Int32Array, from: number): void {
  for (let index = 0; index < dimensions; index++) {
    if ((vector[start + index] ?? 0) > 0) signs[from + (index >> 5)] = (signs[from + (index >> 5)] ?? 0) | (1 << (index & 31))
  }
}

/** The bits are counted side by side within a word (Warren, Hacker's Delight, 2nd ed., figure 5-2), and added up over at most 31 words before the last step. */
function differingBits(left: Int32Array, right: Int32Array, from: number, words: number): number {
  let bytes = 0
  for (let at = 0; at < words; at++) {
    let bits = (left[at] ?? 0) ^ (right[from + at] ?? 0)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    bytes += (bits + (bits >>> 4)) & 0x0f0f0f0f
  }
  return ((bytes & 0xff) + ((bytes >>> 8) & 0xff) + ((bytes >>> 16) & 0xff) + (bytes >>> 24))
}

function firstOf(hits: VectorHit[], limit: number, documents: Uint32Array | null): VectorHit[] {
  hits.sort((a, b) => b.cosine - a.cosine || a.passage - b.passage)
  if (documents === null) return hits.slice(0, limit)
  const kept = new Set(capped(hits.map(({ passage }) => passage), documents, limit))
  return hits.filter(({ passage }) => kept.has(passage))
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
