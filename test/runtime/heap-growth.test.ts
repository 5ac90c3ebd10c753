import { afterEach, expect, test, vi } from 'vitest'
import { letHeapsGrow, saveMemory } from '../../src/runtime/heap-growth.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('heaps grow freely until five seconds after the last work, in a process that saves memory', () => {
  vi.useFakeTimers()
  letHeapsGrow()
  expect(vi.getTimerCount(), 'nothing is saved yet').toBe(0)
  saveMemory()
  letHeapsGrow()
  vi.advanceTimersByTime(4_999)
  letHeapsGrow()
  vi.advanceTimersByTime(4_999)
  expect(vi.getTimerCount(), 'it began anew').toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
})
