import { setTimeout as pause } from 'node:timers/promises'
import { keepStrayText } from '../changes/keep-stray-text.ts'
import type { WriteDoor } from '../changes/write-changes.ts'
import type { WriteLock } from '../changes/write-lock.ts'
import type { StrayText } from '../files/displaced-files.ts'
import { messageOf } from '../model/error-code.ts'

const lookEveryMs = 50
// An editor in the middle of a save is waited for this long, so that the answer can say what became of it.
const mostWaitMs = 400
// A text that could not be saved, for example on a full disk, is tried again.
const againMs = 2_000

interface Notice {
  readonly path: string
  readonly said: string
}

/** Saves what editors write into files that changes have replaced. */
export class StrayTexts {
  readonly #door: WriteDoor
  #looking: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  #isClosed = false
  #notices: Notice[] = []

  constructor(door: WriteDoor) {
    this.#door = door
  }

  /** Called after each change, under its lock. The change is made by then: nothing here makes it fail. */
  async follow(lock: WriteLock): Promise<void> {
    const { displaced } = this.#door.files
    const end = performance.now() + mostWaitMs
    try {
      while (displaced.isStirring && performance.now() < end) {
        await pause(lookEveryMs)
        await this.#keep(lock, await displaced.takeStrays(false))
      }
      this.#lookLater(lookEveryMs)
    } catch (error) {
      this.#cannotLook(error)
    }
  }

  /** What was kept since the last call, a sentence each; files that `mayTell` rejects are told later. */
  takeNotices(mayTell: (path: string) => boolean): readonly string[] {
    const told = this.#notices.filter(({ path }) => mayTell(path))
    this.#notices = this.#notices.filter((one) => !told.includes(one))
    return told.map(({ said }) => said)
  }

  /** Looks once more, without waiting. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#looking
    await this.#look(true)
  }

  #lookLater(ms: number): void {
    if (this.#isClosed || this.#timer !== null || this.#door.files.displaced.isEmpty) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#looking = this.#look(false)
    }, ms).unref()
  }

  async #look(isLast: boolean): Promise<void> {
    const { files, locked } = this.#door
    try {
      const strays = await files.displaced.takeStrays(isLast)
      const areKept =
        strays.length === 0 ||
        (await locked((lock) => this.#keep(lock, strays)).catch((error: unknown) => {
          this.#postpone(strays, error)
          return false
        }))
      this.#lookLater(areKept ? lookEveryMs : againMs)
    } catch (error) {
      this.#cannotLook(error)
    }
  }

  /** The drive may be away, or refuse. */
  #cannotLook(error: unknown): void {
    this.#door.log.warn('whether an editor saved a file that was replaced cannot be seen', {
      cause: messageOf(error),
    })
    this.#lookLater(againMs)
  }

  async #keep(lock: WriteLock, strays: readonly StrayText[]): Promise<boolean> {
    const { log } = this.#door
    let areKept = true
    for (const stray of strays) {
      try {
        const said = await keepStrayText(this.#door, lock, stray)
        if (said === null) continue
        this.#notices.push({ path: stray.path, said })
        log.warn('an editor saved a file while a change replaced it', { what: said })
      } catch (error) {
        this.#postpone([stray], error)
        areKept = false
      }
    }
    return areKept
  }

  #postpone(strays: readonly StrayText[], error: unknown): void {
    this.#door.files.displaced.giveBack(strays)
    this.#door.log.error('what an editor saved while a change replaced it cannot be kept yet', {
      paths: strays.map(({ path }) => path),
      cause: messageOf(error),
    })
  }
}
