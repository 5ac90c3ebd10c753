import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Held } from '../../src/locks/held-lock.ts'
import { IndexKeeper, type KeeperOptions } from '../../src/sync/index-keeper.ts'
import type { SyncProgress, SyncReply, SyncRequest } from '../../src/sync/sync-messages.ts'
import type { FolderWatchOptions } from '../../src/watch/watch-folder.ts'
import { isSettled } from '../support/is-settled.ts'
import { ThreadOnPaper } from '../support/thread-on-paper.ts'

const vault: KeeperOptions = {
  ...{ root: '/vault', identity: '1:1', indexFile: '/index.sqlite' },
  ...{ ignore: ['drafts/'], excluded: [], nestedVaults: ['other'], noNotes: [] },
  ...{ poll: false, reconcileInterval: 0 },
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  // The process has run for a while.
  vi.advanceTimersByTime(10_000)
})
afterEach(() => {
  vi.useRealTimers()
})

/** A keeper whose thread, lease and watcher the test plays. */
async function kept(
  options: Partial<KeeperOptions> = {},
  how: { isFree?: boolean; isDeaf?: boolean; isBroken?: boolean } = {},
) {
  const thread = new ThreadOnPaper()
  const told: string[] = []
  const say = (what: string) => (message: string, facts?: object) =>
    void told.push([`${what}: ${message}`, ...Object.values(facts ?? {})].join(': '))
  const log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') }
  let isFree = how.isFree ?? true
  let lose: () => void = () => undefined
  const lease: Held = {
    isMine: () => true,
    isWanted: () => false,
    onLost: (callback) => {
      lose = callback
    },
    release: () => void told.push('released'),
  }
  const watched: FolderWatchOptions[] = []
  const tells: Promise<boolean>[] = []
  const waiting: { since: number | null } = { since: null }
  let goOn: () => void = () => undefined
  let holding: Promise<void> | null = null
  const keeper = new IndexKeeper(
    { ...vault, ...options },
    {
      tryAcquire: (name) => {
        told.push(`asks for ${name}`)
        if (how.isBroken === true) throw new Error('No locks.')
        return isFree ? lease : null
      },
    },
    log,
    thread,
    async (watching) => {
      watched.push(watching)
      told.push('watches')
      await holding
      if (how.isDeaf === true) throw new Error('No events.')
      return {
        kind: 'native',
        watchAgain: () => {
          told.push('watches again')
          return Promise.resolve()
        },
        tellNow: () => tells.shift() ?? Promise.resolve(true),
        get waitingSince() {
          return waiting.since
        },
        close: () => {
          told.push('watches no more')
          return Promise.resolve()
        },
      }
    },
  )
  const requests = () => thread.got.slice(1) as (SyncRequest & { readonly id: number })[]
  const reply = (message: SyncReply) => void thread.emit('message', message)
  const progress = (state: SyncProgress['state']) => {
    reply({ kind: 'progress', progress: { state, done: 0, total: 0, isAgain: false } })
  }
  const given = {
    ...{ keeper, told, watched, tells, waiting, reply, progress },
    /** The requests so far, in short. */
    asked: () =>
      requests().map((one) =>
        one.kind === 'scan'
          ? `scan ${one.folder}`
          : one.kind === 'paths'
            ? `${one.isTrusted ? 'trusted' : 'paths'} ${one.paths.join(' ')}`
            : one.kind,
      ),
    /** The thread has done the request of this number, the last by default. */
    done: async (number = requests().length) => {
      progress('ready')
      reply({ kind: 'done', id: number, result: { read: 0, removed: 0 } })
      await nextTurn()
    },
    failed: async (number = requests().length) => {
      reply({ kind: 'failed', id: number, reason: 'vault', problem: { message: 'Away.', cure: null } })
      await nextTurn()
    },
    free: () => {
      isFree = true
    },
    lose: async () => {
      isFree = false
      lose()
      await nextTurn()
    },
    hold: () => {
      holding = new Promise((resolve) => {
        goOn = resolve
      })
    },
    goOn: async () => {
      goOn()
      await nextTurn()
    },
    follow: () => {
      keeper.follow({
        onOpen: () => void told.push('open'),
        onChanged: (paths) => void told.push(`changed ${paths.join(' ')}`),
        onSeen: (paths) => void told.push(`seen ${paths?.join(' ') ?? 'all'}`),
      })
    },
  }
  await nextTurn()
  return given
}

