import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { SyncOptions, SyncReply, SyncRequest, SyncResult } from '../../src/sync/sync-messages.ts'
import { Sync } from '../../src/sync/sync.ts'
import { isSettled } from '../support/is-settled.ts'
import { ThreadOnPaper } from '../support/thread-on-paper.ts'

const options: SyncOptions = {
  ...{ root: '/vault', identity: '1:1', indexFile: '/index.sqlite' },
  ...{ ignore: [], excluded: [], nestedVaults: [] },
}

function started() {
  const thread = new ThreadOnPaper()
  const told: string[] = []
  const say = (what: string) => (message: string, facts?: object) =>
    void told.push([`${what}: ${message}`, ...Object.values(facts ?? {})].join(': '))
  const log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') }
  const events = {
    onOpen: (isFilled: boolean) => void told.push(`open ${isFilled}`),
    onChanged: (paths: readonly string[]) => void told.push(`changed ${paths.join(' ')}`),
    onFailed: () => void told.push('failed'),
  }
  const sync = new Sync(options, events, log, thread)
  const reply = (message: SyncReply) => void thread.emit('message', message)
  const last = () => thread.got.at(-1) as SyncRequest & { readonly id: number }
  return { thread, told, sync, reply, last }
}

const cure = 'Make room.'

test('the thread is given its options first, and each answer goes to who has asked', async () => {
  const { thread, sync, reply, last } = started()
  expect(thread.got).toEqual([options])
  expect(sync.progress).toEqual({ state: 'scanning', done: 0, total: 0, isAgain: false })
  const scan = sync.scan()
  expect(last()).toEqual({ kind: 'scan', id: 1, folder: '' })
  const paths = sync.syncPaths(['a.md'], { isTrusted: true })
  expect(last()).toEqual({ kind: 'paths', id: 2, paths: ['a.md'], isTrusted: true })
  reply({ kind: 'done', id: 2, result: { read: 1, removed: 0 } })
  expect(await paths).toEqual({ read: 1, removed: 0 })
  expect(await isSettled(scan)).toBe(false)
  reply({ kind: 'done', id: 1, result: { read: 3, removed: 2 } })
  expect(await scan).toEqual({ read: 3, removed: 2 })
  const cut = sync.cutSome()
  reply({ kind: 'done', id: last().id, result: { read: 7, removed: 0 } })
  expect(await cut).toBe(7)
  const settling = sync.settleVectors('model')
  expect(last()).toMatchObject({ kind: 'settle-vectors', complete: 'model' })
  reply({ kind: 'done', id: last().id, result: { read: 0, removed: 0 } })
  await settling
  const forgetting = sync.forgetVectors('model')
  expect(last()).toMatchObject({ kind: 'forget-vectors', model: 'model' })
  reply({ kind: 'done', id: last().id, result: { read: 0, removed: 0 } })
  await forgetting
  const batch = { model: 'model', dimensions: 3, vectors: [] }
  const putting = sync.putVectors(batch)
  expect(last()).toEqual({ kind: 'vectors', id: 6, batch })
  reply({ kind: 'done', id: 6, result: { read: 0, removed: 0 } })
  await putting
  const folding = sync.putOwn({ kind: 'fold', vectors: [] })
  expect(last()).toEqual({ kind: 'own', id: 7, step: { kind: 'fold', vectors: [] } })
  reply({ kind: 'done', id: 7, result: { read: 0, removed: 0 } })
  await folding
  // To nobody: the thread's own scan.
  reply({ kind: 'done', id: -1, result: { read: 0, removed: 0 } })
  reply({ kind: 'failed', id: -1, reason: 'vault', problem: { message: 'Away.', cure: null } })
  expect(sync.problem?.message).toBe('Away.')
})

test("the vault's own model is made a little at a time, given up when it may not go on, and its fault is no fault of the index", async () => {
  const { sync, reply, last } = started()
  const orders: unknown[] = []
  const answer = async (result: Omit<SyncResult, 'removed'>) => {
    const request = last()
    orders.push(request.kind === 'make-own' && request.order)
    reply({ kind: 'done', id: request.id, result: { removed: 0, ...result } })
    await nextTurn()
  }
  let mayGoOn = true
  const making = sync.makeOwn(() => Promise.resolve(mayGoOn))
  await answer({ read: 1 })
  mayGoOn = false
  await answer({ read: 1 })
  await answer({ read: 0 })
  await making
  const failing = sync.makeOwn(() => Promise.resolve(true))
  await Promise.all([
    expect(failing).rejects.toThrow('own-model.wasm is gone.'),
    answer({ read: 0, fault: 'own-model.wasm is gone.' }),
  ])
  expect(orders).toEqual(['begin', 'go on', 'stop', 'begin'])
  expect(sync.problem).toBe(null)
})

