import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { withTimeLimit } from '../../src/call/with-time-limit.ts'
import { aborted, countUp, toyContext } from './toy-tools.ts'

const writing = { ...countUp, annotations: { ...countUp.annotations, readOnlyHint: false } }

test('a call that does not stop in time is answered with an error', async () => {
  const never = new Promise(() => undefined)
  await expect(withTimeLimit(countUp, toyContext(), () => never)).rejects.toMatchObject({
    code: 'QUERY_TIMEOUT',
  })
})

test('a call that stops by throwing is answered with the same error', async () => {
  const stops = async ({ signal }: { signal: AbortSignal }) => {
    await aborted(signal)
    signal.throwIfAborted()
  }
  await expect(withTimeLimit(countUp, toyContext(), stops)).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
})

test('a cancelled call says so', async () => {
  const caller = new AbortController()
  const running = withTimeLimit(countUp, toyContext({ signal: caller.signal }), async ({ signal }) => {
    await aborted(signal)
    signal.throwIfAborted()
  })
  caller.abort()
  await expect(running).rejects.toThrow('count_up was cancelled.')
})

test('changes are handed to who closes down, reading is not', async () => {
  const kept: Promise<unknown>[] = []
  const ctx = toyContext({ keep: (work) => kept.push(work) })
  await withTimeLimit(countUp, ctx, async () => 'read')
  expect(kept).toEqual([])
  await withTimeLimit(writing, ctx, async () => 'written')
  expect(await Promise.all(kept)).toEqual(['written'])
})

test('a call ends when the process closes down, and leaves nothing behind on the signal of the process', async () => {
  const closing = new AbortController()
  const ctx = toyContext({ closing: closing.signal })
  for (let call = 0; call < 3; call++) await withTimeLimit(countUp, ctx, async () => call)
  expect(getEventListeners(closing.signal, 'abort')).toEqual([])
  const running = withTimeLimit(countUp, ctx, async ({ signal }) => {
    await aborted(signal)
    signal.throwIfAborted()
  })
  closing.abort()
  await expect(running).rejects.toMatchObject({
    message: 'The server ended before count_up was done.',
    facts: { hint: 'Nothing was changed: call it again.' },
  })
})

test('a change that was cut short may be done or not, and says so', async () => {
  const caller = new AbortController()
  const running = withTimeLimit(writing, toyContext({ signal: caller.signal }), async ({ signal }) => {
    await aborted(signal)
    signal.throwIfAborted()
  })
  caller.abort()
  await expect(running).rejects.toMatchObject({ facts: { hint: { kind: 'look-for-change' } } })
})

test('a call that was cancelled before it began does not begin', async () => {
  let hasBegun = false
  const begin = async () => {
    hasBegun = true
  }
  const ctx = toyContext({ signal: AbortSignal.abort() })
  await expect(withTimeLimit(writing, ctx, begin)).rejects.toThrow('was cancelled.')
  expect(hasBegun).toBe(false)
})
