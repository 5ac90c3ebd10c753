import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitForIndex } from '../../src/domain/follow-disk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('who needs the whole index waits for it, and not without end', async () => {
  const filling = {
    isThere: true,
    freshness: {
      state: 'indexing',
      message: '',
      done: 0,
      total: 1,
      cure: null,
      isWhole: false,
      isFilling: false,
      written: [],
      unread: [],
    },
    refresh: () => new Promise<void>(() => undefined),
  } as const
  const waiting = expect(waitForIndex({ index: filling })).rejects.toMatchObject({
    code: 'INDEX_UNAVAILABLE',
    message: 'The vault is still being indexed; nothing was changed.',
  })
  await vi.advanceTimersByTimeAsync(40_000)
  await waiting
})
