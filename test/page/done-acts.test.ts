import { expect, test } from 'vitest'
import { DoneActs } from '../../src/page/done-acts.ts'
import type { PageReply } from '../../src/page/page-protocol.ts'

const done = (result: object): PageReply => ({ kind: 'done', isAct: true, result })

/** An act that counts how often it is done. */
function counted(reply: PageReply) {
  let runs = 0
  const run = async () => {
    runs += 1
    return reply
  }
  return { run, count: () => runs }
}

const call = { tool: 'capture_to_inbox', args: { text: 'milk' } }

test('an act that is asked for again, even before its reply, is done once', async () => {
  const acts = new DoneActs()
  const { run, count } = counted(done({ line: 1 }))
  const replies = await Promise.all([acts.once('k', call, run), acts.once('k', call, run)])
  expect([...replies, await acts.once('k', call, run)]).toEqual(Array(3).fill(done({ line: 1 })))
  expect(count()).toBe(1)
})

test('another key, or other arguments under the same, are another act', async () => {
  const acts = new DoneActs()
  const { run, count } = counted(done({}))
  await acts.once('k', call, run)
  await acts.once('l', call, run)
  await acts.once('k', { ...call, args: { text: 'bread' } }, run)
  expect(count()).toBe(3)
})

test('an act that only asked the person goes on', async () => {
  const acts = new DoneActs()
  const { run, count } = counted({ kind: 'question', ticket: 't', text: 'May I?', always: 'All.' })
  await acts.once('k', call, run)
  await acts.once('k', call, run)
  expect(count()).toBe(2)
})

test('what is kept is bounded: the oldest goes first, and the newest never', async () => {
  const acts = new DoneActs()
  const large = counted(done({ diff: 'x'.repeat(5_000_000) }))
  await acts.once('large', call, large.run)
  await acts.once('large', call, large.run)
  expect(large.count()).toBe(1)
  await acts.once('small', call, counted(done({})).run)
  await acts.once('large', call, large.run)
  expect(large.count()).toBe(2)
})
