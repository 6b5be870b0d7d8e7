import { z } from 'zod'

const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.number().int().nonnegative()),
  data_offsets: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]),
})

export interface HalfTensor {
  readonly shape: readonly number[]
  /** Little-endian IEEE half-precision bits, row by row. */
  readonly bits: Uint16Array
}

/** The half-precision tensors of a safetensors file by name; other number types are left out. Throws when the file is malformed. */
export function readSafetensors(file: Uint8Array): ReadonlyMap<string, HalfTensor> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const dataStart = 8 + Number(view.getBigUint64(0, true))
  const header = z.record(z.string(), z.unknown()).parse(JSON.parse(new TextDecoder().decode(file.subarray(8, dataStart))))
  const tensors = new Map<string, HalfTensor>()
  for (const [name, described] of Object.entries(header)) {
    if (name === '__metadata__') continue
    const { dtype, shape, data_offsets: [start, end] } = entrySchema.parse(described)
    if (dtype !== 'F16') continue
    // Copied because the data need not start at an even address.
    const bytes = Uint8Array.from(file.subarray(dataStart + start, dataStart + end))
    tensors.set(name, { shape, bits: new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2) })
  }
  return tensors
}

/** The value of one half-precision number, exactly. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** The same numbers in single precision; every half-precision value is exact in it. */
export function toSinglePrecision(bits: Uint16Array): Float32Array<ArrayBuffer> {
  const values = new Float32Array(bits.length)
  const known = Float32Array.from({ length: 0x10000 }, (_, half) => halfToNumber(half))
  for (let index = 0; index < bits.length; index += 1) values[index] = known[bits[index] ?? 0] ?? NaN
  return values
}