/** One that has looked at everything and watches. */
async function settled(options: Partial<KeeperOptions> = {}) {
  const given = await kept(options)
  given.reply({ kind: 'open', putAside: null, isFilled: true })
  await given.done()
  given.told.length = 0
  return given
}

/** How many more requests it takes until the index has followed the folder. */
async function catchingUp({ keeper, asked, done }: Awaited<ReturnType<typeof kept>>, folder = 'in') {
  const before = asked().length
  const following = keeper.catchUp(folder)
  await nextTurn()
  await nextTurn()
  const more = asked().slice(before)
  if (more.length > 0) await done()
  await following
  return more
}

test('who has the lease watches first and then looks, and follows what is reported', async () => {
  const given = await kept()
  const { keeper, told, watched, asked, follow, done } = given
  expect(told).toEqual(['asks for indexer', 'watches'])
  expect(asked()).toEqual(['scan '])
  expect([keeper.holdsLease, keeper.watching]).toEqual([true, 'native'])
  await keeper.led
  expect(await isSettled(keeper.started)).toBe(false)
  // Nobody follows yet.
  given.reply({ kind: 'changed', paths: ['a.md'] })
  given.reply({ kind: 'open', putAside: null, isFilled: false })
  await keeper.started
  expect(watched[0]).toMatchObject({ root: '/vault', poll: false })
  expect(watched[0]?.ignore('drafts', true)).toBe(true)
  expect(watched[0]?.ignore('other', true)).toBe(true)
  expect(watched[0]?.ignore('in', true)).toBe(false)
  told.length = 0
  follow()
  expect(told).toEqual(['open'])
  await done()
  expect(told).toEqual(['open', 'seen all'])
  watched[0]?.onPaths(['a.md', 'b.md'])
  expect(asked()).toEqual(['scan ', 'paths a.md b.md'])
  given.reply({ kind: 'changed', paths: ['a.md'] })
  expect(told.slice(2)).toEqual(['seen a.md b.md', 'changed a.md'])
})

test('what was seen to change and waits for longer than an edit may go unseen is told of until the index has it', async () => {
  const { keeper, watched, waiting, asked, done } = await settled()
  const state = () => keeper.progress.state
  const isToldOfLate = async () => {
    expect(state()).toBe('ready')
    await vi.advanceTimersByTimeAsync(600)
    expect(keeper.progress).toMatchObject({ state: 'indexing', done: 0, total: 0 })
  }
  watched[0]?.onPaths(['a.md'])
  await isToldOfLate()
  watched[0]?.onPaths(['b.md'])
  const first = asked().length - 1
  await done(first)
  await isToldOfLate()
  await done()
  expect(state()).toBe('ready')
  watched[0]?.onOverflow()
  await isToldOfLate()
  await done()
  waiting.since = performance.now()
  await isToldOfLate()
  // Handed out it is as old as before.
  watched[0]?.onPaths(['c.md'])
  waiting.since = null
  expect(state()).toBe('indexing')
  await done()
  expect(state()).toBe('ready')
})

test('who has no lease asks for it each second, and neither watches nor looks until then', async () => {
  const { keeper, told, asked, free, reply } = await kept({ reconcileInterval: 1 }, { isFree: false })
  expect([keeper.holdsLease, keeper.watching]).toEqual([false, 'none'])
  reply({ kind: 'open', putAside: null, isFilled: true })
  await keeper.started
  keeper.look()
  expect(asked()).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['asks for indexer', 'asks for indexer', 'asks for indexer'])
  free()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told.slice(3)).toEqual(['asks for indexer', 'watches'])
  expect(asked()).toEqual(['scan '])
  expect([keeper.holdsLease, keeper.watching]).toEqual([true, 'native'])
})

