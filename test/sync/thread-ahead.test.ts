import { expect, test } from 'vitest'
import { ThreadAhead } from '../../src/sync/thread-ahead.ts'

test('a thread that was started ahead is given to the first who opens an index, and a new one to the next', async () => {
  const ahead = new ThreadAhead()
  const first = ahead.take()
  const second = ahead.take()
  expect(second).not.toBe(first)
  await ahead.close()
  expect([first.threadId, second.threadId]).not.toContain(-1)
  await Promise.all([first.terminate(), second.terminate()])
})

test('one that has ended by itself is not given to anybody', async () => {
  const ahead = new ThreadAhead()
  const thread = ahead.waiting
  expect(thread?.threadId).toBeGreaterThan(0)
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
