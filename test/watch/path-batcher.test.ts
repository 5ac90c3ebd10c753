import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPathBatcher, type PathBatcherOptions } from '../../src/watch/path-batcher.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function recorder(more: Partial<PathBatcherOptions> = {}) {
  const calls: (readonly string[] | 'overflow')[] = []
  const batcher = createPathBatcher({
    onPaths: (paths) => calls.push(paths),
    onOverflow: () => calls.push('overflow'),
    maxPaths: 10,
    ...more,
  })
  return { calls, batcher }
}

test('paths added close together go out as one batch, each once', () => {
  const { calls, batcher } = recorder()
  batcher.add('a.md')
  vi.advanceTimersByTime(30)
  batcher.add('b.md')
  batcher.add('a.md')
  vi.advanceTimersByTime(39)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(1)
  expect(calls).toEqual([['a.md', 'b.md']])
})

test('it says since when something waits, also as it is handed out', () => {
  const since: (number | null)[] = []
  const { batcher } = recorder({ onOverflow: () => since.push(batcher.waitingSince) })
  expect(batcher.waitingSince).toBeNull()
  const at = performance.now()
  batcher.add('a.md')
  vi.advanceTimersByTime(30)
  batcher.overflow()
  expect(batcher.waitingSince).toBe(at)
  vi.advanceTimersByTime(3000)
  expect(since).toEqual([at])
  expect(batcher.waitingSince).toBeNull()
})

test('a path waits no longer than 200 ms, however busy the folder is', () => {
  const { calls, batcher } = recorder()
  batcher.add('first.md')
  for (let at = 0; at < 200; at += 10) {
    batcher.add('busy.md')
    vi.advanceTimersByTime(10)
  }
  expect(calls).toEqual([['first.md', 'busy.md']])
})

test('too many paths are one overflow, after which paths are listed again', () => {
  const { calls, batcher } = recorder()
  for (let index = 0; index < 50; index += 1) batcher.add(`${index}.md`)
  vi.advanceTimersByTime(40)
  expect(calls).toEqual(['overflow'])
  batcher.add('later.md')
  vi.advanceTimersByTime(40)
  expect(calls).toEqual(['overflow', ['later.md']])
})

test('a burst that never ends overflows every two seconds', () => {
  const { calls, batcher } = recorder()
  for (let at = 0; at < 6000; at += 10) {
    for (let index = 0; index < 5; index += 1) batcher.add(`${at}-${index}.md`)
    vi.advanceTimersByTime(10)
  }
  expect(calls).toEqual(['overflow', 'overflow', 'overflow'])
})

test('an overflow stands for the paths before it and those that follow closely', () => {
  const { calls, batcher } = recorder()
  batcher.add('a.md')
  batcher.overflow()
  batcher.add('b.md')
  vi.advanceTimersByTime(1000)
  expect(calls).toEqual(['overflow'])
})

test('nothing goes out after close', () => {
  const { calls, batcher } = recorder()
  batcher.add('a.md')
  batcher.close()
  vi.advanceTimersByTime(1000)
  expect(calls).toEqual([])
})

test('in a hurry what waits goes out at once, and an overflow keeps its time', () => {
  const { calls, batcher } = recorder()
  expect(batcher.hurry()).toBe(true)
  batcher.add('a.md')
  expect(batcher.hurry()).toBe(true)
  vi.advanceTimersByTime(300)
  expect(calls).toEqual([['a.md']])
  batcher.overflow()
  expect(batcher.hurry()).toBe(false)
  expect(calls).toEqual([['a.md']])
  vi.advanceTimersByTime(300)
  expect(calls).toEqual([['a.md'], 'overflow'])
  expect(batcher.hurry()).toBe(true)
})

test('a batch waits while it is held, is one with all that came, and goes out at once where it is hurried', () => {
  const calls: (readonly string[])[] = []
  let isHeld = true
  const batcher = createPathBatcher({
    onPaths: (paths) => calls.push(paths),
    onOverflow: () => undefined,
    isHeld: () => isHeld,
  })
  for (let at = 0; at < 5_000; at += 100) {
    batcher.add(at < 2_500 ? 'a.md' : 'b.md')
    vi.advanceTimersByTime(100)
  }
  isHeld = false
  vi.advanceTimersByTime(40)
  batcher.add('c.md')
  expect(calls).toEqual([])
  vi.advanceTimersByTime(40)
  expect(calls).toEqual([['a.md', 'b.md', 'c.md']])
  isHeld = true
  batcher.add('d.md')
  vi.advanceTimersByTime(100)
  expect(batcher.hurry()).toBe(true)
  expect(calls.at(-1)).toEqual(['d.md'])
})

test('a hold that never ends lasts ten seconds', () => {
  const { calls, batcher } = recorder({ isHeld: () => true })
  batcher.add('a.md')
  vi.advanceTimersByTime(10_000)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(80)
  expect(calls).toEqual([['a.md']])
})
