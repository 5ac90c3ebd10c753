import { VaultError } from '../model/vault-error.ts'
import { KeptStatement } from '../own-files/kept-statement.ts'
import type { Attempt, SmallDatabase } from '../own-files/small-database.ts'

/** A lock or lease that this process has. It beats by itself until it is released or lost. */
export interface Held {
  /**
   * Call this just before the step that cannot be taken back: a process that was stopped may have been replaced.
   * When true, no other process takes the lock from it for the next four seconds.
   */
  isMine(): boolean
  /** Whether somebody waits for it. */
  isWanted(): boolean
  /** Called once when another has taken the lock; at once when that has happened already. */
  onLost(callback: () => void): void
  /** May be called again, and after a loss. */
  release(): void
}

interface HeldLockOptions {
  readonly file: SmallDatabase
  readonly name: string
  readonly token: string
  readonly now: () => number
  readonly silentAfterMs: number
  /** Called once when it is released or lost. */
  readonly onEnd: (end: { readonly wasWanted: boolean }) => void
}

const renewal = new KeptStatement<[number, string, string]>(
  'UPDATE holder SET beat = ? WHERE name = ? AND token = ?',
)
const wish = new KeptStatement<[string, string], { readonly wanted: number }>(
  'SELECT wanted FROM holder WHERE name = ? AND token = ?',
)
const deletion = new KeptStatement<[string, string], { readonly wanted: number }>(
  'DELETE FROM holder WHERE name = ? AND token = ? RETURNING wanted',
)

export class HeldLock implements Held {
  readonly #options: HeldLockOptions
  readonly #callbacks: (() => void)[] = []
  #state: 'held' | 'lost' | 'released' = 'held'
  #lastBeat: number
  #lastFile: string

  constructor(options: HeldLockOptions) {
    this.#options = options
    this.#lastBeat = options.now()
    this.#lastFile = options.file.identity()
  }

  isMine(): boolean {
    if (this.#state !== 'held') return false
    // Who takes a lock has seen it silent for ten times as long: a plan of many steps need not write a beat for each.
    const { file, now, silentAfterMs } = this.#options
    if (now() - this.#lastBeat < silentAfterMs / 10 && file.identity() === this.#lastFile) return true
    const beat = this.#tryBeat()
    if (beat.kind === 'done') return beat.value
    // A beat that another's write held up changes nothing yet: the last one still counts.
    return now() - this.#lastBeat < silentAfterMs / 2
  }

  isWanted(): boolean {
    const { file, name, token } = this.#options
    const seen = quietly(() => file.attempt((database) => wish.on(database).get(name, token)))
    return seen.kind === 'done' && seen.value?.wanted === 1
  }

  /** Says that the holder is alive; its owner calls it every second. */
  beat(): void {
    if (this.#state === 'held') quietly(() => this.#tryBeat())
  }

  onLost(callback: () => void): void {
    if (this.#state === 'lost') callback()
    else this.#callbacks.push(callback)
  }

  release(): void {
    if (this.#state !== 'held') return
    this.#state = 'released'
    this.#giveBack()
  }

  /** True when it is still ours. */
  #tryBeat(): Attempt<boolean> {
    const { file, name, token, now } = this.#options
    const at = now()
    const beat = file.attempt((database) => renewal.on(database).run(at, name, token).changes === 1)
    if (beat.kind === 'done' && !beat.value) this.#lose()
    else if (beat.kind === 'done') {
      this.#lastBeat = at
      this.#lastFile = file.identity()
    }
    return beat
  }

  // Should it never succeed, the lock lapses by silence or by the end of the process.
  #giveBack(pauseMs = 5): void {
    const { file, name, token, onEnd } = this.#options
    const given = quietly(() => file.attempt((database) => deletion.on(database).get(name, token)))
    if (given.kind === 'done') onEnd({ wasWanted: given.value?.wanted === 1 })
    else if (!file.isClosed) {
      setTimeout(() => {
        this.#giveBack(Math.min(2 * pauseMs, 1000))
      }, pauseMs).unref()
    }
  }

  #lose(): void {
    this.#state = 'lost'
    this.#options.onEnd({ wasWanted: false })
    for (const callback of this.#callbacks) callback()
  }
}

/** A full disk must not turn a finished write into an error, nor end the process from a timer. */
function quietly<T>(attempt: () => Attempt<T>): Attempt<T> {
  try {
    return attempt()
  } catch (error) {
    if (error instanceof VaultError) return { kind: 'busy' }
    throw error
  }
}
