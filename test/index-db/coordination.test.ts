import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type CoordinationOptions, Coordination } from '../../src/locks/coordination.ts'
import { until } from '../support/until.ts'

const script = fileURLToPath(new URL('../fixtures/hold-lock.mjs', import.meta.url))

interface Place {
  readonly folder: string
  readonly file: string
  readonly open: (options?: CoordinationOptions) => Coordination
  /** A process that does what its job says; resolves at its first message. */
  readonly start: (job: 'hold' | 'count', ...args: string[]) => Promise<ChildProcess>
}

async function withPlace(run: (place: Place) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'flint-locks-'))
  const opened: Coordination[] = []
  const children: ChildProcess[] = []
  try {
    await run({
      folder,
      file: join(folder, 'locks.sqlite'),
      open: (options) => {
        const coordination = new Coordination(folder, options)
        opened.push(coordination)
        return coordination
      },
      start: async (job, ...args) => {
        const child = fork(script, [folder, job, ...args])
        children.push(child)
        await once(child, 'message')
        return child
      },
    })
  } finally {
    for (const child of children) child.kill('SIGKILL')
    for (const coordination of opened) coordination.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

test('one holds, others do not, until it is released', () =>
  withPlace(({ open }) => {
    const [one, two] = [open(), open()]
    const held = one.tryAcquire('write')
    expect(held?.isMine()).toBe(true)
    expect(two.tryAcquire('write')).toBeNull()
    expect(one.tryAcquire('write')).toBeNull()
    expect(two.tryAcquire('index')).not.toBeNull()
    expect(two.holderOf('write')).toBe(process.pid)
    held?.release()
    held?.release()
    expect(held?.isMine()).toBe(false)
    expect(two.holderOf('write')).toBeNull()
    expect(two.tryAcquire('write')).not.toBeNull()
  }))

test('who waits has it as soon as it is released', () =>
  withPlace(async ({ open }) => {
    const first = await open().acquire('write', { waitMs: 0 })
    const waiting = open().acquire('write', { waitMs: 10_000 })
    first.release()
    expect((await waiting).isMine()).toBe(true)
  }))

test('who waited in vain is told who has it', () =>
  withPlace(async ({ open }) => {
    await open().acquire('write', { waitMs: 0 })
    await expect(open().acquire('write', { waitMs: 30 })).rejects.toMatchObject({
      code: 'CONFLICT',
      facts: { lock: 'write', holder_pid: process.pid },
    })
  }))

test('waiting can be cancelled', () =>
  withPlace(async ({ open }) => {
    const held = await open().acquire('write', { waitMs: 0 })
    const cancel = new AbortController()
    const waiting = open().acquire('write', { waitMs: 10_000, signal: cancel.signal })
    cancel.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(held.isMine()).toBe(true)
  }))

test('nobody starves while another takes the lock again and again', () =>
  withPlace(async ({ open }) => {
    const [greedy, patient] = [open(), open()]
    const done = new AbortController()
    const loop = (async () => {
      while (!done.signal.aborted) {
        const held = await greedy.acquire('write', { waitMs: 5000 })
        await new Promise(setImmediate)
        held.release()
      }
    })()
    for (let round = 0; round < 10; round += 1) {
      const held = await patient.acquire('write', { waitMs: 2000 })
      held.release()
    }
    done.abort()
    await loop
  }))

test('closing releases everything', () =>
  withPlace(async ({ open }) => {
    const one = open()
    await one.acquire('write', { waitMs: 0 })
    await one.acquire('index', { waitMs: 0 })
    one.close()
    one.close()
    expect(open().tryAcquire('write')).not.toBeNull()
    expect(open().tryAcquire('index')).not.toBeNull()
  }))

test('what other processes hold is seen by how it begins, until they end; what this one holds is not', () =>
  withPlace(async ({ open, start }) => {
    const one = open()
    expect(one.tryAcquire('behind/own')).not.toBeNull()
    expect(one.isHeldElsewhere('behind/')).toBe(false)
    const child = await start('hold', 'behind/other')
    expect(one.isHeldElsewhere('behind/')).toBe(true)
    expect(one.isHeldElsewhere('ahead/')).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(one.isHeldElsewhere('behind/')).toBe(false)
  }))

test('a holder that was killed is replaced at once', () =>
  withPlace(async ({ open, start }) => {
    const child = await start('hold', 'write')
    // So patient that its silence is not what tells.
    const waiting = open({ silentAfterMs: 3_600_000 })
    expect(waiting.tryAcquire('write')).toBeNull()
    expect(waiting.holderOf('write')).toBe(child.pid)
    child.kill('SIGKILL')
    const held = await waiting.acquire('write', { waitMs: 20_000 })
    expect(held.isMine()).toBe(true)
  }))

test('a living holder that beats is never replaced, however long it holds', () =>
  withPlace(async ({ open, start }) => {
    // It beats fifty times before it counts as silent: so long no busy machine keeps it waiting.
    await start('hold', 'write', '1000', '20')
    await expect(open({ silentAfterMs: 1_000 }).acquire('write', { waitMs: 1_500 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  }))

test.skipIf(process.platform === 'win32')(
  'a holder that was stopped is replaced when it has been silent, and knows it when it goes on',
  () =>
    withPlace(async ({ open, start }) => {
      const child = await start('hold', 'write', '300', '50')
      child.kill('SIGSTOP')
      expect(open({ silentAfterMs: 3_600_000 }).tryAcquire('write')).toBeNull()
      const held = await open({ silentAfterMs: 300 }).acquire('write', { waitMs: 10_000 })
      const answers: unknown[] = []
      child.on('message', (message) => answers.push(message))
      child.kill('SIGCONT')
      child.send('is it mine?')
      await until('the answer and the notice', () => answers.length >= 2)
      expect([...answers].sort()).toEqual(['lost', 'mine: false'])
      expect(held.isMine()).toBe(true)
    }),
)

test('a process that has the number of the dead holder is not taken for it', () =>
  withPlace(({ open, file }) => {
    const one = open()
    one.tryAcquire('write')
    const database = new Database(file)
    database.prepare("UPDATE holder SET started = 'another boot/1'").run()
    database.close()
    const taken = open().tryAcquire('write')
    // Only Linux tells when a process started; elsewhere a number that is in use counts as alive.
    expect(taken !== null).toBe(process.platform === 'linux')
  }))

test('a holder on another machine is replaced only when its beat has stood still', () =>
  withPlace(({ open, file }) => {
    let now = 1_000_000
    const clock = { now: () => now }
    const one = open(clock)
    const held = one.tryAcquire('write')
    const database = new Database(file)
    const setBeat = database.prepare("UPDATE holder SET host = 'elsewhere/', pid = 1, beat = ?")
    setBeat.run(7)
    const two = open(clock)
    expect(two.tryAcquire('write')).toBeNull()
    now += 4000
    setBeat.run(8)
    expect(two.tryAcquire('write')).toBeNull()
    now += 4000
    expect(two.tryAcquire('write')).toBeNull()
    expect(two.holderOf('write')).toBe(1)
    now += 1001
    expect(two.tryAcquire('write')).not.toBeNull()
    let losses = 0
    held?.onLost(() => (losses += 1))
    expect(held?.isMine()).toBe(false)
    expect(losses).toBe(1)
    held?.onLost(() => (losses += 1))
    expect(losses).toBe(2)
    held?.release()
    expect(two.holderOf('write')).not.toBeNull()
    database.close()
  }))

test('asking whether it is mine holds the lock for five seconds more', () =>
  withPlace(({ open }) => {
    let now = 0
    const clock = { now: () => now }
    const held = open(clock).tryAcquire('write')
    const other = open(clock)
    now = 4999
    expect(held?.isMine()).toBe(true)
    now = 9998
    expect(other.tryAcquire('write')).toBeNull()
    now = 10_000
    expect(other.tryAcquire('write')).not.toBeNull()
    expect(held?.isMine()).toBe(false)
  }))

test.each([
  ['that is no database', 'not a database at all, only a good many words in a row. '.repeat(50)],
  ['that is empty', ''],
])('a locks file %s is made anew', (_, content) =>
  withPlace(async ({ open, file }) => {
    writeFileSync(file, content)
    const held = await open().acquire('write', { waitMs: 1000 })
    expect(held.isMine()).toBe(true)
    expect(open().tryAcquire('write')).toBeNull()
    expect(existsSync(`${file}.corrupt`)).toBe(content !== '')
  }),
)

test('a locks file that was deleted while in use is made anew, and its holders know that they lost', () =>
  withPlace(async ({ open, folder }) => {
    const one = open()
    const held = one.tryAcquire('write')
    rmSync(folder, { recursive: true })
    const other = await open().acquire('write', { waitMs: 1000 })
    expect(one.tryAcquire('write')).toBeNull()
    expect(held?.isMine()).toBe(false)
    expect(other.isMine()).toBe(true)
  }))

test.for(['-wal', '-shm'])(
  'where the %s of a locks file is deleted one holds a lock, not two and not none',
  (suffix) =>
    withPlace(async ({ open, file, start }) => {
      const child = await start('hold', 'write')
      rmSync(file + suffix)
      child.send('ask')
      const [answer] = await once(child, 'message')
      const here = open().tryAcquire('write')
      expect(here === null).toBe(answer === 'mine: true')
    }),
)

test('another process that is writing the file is waited for, never an error', () =>
  withPlace(async ({ open, file }) => {
    const one = open()
    const held = await one.acquire('index', { waitMs: 0 })
    const writer = new Database(file)
    writer.exec('BEGIN IMMEDIATE')
    expect(one.tryAcquire('write')).toBeNull()
    expect(held.isMine()).toBe(true)
    held.release()
    const waiting = one.acquire('write', { waitMs: 5000 })
    await new Promise(setImmediate)
    writer.exec('COMMIT')
    writer.close()
    expect((await waiting).isMine()).toBe(true)
    await until('the release made good', () => one.holderOf('index') === null)
  }))

test('a folder that cannot be made is INDEX_UNAVAILABLE', () =>
  withPlace(({ folder }) => {
    writeFileSync(join(folder, 'file'), '')
    const coordination = new Coordination(join(folder, 'file', 'below'))
    expect(() => coordination.tryAcquire('write')).toThrow(
      expect.objectContaining({ code: 'INDEX_UNAVAILABLE' }),
    )
    coordination.close()
  }))

test('four processes that count in one file lose no count', () =>
  withPlace(async ({ start, folder }) => {
    const counter = join(folder, 'counter')
    writeFileSync(counter, '0')
    const children = await Promise.all(
      Array.from({ length: 4 }, () => start('count', 'write', counter, '50')),
    )
    const exits = children.map((child) => once(child, 'exit'))
    for (const child of children) child.send('go')
    expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0, 0, 0])
    expect(readFileSync(counter, 'utf8')).toBe('200')
  }))

test('a lock that is held does not keep the process alive', () =>
  withPlace(async ({ start, open }) => {
    const child = await start('hold', 'write')
    const exit = once(child, 'exit')
    child.send('leave')
    await exit
    expect(open().tryAcquire('write')).not.toBeNull()
  }))
