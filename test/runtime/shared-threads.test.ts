import { once } from 'node:events'
import { expect, test } from 'vitest'
import { SharedThreads, type ThreadShare } from '../../src/runtime/shared-threads.ts'

type Taken = ThreadShare<string, string>

const pool = () =>
  new SharedThreads<string, string>(new URL('../fixtures/shared-thread.mjs', import.meta.url))

/** What a share says next. */
const said = async (share: Taken) => String((await once(share, 'message'))[0])

/** Takes so many shares and names them; returns each with the number of its thread. */
async function taken(threads: SharedThreads<string, string>, count: number) {
  const named = Array.from({ length: count }, async (_, index) => {
    const share = threads.take()
    share.postMessage(`share ${index}`)
    const [, thread = ''] = /^share \d+ has begun in (\d+)$/.exec(await said(share)) ?? []
    return { share, thread }
  })
  return await Promise.all(named)
}

const threadsOf = (shares: readonly { readonly thread: string }[]) =>
  new Set(shares.map(({ thread }) => thread))

test('the first four have a thread each; those that come later share them evenly', async () => {
  const shares = await taken(pool(), 12)
  expect(threadsOf(shares.slice(0, 4)).size).toBe(4)
  expect(threadsOf(shares).size).toBe(4)
  for (const thread of threadsOf(shares))
    expect(shares.filter((one) => one.thread === thread)).toHaveLength(3)
  await Promise.all(shares.map(({ share }) => share.terminate()))
})

test('each share hears what it was told, and nothing of the others', async () => {
  const shares = await taken(pool(), 9)
  const answers = shares.map(({ share }) => said(share))
  for (const [index, { share }] of shares.entries()) share.postMessage(`hello ${index}`)
  expect(await Promise.all(answers)).toEqual(shares.map((_, index) => `share ${index}: hello ${index}`))
  await Promise.all(shares.map(({ share }) => share.terminate()))
})

test('one that ends or leaves ends nobody else, and says no more', async () => {
  const shares = await taken(pool(), 6)
  const neighbours = shares.filter(({ thread }) => thread === shares[0]?.thread)
  const [first, second] = neighbours
  if (first === undefined || second === undefined) throw new Error('No two share a thread.')
  const exits: string[] = []
  for (const [index, { share }] of shares.entries()) share.on('exit', () => exits.push(`share ${index}`))
  const heard: unknown[] = []
  first.share.on('message', (message) => heard.push(message))
  await first.share.terminate()
  expect(exits).toEqual(['share 0'])
  first.share.postMessage('are you there?')
  const answer = said(second.share)
  second.share.postMessage('and you?')
  expect(await answer).toMatch(/: and you\?$/)
  expect(heard).toEqual([])
  // A share that is over says so itself; the thread ends with the last.
  const over = once(second.share, 'exit')
  second.share.postMessage('end')
  await over
  await Promise.all(shares.map(({ share }) => share.terminate()))
  expect(exits).toHaveLength(shares.length)
})

test('one that is over is not begun anew by what was still on its way to it', async () => {
  const shares = await taken(pool(), 5)
  const [first, neighbour] = shares.filter(({ thread }) => thread === shares[4]?.thread)
  if (first === undefined || neighbour === undefined) throw new Error('No two share a thread.')
  const heard: string[] = []
  first.share.on('message', (message) => heard.push(message))
  const over = once(first.share, 'exit')
  for (const message of ['end', 'are you there?']) first.share.postMessage(message)
  await over
  const answer = said(neighbour.share)
  neighbour.share.postMessage('and you?')
  expect(await answer).toMatch(/: and you\?$/)
  expect(heard).toEqual([])
  await Promise.all(shares.map(({ share }) => share.terminate()))
})

test('those that begin in another order than they were taken in are all served', async () => {
  const threads = pool()
  const shares = Array.from({ length: 8 }, () => threads.take())
  const answers = shares.map(said)
  for (const [index, share] of [...shares.entries()].reverse()) share.postMessage(`share ${index}`)
  const begun = (index: number) => expect.stringMatching(new RegExp(`^share ${index} has begun`))
  expect(await Promise.all(answers)).toEqual(shares.map((_, index) => begun(index)))
  await Promise.all(shares.map((share) => share.terminate()))
})

test('the last who has a share of a thread ends it, whatever it does, and nobody is given that one again', async () => {
  const threads = pool()
  const [only] = await taken(threads, 1)
  if (only === undefined) throw new Error('No share was taken.')
  only.share.postMessage('hang')
  await only.share.terminate()
  const [next] = await taken(threads, 1)
  expect(next?.thread).not.toBe(only.thread)
  await next?.share.terminate()
})

test('what fails in a thread is told to all who have a share of it, and to no others', async () => {
  const shares = await taken(pool(), 6)
  const told: string[] = []
  for (const [index, { share }] of shares.entries()) {
    share.on('error', ({ message }) => told.push(`share ${index}: ${message}`))
    share.on('exit', () => told.push(`share ${index} is over`))
  }
  const affected = shares.flatMap(({ thread }, index) =>
    thread === shares[0]?.thread ? [`share ${index}`] : [],
  )
  // Not `once` of node:events, which fails with the error.
  const over = shares
    .filter(({ thread }) => thread === shares[0]?.thread)
    .map(({ share }) => new Promise<void>((resolve) => share.once('exit', resolve)))
  shares[0]?.share.postMessage('fail')
  await Promise.all(over)
  expect(told).toEqual([
    ...affected.map((name) => `${name}: No memory.`),
    ...affected.map((name) => `${name} is over`),
  ])
  await Promise.all(shares.map(({ share }) => share.terminate()))
})