test('who has the lease again believes nothing that it knew before', async () => {
  for (const isBrief of [false, true]) {
    const given = await settled({ isBrief })
    await given.lose()
    given.free()
    await vi.advanceTimersByTimeAsync(1_000)
    given.progress('ready')
    expect(given.asked()).toEqual(['scan ', 'scan '])
    expect(await catchingUp(given)).toEqual(['scan in'])
  }
})

test('who has lost the lease watches no more and asks for it again', async () => {
  const { keeper, told, asked, lose, free } = await settled({ reconcileInterval: 60 })
  await lose()
  expect(told).toEqual(['watches no more', 'asks for indexer'])
  expect([keeper.holdsLease, keeper.watching]).toEqual([false, 'none'])
  free()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toEqual(['scan ', 'scan '])
  // Every file is looked at once in each interval, however often the lease came back.
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked()).toHaveLength(3)
})

test('who loses the lease, or is closed, while it begins to watch watches no more and looks at nothing', async () => {
  for (const { isClosed, isDeaf } of [
    { isClosed: true, isDeaf: false },
    { isClosed: false, isDeaf: false },
    { isClosed: true, isDeaf: true },
  ]) {
    const { keeper, told, asked, free, hold, goOn, lose } = await kept({}, { isFree: false, isDeaf })
    hold()
    free()
    await vi.advanceTimersByTimeAsync(1_000)
    told.length = 0
    if (isClosed) await keeper.stopWatching()
    else await lose()
    await goOn()
    expect(told.filter((what) => !/^(asks|watches$)/.test(what))).toEqual([
      isDeaf ? 'warn: the folder cannot be watched: No events.' : 'watches no more',
    ])
    expect(keeper.watching).toBe('none')
    expect(asked()).toEqual([])
  }
})

test('every file is looked at as often as the settings say, and no more once nobody watches', async () => {
  const { keeper, told, asked, done } = await settled({ reconcileInterval: 60 })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['watches again'])
  expect(asked()).toHaveLength(2)
  await done()
  await keeper.stopWatching()
  expect(vi.getTimerCount()).toBe(0)
  keeper.look()
  expect(asked()).toHaveLength(2)
  const never = await settled()
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(never.asked()).toHaveLength(1)
})

test('once closed it asks for no lease, and gives back what it has', async () => {
  const waiting = await kept({}, { isFree: false })
  await waiting.keeper.stopWatching()
  expect(vi.getTimerCount()).toBe(0)
  const closed = waiting.keeper.close()
  await vi.advanceTimersByTimeAsync(1_000)
  await closed
  expect(waiting.told).toEqual(['asks for indexer'])
  const { keeper, told, lose } = await settled()
  const closing = keeper.close()
  await vi.advanceTimersByTimeAsync(1_000)
  await closing
  expect(told).toEqual(['watches no more', 'released'])
  await lose()
  expect(told).not.toContain('asks for indexer')
})

test('where the folder cannot be watched it is looked at, and each time that it has to be followed', async () => {
  const given = await kept({}, { isDeaf: true })
  expect(given.told).toEqual([
    'asks for indexer',
    'watches',
    'warn: the folder cannot be watched: No events.',
  ])
  expect(given.keeper.watching).toBe('none')
  expect(given.asked()).toEqual(['scan '])
  await given.done()
  expect(await catchingUp(given)).toEqual(['scan in'])
})

test('an index that has followed what was reported is looked through no more', async () => {
  const given = await settled()
  expect(await catchingUp(given)).toEqual([])
  // What the system has not told yet may be anything.
  given.tells.push(Promise.resolve(false))
  expect(await catchingUp(given)).toEqual(['scan in'])
  expect(await catchingUp(given)).toEqual([])
  given.progress('scanning')
  expect(await catchingUp(given)).toEqual(['scan in'])
  expect(await catchingUp(given)).toEqual([])
})

test('the reported is waited for, all of it', async () => {
  const given = await settled()
  const { keeper, watched, asked, done } = given
  watched[0]?.onPaths(['a.md'])
  watched[0]?.onPaths(['b.md'])
  const following = keeper.catchUp('')
  await done(3)
  expect(await isSettled(following)).toBe(false)
  await done(2)
  await following
  expect(asked()).toEqual(['scan ', 'paths a.md', 'paths b.md'])
})

