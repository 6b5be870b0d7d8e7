import { expect, test } from 'vitest'
import { readSafetensors, toSinglePrecision } from './safetensors'

function file(header: object, data: Uint8Array): Uint8Array {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([length, text, data])
}

test('half precision becomes single precision exactly, subnormal numbers and infinity included', () => {
  const halves = Uint16Array.of(0x3c00, 0xc000, 0x3555, 0x0001, 0x03ff, 0x7bff, 0x7c00, 0x0000)
  expect([...toSinglePrecision(halves)]).toEqual([1, -2, 0.333251953125, 2 ** -24, 1023 * 2 ** -24, 65504, Infinity, 0])
  expect(toSinglePrecision(Uint16Array.of(0x7e00))[0]).toBeNaN()
})

test('tensors are found by name at their offsets, also when the data start at an odd address', () => {
  const data = Uint8Array.of(0x00, 0x3c, 0x00, 0xc0)
  for (const padding of ['', 'x']) {
    const tensors = readSafetensors(file({ __metadata__: { padding }, a: { dtype: 'F16', shape: [1], data_offsets: [0, 2] }, b: { dtype: 'F16', shape: [1, 1], data_offsets: [2, 4] } }, data))
    expect([...tensors.keys()]).toEqual(['a', 'b'])
    expect([...toSinglePrecision(tensors.get('b')?.bits ?? new Uint16Array())]).toEqual([-2])
    expect(tensors.get('b')?.shape).toEqual([1, 1])
  }
})

test('a file that is cut short is an error', () => {
  expect(() => readSafetensors(Uint8Array.of(1, 2, 3))).toThrow()
})
