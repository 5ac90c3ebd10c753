import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { VaultError } from '../model/vault-error.ts'
import { type Held, HeldLock } from './held-lock.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'
import { SmallDatabase } from '../own-files/small-database.ts'
import { mayBeAlive, type ProcessIdentity, thisProcess } from '../own-files/process-identity.ts'

export interface CoordinationOptions {
  /** Milliseconds on a clock that all processes of this machine share and that never jumps. */
  readonly now?: () => number
  /** A holder that has not beaten for so long is replaced, whether it lives or not. */
  readonly silentAfterMs?: number
  readonly beatEveryMs?: number
}

export interface AcquireOptions {
  readonly waitMs: number
  readonly signal?: AbortSignal | undefined
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

/**
 * Mutual exclusion and leases between the processes, and the threads, that share a folder. Names are independent of
 * one another. A holder that died is replaced at once, one that is silent after five seconds. Each thread opens its own.
 */
export class Coordination {
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

  /** Opens, or makes, the locks that are kept in a folder. */
  constructor(
    folder: string,
    { now = machineMs, silentAfterMs = 5000, beatEveryMs = 1000 }: CoordinationOptions = {},
  ) {
    this.#file = locksFileIn(folder)
    this.#now = now
    this.#silentAfterMs = silentAfterMs
    this.#beatEveryMs = beatEveryMs
  }

  /**
   * Waits its turn for at most `waitMs`, then fails with `CONFLICT`. Never blocks the event loop. Not re-entrant: to
   * ask for what one has is to wait for its release.
   */
  async acquire(name: string, { waitMs, signal }: AcquireOptions): Promise<Held> {
    const end = performance.now() + waitMs
    const turn = (this.#turnOfOthers.get(name) ?? 0) - performance.now()
    if (turn > 0) await pause(Math.min(turn, waitMs), undefined, { signal })
    for (;;) {
      signal?.throwIfAborted()
      const held = this.tryAcquire(name)
      if (held !== null) return held
      const left = end - performance.now()
      if (left <= 0) throw this.#conflict(name)
      this.#markWanted(name)
      // The random part keeps those who wait out of step.
      await pause(Math.min(left, 3 + 4 * Math.random()), undefined, { signal })
    }
  }

  /** The lock, if it is free or its holder is dead or silent; else null. */
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

  /** The process that holds it now; null when no living one does. */
  holderOf(name: string): number | null {
    const found = this.#file.attempt((database) => this.#read(name, database))
    if (found.kind === 'busy' || found.value === undefined || !this.#counts(found.value, name)) return null
    return found.value.pid
  }

  /** Whether another living process holds anything whose name begins so. */
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

  /** Releases everything. */
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
      for (const one of [...this.#held]) one.beat()
    }, this.#beatEveryMs).unref()
    return held
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
      { lock: name, ...(holder !== null && { holder_pid: holder }) },
    )
  }
}

// This runs on from process to process and is not put right by anyone, as the time of day is.
function machineMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** `locks.sqlite` in a folder. No holder survives a power failure, so that nothing of it need be on the disk. */
function locksFileIn(folder: string): SmallDatabase {
  return new SmallDatabase(join(folder, 'locks.sqlite'), {
    schema: `CREATE TABLE IF NOT EXISTS holder (
      name TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL,
      host TEXT NOT NULL, beat INTEGER NOT NULL, wanted INTEGER NOT NULL DEFAULT 0) STRICT`,
    busyMs: 20,
    otherwise: {
      message: 'The locks of this vault cannot be kept, so it is not written.',
      hint: 'Look at the folder in which flint keeps its data, or name another one in FLINT_DATA_DIR.',
    },
  })
}
