import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPathBatcher } from '../../src/watch/path-batcher.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function recorder() {
  const calls: (readonly string[] | 'overflow')[] = []
  const batcher = createPathBatcher({
    onPaths: (paths) => calls.push(paths),
    onOverflow: () => calls.push('overflow'),
    maxPaths: 10,
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