test('before the first look has ended, after one that failed and after an overflow a look tells', async () => {
  const first = await kept()
  first.progress('ready')
  expect(await catchingUp(first)).toEqual(['scan in'])
  await first.failed(1)
  expect(await catchingUp(first)).toEqual(['scan in'])

  const given = await settled()
  given.watched[0]?.onPaths(['a.md'])
  await given.failed()
  expect(await catchingUp(given)).toEqual(['scan in'])
  // Of one folder: what a.md says is still not in the index.
  expect(await catchingUp(given)).toEqual(['scan in'])
  given.keeper.look()
  await given.done()
  expect(await catchingUp(given)).toEqual([])

  given.watched[0]?.onOverflow()
  expect(given.asked().at(-1)).toBe('scan ')
  const look = given.asked().length
  given.progress('ready')
  expect(await catchingUp(given)).toEqual(['scan in'])
  // What came too much after it had begun it may not have seen.
  given.watched[0]?.onOverflow()
  await given.done(look)
  expect(await catchingUp(given)).toEqual(['scan in'])
  await given.done(look + 2)
  expect(await catchingUp(given)).toEqual([])
})

test('while the index cannot follow the disk a look tells', async () => {
  const given = await settled()
  const other = given.keeper.sync.syncPaths(['a.md'], { isTrusted: true })
  await Promise.all([expect(other).rejects.toThrow(), given.failed()])
  expect(await catchingUp(given)).toEqual(['scan in'])
  // Of one folder: what a.md says is still not in the index.
  expect(await catchingUp(given)).toEqual(['scan in'])
  await vi.advanceTimersByTimeAsync(1_000)
  await given.done()
  expect(await catchingUp(given)).toEqual([])
})

test('what the index could not follow is told of, and looked for less and less often, until a look has seen all', async () => {
  const { keeper, watched, asked, done, failed, lose } = await settled()
  const looks = () => asked().filter((request) => request === 'scan ').length - 1
  watched[0]?.onPaths(['a.md'])
  await failed()
  // Whatever else succeeds says nothing of these.
  watched[0]?.onPaths(['b.md'])
  await done()
  await vi.advanceTimersByTimeAsync(600)
  expect(keeper.progress.state).toBe('indexing')
  expect(looks()).toBe(0)
  await vi.advanceTimersByTimeAsync(400)
  expect(looks()).toBe(1)
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    const before = looks()
    await failed()
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(looks()).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(looks()).toBe(before + 1)
    expect(keeper.progress.state).toBe('indexing')
  }
  // A look that something else fails beside has not seen all.
  watched[0]?.onPaths(['c.md'])
  await failed()
  await done(asked().length - 1)
  expect(keeper.progress.state).toBe('indexing')
  await vi.advanceTimersByTimeAsync(60_000)
  await done()
  expect(keeper.progress.state).toBe('ready')
  const all = looks()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(looks()).toBe(all)
  watched[0]?.onPaths(['d.md'])
  await failed()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks()).toBe(all + 1)
  // Who has the lease now looks.
  await failed()
  await lose()
  await vi.advanceTimersByTimeAsync(600)
  expect([keeper.sync.progress.state, keeper.progress.state]).toEqual(['ready', 'ready'])
})

test('a folder that has come back is looked at', async () => {
  const given = await settled()
  given.keeper.look()
  given.progress('ready')
  expect(given.asked()).toEqual(['scan ', 'scan '])
  expect(await catchingUp(given)).toEqual(['scan in'])
  const waiting = given.keeper.settled(1_000)
  expect(await isSettled(waiting)).toBe(false)
  await given.done(2)
  await waiting
})

test('an index that is replaced while it is open is filled, one that is opened for the first time by the first look', async () => {
  const given = await kept()
  given.follow()
  given.reply({ kind: 'open', putAside: null, isFilled: false })
  expect(given.asked()).toEqual(['scan '])
  await given.done()
  given.reply({ kind: 'open', putAside: null, isFilled: true })
  expect(given.asked()).toEqual(['scan '])
  given.reply({ kind: 'open', putAside: 'damaged', isFilled: false })
  expect(given.asked()).toEqual(['scan ', 'scan '])
  expect(given.told.filter((what) => what === 'open')).toHaveLength(3)
})

