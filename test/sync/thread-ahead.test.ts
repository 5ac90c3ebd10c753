import { expect, test } from 'vitest'
import { ThreadAhead } from '../../src/sync/thread-ahead.ts'

test('a thread that was started ahead is given to the first who opens an index, and a new one to the next', async () => {
  const ahead = new ThreadAhead()
  const first = ahead.take()
  const second = ahead.take()
  expect(second).not.toBe(first)
  // One that may soon end collects its garbage as V8 sees fit, one that stays takes little memory.
  const young = [first, second].map(({ resourceLimits }) => resourceLimits?.maxYoungGenerationSizeMb)
  expect(young[1]).toBe(4)
  // Its own limit is -1 until it has begun.
  expect(young[0]).not.toBe(4)
  await ahead.close()
  expect([first.threadId, second.threadId]).not.toContain(-1)
  await Promise.all([first.terminate(), second.terminate()])
})

test('one that has ended by itself is not given to anybody', async () => {
  const ahead = new ThreadAhead()
  const thread = ahead.waiting
  expect(thread?.threadId).toBeGreaterThan(0)
  // Ends no process.
  thread?.emit('error', new Error('No memory.'))
  await thread?.terminate()
  const taken = ahead.take()
  expect(taken).not.toBe(thread)
  await taken.terminate()
})

test('one that nobody took ends with the run', async () => {
  const ahead = new ThreadAhead()
  const thread = ahead.waiting
  if (thread === null) throw new Error('no thread was started')
  await ahead.close()
  expect(thread.threadId).toBe(-1)
})
