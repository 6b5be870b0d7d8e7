/** The four wire forms of Protocol Buffers that an ONNX file needs. Every function returns one encoded field. */

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}

const tag = (field: number, wireType: 0 | 2 | 5): Buffer => varint(field * 8 + wireType)

/** A non-negative integer field. */
export function integerField(field: number, value: number): Buffer {
  return Buffer.concat([tag(field, 0), varint(value)])
}

/** A 32-bit floating point field. */
export function floatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return Buffer.concat([tag(field, 5), bytes])
}

/** A string or bytes field. */
export function bytesField(field: number, value: string | Uint8Array): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : value
  return Buffer.concat([tag(field, 2), varint(bytes.length), bytes])
}

/** A nested message made of already encoded fields, in their order. */
export function messageField(field: number, fields: readonly Uint8Array[]): Buffer {
  const length = fields.reduce((sum, encoded) => sum + encoded.length, 0)
  return Buffer.concat([tag(field, 2), varint(length), ...fields])
}
