import { expect, test } from 'vitest'
import { bytesField, floatField, integerField, messageField } from './protobuf-writer'

const hex = (field: Uint8Array) => Buffer.from(field).toString('hex')

// The first three are the examples of Protocol Buffers' own description of its encoding.
test('fields are encoded as the published examples show', () => {
  expect(hex(integerField(1, 150))).toBe('089601')
  expect(hex(bytesField(2, 'testing'))).toBe('120774657374696e67')
  expect(hex(messageField(3, [integerField(1, 150)]))).toBe('1a03089601')
  expect(hex(floatField(2, 1))).toBe('150000803f')
})

test('an integer beyond 32 bits keeps all its bits', () => {
  expect(hex(integerField(1, 2 ** 40))).toBe('08808080808020')
})
