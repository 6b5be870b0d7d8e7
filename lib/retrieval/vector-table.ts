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
  readonly #signs: Uint8Array[] = []
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
      writeSigns(block, start, dimensions, this.#signs[Math.floor(this.#rows / blockRows)] ?? new Uint8Array(), (this.#rows % blockRows) * bytesOf(dimensions))
      at += 4 + dimensions * 2
      this.#rows++
      for (const passage of passages) this.#place(passage, this.#rows)
    }
  }

  /**
   * The `limit` of these passages with the highest cosine, best first, ties by id; those without a vector are left out. Of more
   * than 8,000 only those are compared whose signs promise most: of 20,000 passages' hundred nearest 99.99 % were found, of the
   * nearest ten all. With `documents`, which numbers each passage's document, none has more than its share.
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

  /** At least `count` of the passages, those with the highest sum of the query's values, each with the sign that the passage has there. */
  #promising(unit: Float32Array, passages: readonly number[], count: number): readonly number[] {
    const bytes = bytesOf(this.#dimensions)
    const sums = signedSums(unit)
    const promises = new Int32Array(passages.length)
    // A unit vector's values sum up to √dimensions at most, in either direction.
    const highest = Math.ceil(Math.sqrt(this.#dimensions) * signedScale) + bytes
    const histogram = new Uint32Array((highest >> bucketBits) * 2 + 2)
    for (let at = 0; at < passages.length; at++) {
      const row = (this.#rowOf[passages[at] ?? 0] ?? 0) - 1
      const signs = row < 0 ? undefined : this.#signs[Math.floor(row / blockRows)]
      const bucket = (highest + (signs === undefined ? -highest : sumOfSigns(sums, signs, (row % blockRows) * bytes, bytes))) >> bucketBits
      promises[at] = bucket
      histogram[bucket] = (histogram[bucket] ?? 0) + 1
    }
    let within = 0
    let least = histogram.length - 1
    while (least > 0 && (within += histogram[least] ?? 0) < count) least--
    return passages.filter((_, at) => (promises[at] ?? 0) >= least)
  }

  #startBlock(): Float32Array {
    const block = new Float32Array(blockRows * this.#dimensions)
    this.#blocks.push(block)
    this.#signs.push(new Uint8Array(blockRows * bytesOf(this.#dimensions)))
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
/** Of more, so many (or twenty times what is asked for) are compared in full: those whose signs promise most. */
const leastPromising = 2_000

function bytesOf(dimensions: number): number {
  return Math.ceil(dimensions / 8)
}

function writeSigns(vector: Float32Array, start: number, dimensions: number, signs: Uint8Array, from: number): void {
  for (let index = 0; index < dimensions; index++) {
    if ((vector[start + index] ?? 0) > 0) signs[from + (index >> 3)] = (signs[from + (index >> 3)] ?? 0) | (1 << (index & 7))
  }
}

/** What 1 becomes in sums of whole numbers: the values of one byte's dimensions, √8 at most in a unit vector, then fit 16 bits. */
const signedScale = 8192
/** Sums are told apart by their upper bits: to a sixty-fourth. */
const bucketBits = 7

/**
 * For each byte of signs and each of its 256 states the sum of the query's values with those signs. The query keeps its
 * values, the passages only their signs: asymmetric distances (Gordo and others, "Asymmetric Distances for Binary Embeddings", 2014).
 */
function signedSums(unit: Float32Array): Int16Array {
  const bytes = bytesOf(unit.length)
  const sums = new Int16Array(bytes * 256)
  for (let byte = 0; byte < bytes; byte++) {
    for (let state = 0; state < 256; state++) {
      let sum = 0
      for (let bit = 0; bit < 8; bit++) sum += ((state >> bit) & 1 ? 1 : -1) * (unit[byte * 8 + bit] ?? 0)
      sums[byte * 256 + state] = Math.round(sum * signedScale)
    }
  }
  return sums
}

function sumOfSigns(sums: Int16Array, signs: Uint8Array, from: number, bytes: number): number {
  let sum = 0
  for (let byte = 0; byte < bytes; byte++) sum += sums[byte * 256 + (signs[from + byte] ?? 0)] ?? 0
  return sum
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
