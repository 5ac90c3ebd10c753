import { expect, test } from 'vitest'
import type { IndexThread } from '../../src/sync/sync-worker.ts'
import { ThreadAhead } from '../../src/sync/thread-ahead.ts'

const isOver = (thread: IndexThread | null) =>
  new Promise<void>((resolve) => {
    thread?.on('exit', resolve)
  })

test('a thread that was started ahead is given to the first who opens an index, and a new one to the next', async () => {
  const ahead = new ThreadAhead()
  const started = ahead.waiting
  const first = ahead.take()
  const second = ahead.take()
  expect(first).toBe(started)
  expect(second).not.toBe(first)
  await ahead.close()
  await Promise.all([isOver(first), isOver(second), first.terminate(), second.terminate()])
})

test('one that has ended by itself is not given to anybody', async () => {
  const ahead = new ThreadAhead()
  const thread = ahead.waiting
  await Promise.all([isOver(thread), thread?.terminate()])
  const taken = ahead.take()
  expect(taken).not.toBe(thread)
  await taken.terminate()
})

test('one that nobody took ends with the run', async () => {
  const ahead = new ThreadAhead()
  await Promise.all([isOver(ahead.waiting), ahead.close()])
  expect(ahead.waiting).toBe(null)
})
