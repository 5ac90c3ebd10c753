import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { VaultError } from '../model/vault-error.ts'
import { type Held, HeldLock } from './held-lock.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'
import type { SmallDatabase } from '../own-files/small-database.ts'
import { locksFileIn } from './locks-file.ts'
import { mayBeAlive, type ProcessIdentity, thisProcess } from '../own-files/process-identity.ts'

export interface CoordinationOptions {
  /** Milliseconds on a clock that all processes of this machine share and that never jumps. */
  readonly now?: () => number
  /** A holder that has not beaten for so long is replaced, whether it lives or not. */
  readonly silentAfterMs?: number
  readonly beatEveryMs?: number
}

export interface Holder {
  readonly pid: number
  readonly host: string
  readonly isThisProcess: boolean
}

export interface AcquireOptions {
  readonly waitMs: number
  readonly signal?: AbortSignal
}

/**
 * Mutual exclusion and leases between the processes, and the threads, that share a folder. Names are independent of
 * one another. A holder that died is replaced at once, one that is silent after five seconds.
 */
export interface Coordination {
  /**
   * Waits its turn for at most `waitMs`, then fails with `CONFLICT`. Never blocks the event loop. Not re-entrant: to
   * ask for what one has is to wait for its release.
   */
  acquire(name: string, options: AcquireOptions): Promise<Held>
  /** The lock, if it is free or its holder is dead or silent; else null. */
  tryAcquire(name: string): Held | null
  /** Who holds it now; null when no living holder does. */
  holderOf(name: string): Holder | null
  /** Whether another living process holds anything whose name begins so. */
  isHeldElsewhere(beginning: string): boolean
  /** Releases everything. */
  close(): void
}

/** Opens, or makes, the locks that are kept in a folder. Each thread opens its own. */
export function openCoordination(folder: string, options: CoordinationOptions = {}): Coordination {
  return new FolderCoordination(folder, options)
}

interface HolderRow extends ProcessIdentity {
  readonly token: string
  readonly beat: number
  readonly wanted: number
}

const insertion = new KeptStatement<[string, string, number, string, string, number]>(
  'INSERT OR IGNORE INTO holder (name, token, pid, started, host, beat) VALUES (?, ?, ?, ?, ?, ?)',
)
const reading = new KeptStatement<[string], HolderRow>('SELECT * FROM holder WHERE name = ?')
const readingSome = new KeptStatement<[string, string], HolderRow & { readonly name: string }>(
  'SELECT * FROM holder WHERE name >= ? AND name < ?',
)

// Longer than anyone who waits sleeps between two attempts.
const turnMs = 10

