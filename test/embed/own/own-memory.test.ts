import { expect, test } from 'vitest'
import { OwnMemory } from '../../../src/embed/own/own-memory.ts'

test('what is given back is taken again, and is 0 then', () => {
  const memory = new OwnMemory()
  const first = memory.take(100)
  const second = memory.take(100_000)
  new Uint8Array(memory.buffer, first, second + 100_000 - first).fill(7)
  memory.giveBack(second)
  expect(memory.take(200_000)).toBe(second)
  const bytes = new Uint8Array(memory.buffer)
  expect(bytes.subarray(first, first + 100).every((byte) => byte === 7)).toBe(true)
  expect(bytes.subarray(second, second + 200_000).every((byte) => byte === 0)).toBe(true)
})