test('an index that is opened empty is told to be filled; one that was put aside is in the log', async () => {
  const { told, sync, reply } = started()
  expect(await isSettled(sync.opened)).toBe(false)
  reply({ kind: 'open', putAside: null, isFilled: true })
  await sync.opened
  const ready = { state: 'ready', done: 3, total: 3, isAgain: false } as const
  reply({ kind: 'progress', progress: ready })
  reply({ kind: 'open', putAside: null, isFilled: true })
  expect([sync.progress, sync.isFilling]).toEqual([ready, false])
  reply({ kind: 'open', putAside: 'damaged', isFilled: false })
  expect(sync.isFilling).toBe(true)
  expect(sync.progress).toEqual({ state: 'scanning', done: 0, total: 0, isAgain: false })
  reply({ kind: 'progress', progress: ready })
  expect(sync.isFilling).toBe(false)
  reply({ kind: 'changed', paths: ['a.md', 'b.md'] })
  expect(told).toEqual([
    ...['open true', 'open true', 'warn: the index was damaged; it is made anew', 'open false'],
    'changed a.md b.md',
  ])
})

test('a failure is told to who has asked, and is over once something is done', async () => {
  const { told, sync, reply } = started()
  const first = sync.scan()
  reply({ kind: 'failed', id: 1, reason: 'vault', problem: { message: 'Away.', cure: null } })
  await expect(first).rejects.toMatchObject({
    ...{ code: 'VAULT_UNAVAILABLE', facts: { hint: { kind: 'check-folder' } }, cause: 'Away.' },
  })
  expect(sync.problem).toEqual({ message: 'Away.', cure: null })
  expect(told).toEqual(['warn: the index could not follow the disk: Away.', 'failed'])
  const shut = sync.scan()
  reply({ kind: 'failed', id: 2, reason: 'vault', problem: { message: 'Shut.', cure } })
  await expect(shut).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE', facts: { hint: cure } })
  const second = sync.scan()
  reply({ kind: 'failed', id: 3, reason: 'index', problem: { message: 'Full.', cure } })
  const stillThere = 'Notes can still be read and written by path.'
  await expect(second).rejects.toMatchObject({
    ...{
      code: 'INDEX_UNAVAILABLE',
      message: 'Full.',
      facts: { hint: ['Notes can still be read by path.', cure] },
      cause: 'Full.',
    },
  })
  const third = sync.scan()
  reply({ kind: 'failed', id: 4, reason: 'index', problem: { message: 'Odd.', cure: null } })
  await expect(third).rejects.toMatchObject({
    ...{
      message: 'The index could not be updated.',
      facts: { hint: [stillThere, { kind: 'reindex' }] },
      cause: 'Odd.',
    },
  })
  const fourth = sync.scan()
  reply({ kind: 'done', id: 5, result: { read: 0, removed: 0 } })
  await fourth
  expect(sync.problem).toBeNull()
})

