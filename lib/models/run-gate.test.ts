import { expect, test } from 'vitest'
import { RunGate } from './run-gate'

test('both sides see one gate through its shared memory', () => {
  const inside = new RunGate()
  const outside = new RunGate(inside.shared)
  expect(inside.enter()).toBe(true)
  expect(outside.isRunning()).toBe(true)
  inside.leave()
  expect(outside.isRunning()).toBe(false)
})

test('a closed gate lets nothing in and is not left running', () => {
  const gate = new RunGate()
  gate.closeAndBlock(1000)
  expect(gate.enter()).toBe(false)
  expect(gate.isRunning()).toBe(false)
})