test.each([
  { isFilled: null, waits: 1_500 },
  { isFilled: true, waits: 300 },
  { isFilled: false, waits: 1_500 },
])(
  'the first look is waited for as long as the index that was found needs (%o)',
  async ({ isFilled, waits }) => {
    const { keeper, reply } = await kept()
    if (isFilled !== null) reply({ kind: 'open', putAside: null, isFilled })
    const waiting = keeper.settled()
    await vi.advanceTimersByTimeAsync(waits - 1)
    expect(await isSettled(waiting)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    // Filling has gone on for so long by now that nobody waits for it.
    const later = keeper.settled()
    await vi.advanceTimersByTimeAsync(isFilled === true ? 300 : 0)
    await later
  },
)

test('who answers once looks at once, is believed for half a second, and then watches and looks again', async () => {
  const given = await kept({ isBrief: true, reconcileInterval: 60 })
  const { keeper, told, asked, progress, done } = given
  expect(told).toEqual(['asks for indexer'])
  expect(asked()).toEqual(['scan '])
  await keeper.led
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(100)
  await done()
  expect(await catchingUp(given)).toEqual([])
  await vi.advanceTimersByTimeAsync(399)
  expect(told).toEqual(['asks for indexer'])
  expect(await catchingUp(given)).toEqual([])
  expect(keeper.progress.state).toBe('ready')
  progress('scanning')
  expect(keeper.progress.state).toBe('scanning')
  progress('ready')
  await vi.advanceTimersByTimeAsync(1)
  expect(told.slice(1)).toEqual(['watches'])
  expect(asked()).toEqual(['scan ', 'scan '])
  // That look is not told of.
  progress('scanning')
  expect(keeper.progress.state).toBe('ready')
  progress('indexing')
  expect(keeper.progress.state).toBe('indexing')
  await done(2)
  // What watches is asked, however short it has been since the look.
  given.tells.push(Promise.resolve(false))
  expect(await catchingUp(given)).toEqual(['scan in'])
  progress('scanning')
  expect(keeper.progress.state).toBe('scanning')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toHaveLength(4)
})

test('one that answers once and cannot watch is not believed for longer either', async () => {
  const given = await kept({ isBrief: true }, { isDeaf: true })
  await given.done()
  await vi.advanceTimersByTimeAsync(500)
  await given.done()
  expect(await catchingUp(given)).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(await catchingUp(given)).toEqual(['scan in'])
})

test('one that answers once but looks for long is not believed any more', async () => {
  const given = await kept({ isBrief: true })
  await vi.advanceTimersByTimeAsync(500)
  given.progress('ready')
  expect(await catchingUp(given)).toEqual(['scan in'])
})

test('one that is closed, or loses the lease, before it would watch does not watch', async () => {
  for (const isClosed of [true, false]) {
    const { keeper, told, done, lose } = await kept({ isBrief: true })
    if (isClosed) await keeper.stopWatching()
    else await lose()
    await done()
    await keeper.stopWatching()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told).not.toContain('watches')
  }
  const { keeper, told, done } = await kept({ isBrief: true })
  await done()
  expect(vi.getTimerCount()).toBe(1)
  await keeper.stopWatching()
  expect(vi.getTimerCount()).toBe(0)
  expect(told).not.toContain('watches')
})

test('where nobody can tell who has the lease, who waits for the index learns it, and nobody else', async () => {
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  const { keeper } = await kept({}, { isBroken: true })
  await nextTurn()
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  await expect(keeper.started).rejects.toThrow('No locks.')
})

test('where the locks cannot be kept for a while it is tried until they can', async () => {
  const how = { isFree: false, isBroken: false }
  const { told, free } = await kept({}, how)
  how.isBroken = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(
    told.filter((said) => said === 'warn: nothing watches the vault yet: No locks.').length,
  ).toBeGreaterThan(1)
  how.isBroken = false
  free()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toContain('watches')
})
