import { expect, test } from 'vitest'
import { atMost } from '../../src/model/at-most.ts'

test('work that is done in time gives what it gives', async () => {
  expect(await atMost(10_000, Promise.resolve('done'))).toBe('done')
})

test('work that is not done in time gives null, and its failure afterwards is nobody’s', async () => {
  let fail: (error: Error) => void = () => undefined
  const work = new Promise<never>((_resolve, reject) => (fail = reject))
  expect(await atMost(1, work)).toBeNull()
  fail(new Error('too late'))
})

test('work that fails in time fails', async () => {
  await expect(atMost(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
