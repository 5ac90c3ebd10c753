import { expect, test } from 'vitest'
import { CallsUnderWay } from '../../src/cluster/calls-under-way.ts'

function call() {
  const left = new AbortController()
  return { ...Promise.withResolvers<string>(), left }
}

test('a call waits for those before it in its vault whose callers are gone, and for no others', async () => {
  const calls = new CallsUnderWay()
  const told: string[] = []
  const say = (what: string) => () => Promise.resolve(void told.push(what))
  const [gone, there, reading] = [call(), call(), call()]
  const answers = [
    calls.during(['home'], () => gone.promise, gone.left.signal),
    calls.during(['home'], () => there.promise, there.left.signal),
    calls.during(['home'], () => reading.promise, null),
  ]
  await calls.during(['home'], say('while all are there'), null)
  gone.left.abort()
  reading.left.abort()
  const looks = calls.during(['work', 'home'], say('look'), null)
  await calls.during(['work'], say('elsewhere'), null)
  told.push('gone one ends')
  gone.resolve('done')
  await looks
  expect(told).toEqual(['while all are there', 'elsewhere', 'gone one ends', 'look'])
  for (const { resolve } of [there, reading]) resolve('done')
  await Promise.all(answers)
})

test('one that ends with an error has ended, too', async () => {
  const calls = new CallsUnderWay()
  const gone = call()
  const failing = calls.during(['home'], () => gone.promise, gone.left.signal)
  gone.left.abort()
  const look = calls.during(['home'], () => Promise.resolve('looked'), null)
  gone.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  expect(await look).toBe('looked')
  await calls.ended('home')
})

test('what takes too long is said to be under way, and nothing is done', async () => {
  const calls = new CallsUnderWay({ longestMs: 1 })
  const gone = call()
  const going = calls.during(['home'], () => gone.promise, gone.left.signal)
  gone.left.abort()
  const look = calls.during(['home'], () => Promise.reject(new Error('it was made')), null)
  await expect(look).rejects.toMatchObject({ code: 'CLUSTER_UNAVAILABLE', facts: { retry: true } })
  gone.resolve('done')
  expect(await going).toBe('done')
})