test('who rebuilds follows how far it is, and may stop', async () => {
  const { thread, sync, reply, last } = started()
  const seen: string[] = []
  const aborting = new AbortController()
  const onProgress = (done: number, total: number) => void seen.push(`${done}/${total}`)
  const rebuilding = sync.rebuild('all', { onProgress, signal: aborting.signal, identity: '2:2' })
  expect(last()).toEqual({ kind: 'rebuild', id: 1, scope: 'all', identity: '2:2' })
  const progress = (state: 'scanning' | 'indexing', done: number) => {
    reply({ kind: 'progress', progress: { state, done, total: 9, isAgain: true } })
  }
  progress('scanning', 1)
  progress('indexing', 2)
  aborting.abort()
  expect(last()).toEqual({ kind: 'cancel', id: 1 })
  reply({ kind: 'done', id: 1, result: { read: 2, removed: 0 } })
  expect(await rebuilding).toEqual({ read: 2, removed: 0 })
  progress('indexing', 3)
  expect(seen).toEqual(['2/9'])
  expect(sync.progress).toEqual({ state: 'indexing', done: 3, total: 9, isAgain: true })
  // Stopped before it was asked for; and after it was done nothing is stopped any more.
  const late = new AbortController()
  const another = sync.rebuild('links', { signal: late.signal })
  expect(last()).toEqual({ kind: 'rebuild', id: 2, scope: 'links', identity: null })
  reply({ kind: 'done', id: 2, result: { read: 0, removed: 0 } })
  await another
  const length = thread.got.length
  late.abort()
  expect(thread.got).toHaveLength(length)
  void sync.rebuild('all', { signal: AbortSignal.abort() })
  expect(last()).toEqual({ kind: 'cancel', id: 3 })
  const unfollowed = sync.rebuild('damaged')
  expect(last()).toEqual({ kind: 'rebuild', id: 4, scope: 'damaged', identity: null })
  progress('indexing', 5)
  reply({ kind: 'done', id: 4, result: { read: 9, removed: 0 } })
  expect(await unfollowed).toEqual({ read: 9, removed: 0 })
})

test('who does not wait for a long note goes on while the thread is at one', async () => {
  const { sync, reply } = started()
  const long = sync.scan()
  const impatient = sync.unlessLong(long)
  expect(await isSettled(impatient)).toBe(false)
  reply({ kind: 'long', isUnderWay: true })
  expect(sync.isAtLongNote).toBe(true)
  await impatient
  await sync.unlessLong(new Promise(() => undefined))
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  await sync.unlessLong(Promise.reject(new Error('Nobody waits for it.')))
  await nextTurn()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  reply({ kind: 'long', isUnderWay: false })
  expect(sync.isAtLongNote).toBe(false)
  const patient = sync.unlessLong(long)
  reply({ kind: 'long', isUnderWay: false })
  expect(await isSettled(patient)).toBe(false)
  reply({ kind: 'done', id: 1, result: { read: 1, removed: 0 } })
  await patient
  await expect(sync.unlessLong(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

test('when the thread ends by itself all who wait are told, and nobody waits any more', async () => {
  const { thread, told, sync, reply } = started()
  const scan = sync.scan()
  reply({ kind: 'long', isUnderWay: true })
  thread.emit('error', new Error('No memory.'))
  await expect(scan).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' })
  expect(told).toEqual(['error: the index thread failed: No memory.'])
  expect(sync.isBroken).toBe(false)
  const other = sync.scan()
  thread.emit('exit', 1)
  await expect(other).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' })
  await sync.opened
  expect(sync.isBroken).toBe(true)
  expect(sync.isAtLongNote).toBe(false)
  expect(sync.problem).toEqual({ message: 'No memory.', cure: null })
  const length = thread.got.length
  await expect(sync.scan()).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' })
  expect(thread.got).toHaveLength(length)
})

test('an index that cannot be opened is told with its cure', async () => {
  const { told, sync, reply } = started()
  const scan = sync.scan()
  reply({ kind: 'unopened', problem: { message: 'The disk is full.', cure } })
  await expect(scan).rejects.toMatchObject({ message: 'The disk is full.' })
  expect(told).toEqual(['error: the index thread failed: The disk is full.'])
  expect(sync.problem?.cure).toBe(cure)
})

test('a thread that is closed has not broken, and is stopped only where it does not end', async () => {
  const { thread, sync, last } = started()
  const stuck = started()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const waiting = sync.scan()
    waiting.catch(() => undefined)
    const closing = sync.close()
    expect(last()).toEqual({ kind: 'close' })
    expect(await isSettled(closing)).toBe(false)
    thread.emit('exit', 0)
    await closing
    await expect(waiting).rejects.toMatchObject({
      ...{ code: 'INDEX_UNAVAILABLE', message: 'The index could not be updated.' },
      cause: 'The index was closed.',
    })
    expect(vi.getTimerCount()).toBe(0)
    const stopping = stuck.sync.close()
    expect(stuck.thread.isStopped).toBe(false)
    vi.runAllTimers()
    await stopping
  } finally {
    vi.useRealTimers()
  }
  expect(sync.isBroken).toBe(false)
  expect([thread.isStopped, stuck.thread.isStopped]).toEqual([false, true])
})