class FolderCoordination implements Coordination {
  readonly #file: SmallDatabase
  readonly #self = thisProcess()
  readonly #now: () => number
  readonly #silentAfterMs: number
  readonly #beatEveryMs: number
  readonly #held = new Set<HeldLock>()
  /** Since when each name's last beat has been the same, by our clock: those of two machines cannot be compared. */
  readonly #sightings = new Map<string, { readonly beat: string; readonly since: number }>()
  /** Names that others were waiting for when they were released here: until then, those go first. */
  readonly #turnOfOthers = new Map<string, number>()
  #beating: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(folder: string, options: CoordinationOptions) {
    this.#file = locksFileIn(folder)
    this.#now = options.now ?? machineMs
    this.#silentAfterMs = options.silentAfterMs ?? 5000
    this.#beatEveryMs = options.beatEveryMs ?? 1000
  }

  async acquire(name: string, { waitMs, signal }: AcquireOptions): Promise<Held> {
    const end = performance.now() + waitMs
    const turn = (this.#turnOfOthers.get(name) ?? 0) - performance.now()
    if (turn > 0) await waitFor(Math.min(turn, waitMs), signal)
    for (;;) {
      signal?.throwIfAborted()
      const held = this.tryAcquire(name)
      if (held !== null) return held
      const left = end - performance.now()
      if (left <= 0) throw this.#conflict(name)
      this.#markWanted(name)
      // The random part keeps those who wait out of step.
      await waitFor(Math.min(left, 3 + 4 * Math.random()), signal)
    }
  }

  tryAcquire(name: string): Held | null {
    if (this.#isClosed) throw new Error('The coordination is closed.')
    const { host, pid, started } = this.#self
    const token = randomUUID()
    const taken = this.#file.attempt((database) => {
      const row = this.#read(name, database)
      if (row === undefined) {
        return insertion.on(database).run(name, token, pid, started, host, this.#now()).changes
      }
      if (this.#counts(row, name)) return 0
      // Only while it is still the one that was seen: it may have woken up meanwhile.
      const replace = `UPDATE holder SET token = ?, pid = ?, started = ?, host = ?, beat = ?, wanted = 0
        WHERE name = ? AND token = ? AND beat = ?`
      return database.prepare(replace).run(token, pid, started, host, this.#now(), name, row.token, row.beat)
        .changes
    })
    return taken.kind === 'done' && taken.value > 0 ? this.#hold(name, token) : null
  }

  holderOf(name: string): Holder | null {
    const found = this.#file.attempt((database) => this.#read(name, database))
    if (found.kind === 'busy' || found.value === undefined || !this.#counts(found.value, name)) return null
    const { host, pid } = found.value
    return {
      pid,
      host: host.split('/')[0] ?? '',
      isThisProcess: host === this.#self.host && pid === this.#self.pid,
    }
  }

  isHeldElsewhere(beginning: string): boolean {
    if (this.#isClosed) return false
    const end = `${beginning}\u{10ffff}`
    const found = this.#file.attempt((database) => readingSome.on(database).all(beginning, end))
    const { host, pid } = this.#self
    return (
      found.kind === 'done' &&
      found.value.some((row) => (row.host !== host || row.pid !== pid) && this.#counts(row, row.name))
    )
  }

  close(): void {
    for (const held of [...this.#held]) held.release()
    this.#isClosed = true
    this.#stopBeating()
    this.#file.close()
  }

  #hold(name: string, token: string): Held {
    this.#sightings.delete(name)
    this.#turnOfOthers.delete(name)
    const held = new HeldLock({
      file: this.#file,
      name,
      token,
      now: this.#now,
      silentAfterMs: this.#silentAfterMs,
      onEnd: ({ wasWanted }) => {
        this.#held.delete(held)
        if (this.#held.size === 0) this.#stopBeating()
        if (wasWanted) this.#turnOfOthers.set(name, performance.now() + turnMs)
      },
    })
    this.#held.add(held)
    this.#beating ??= setInterval(() => {
      this.#beat()
    }, this.#beatEveryMs).unref()
    return held
  }

  #beat(): void {
    for (const held of [...this.#held]) held.beat()
  }

  #stopBeating(): void {
    if (this.#beating !== null) clearInterval(this.#beating)
    this.#beating = null
  }

  #read(name: string, database: Database): HolderRow | undefined {
    return reading.on(database).get(name)
  }

  /** Whether a holder may be alive and has beaten of late. */
  #counts(row: HolderRow, name: string): boolean {
    if (!mayBeAlive(row, this.#self)) return false
    const now = this.#now()
    // A beat that lies ahead is from before the machine was started again.
    if (row.host === this.#self.host) return Math.abs(now - row.beat) <= this.#silentAfterMs
    const beat = `${row.token} ${row.beat}`
    const last = this.#sightings.get(name)
    if (last?.beat === beat) return now - last.since <= this.#silentAfterMs
    this.#sightings.set(name, { beat, since: now })
    return true
  }

  #markWanted(name: string): void {
    this.#file.attempt((database) => {
      if (this.#read(name, database)?.wanted !== 0) return
      database.prepare('UPDATE holder SET wanted = 1 WHERE name = ?').run(name)
    })
  }

  #conflict(name: string): VaultError {
    const holder = this.holderOf(name)
    return new VaultError(
      'CONFLICT',
      'Another flint process is busy with this vault. Try again in a moment.',
      {
        lock: name,
        ...(holder === null ? {} : { holder_pid: holder.pid }),
      },
    )
  }
}

// This runs on from process to process and is not put right by anyone, as the time of day is.
function machineMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

// A caller awaits this, so it may keep the process alive.
async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, undefined, signal === undefined ? {} : { signal })
}
