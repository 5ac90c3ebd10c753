import type { History } from '../changes/history.ts'
import type { RecordedChange } from '../changes/recorded-change.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { commitChanges } from '../git/commit-changes.ts'
import { describeChanges } from '../git/describe-changes.ts'
import { describeFiltered } from '../git/refused-filters.ts'
import { Repository } from '../git/repository.ts'
import { repositoryState, whyWaiting } from '../git/repository-state.ts'
import type { Coordination } from '../locks/coordination.ts'
import type { Held } from '../locks/held-lock.ts'
import type { Log } from '../model/log.ts'
import { dropCommitted, keepCommitted, readCommitted } from './committed-changes.ts'
import { pathsLeft } from './paths-left.ts'
import { messageOf } from '../model/error-code.ts'

export interface CommitsState {
  /** Changes that no commit has yet. */
  readonly waiting: number
  /** Why they wait, where that is not only for a moment. */
  readonly problem: string | null
}

export interface ChangeCommitsOptions {
  readonly root: string
  /** Whether the vault's settings want commits. */
  readonly isOn: boolean
  /** Flint's own folder for this vault. */
  readonly folder: string
  readonly history: History
  readonly files: VaultFiles
  readonly coordination: Coordination
  readonly log: Log
}

// Changes that follow one another closely become one commit, and commits do not compete with the calls that make them.
const quietMs = 300
const mostMs = 3_000
const againMs = 15_000
const lockWaitMs = 5_000
const aloneWaitMs = 60_000
const mostTogether = 200
const mostCounted = 10_000
const pageSize = 200

/** The changes that sync makes are in the commit that it makes itself. */
const notCommitted = new Set(['sync'])

/** Makes commits of a vault's changes, behind their answers. */
export class ChangeCommits {
  readonly #options: ChangeCommitsOptions
  #timer: NodeJS.Timeout | null = null
  #since: number | null = null
  #problem: string | null = null
  #running: Promise<void> = Promise.resolve()
  #isOpen = false

  constructor(options: ChangeCommitsOptions) {
    this.#options = options
  }

  /** Call it once the history is open: changes that an earlier process has not committed any more are caught up. */
  async open(): Promise<void> {
    const { isOn, folder, history, log } = this.#options
    try {
      if (!isOn) dropCommitted(folder)
      else if (readCommitted(folder) === null) {
        const { changes } = await history.list({ since: null, limit: 1, offset: 0 })
        keepCommitted(folder, { last: changes[0]?.id ?? '0' })
      }
    } catch (error) {
      this.#problem = messageOf(error)
      log.warn('changes are not committed', { why: this.#problem })
    }
    this.#isOpen = isOn
    this.note()
  }

  /** Called after each change: it is committed once there is a moment's rest. */
  note(): void {
    if (!this.#isOpen) return
    const now = performance.now()
    this.#since ??= now
    this.#wait(Math.max(0, Math.min(quietMs, this.#since + mostMs - now)))
  }

  async inform(): Promise<CommitsState | null> {
    if (!this.#options.isOn) return null
    await this.#running
    return { waiting: (await this.#waiting(mostCounted)).length, problem: this.#problem }
  }

  /** What tells the changes of this vault's history from others in commits; null where none was committed. */
  key(): string | null {
    return readCommitted(this.#options.folder)?.key ?? null
  }

  /** Runs work while no process commits changes of this vault, once those that wait are; `CONFLICT` after a minute. */
  async alone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#isOpen) await this.#commit({ waitMs: 0 })
    const held = await this.#options.coordination.acquire('git', { waitMs: aloneWaitMs, signal })
    try {
      return await work()
    } finally {
      held.release()
      this.note()
    }
  }

  /** Commits what waits, if it can be committed now. */
  async close(): Promise<void> {
    if (!this.#isOpen) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#commit({ waitMs: lockWaitMs })
    this.#isOpen = false
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #wait(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#commit({ waitMs: 0 })
    }, ms).unref()
  }

  /** One at a time in this process, and under a lock between processes. */
  async #commit({ waitMs }: { readonly waitMs: number }): Promise<void> {
    this.#running = this.#running.then(async () => {
      this.#since = null
      let held: Held | null = null
      try {
        if ((await this.#waiting(1)).length === 0) {
          this.#problem = null
          return
        }
        held = await this.#options.coordination.acquire('git', { waitMs })
        this.#problem = await this.#commitAll()
      } catch (error) {
        this.#problem = messageOf(error)
      } finally {
        held?.release()
      }
      if (this.#problem === null || !this.#isOpen) return
      this.#options.log.warn('changes are committed later', { why: this.#problem })
      this.#wait(againMs)
    })
    await this.#running
  }

  /** Null once everything is committed; else why not. */
  async #commitAll(): Promise<string | null> {
    const { root, folder } = this.#options
    const repository = await Repository.find(root)
    if (repository === null) return 'The folder of the vault is in no git repository.'
    for (;;) {
      await repository.lookAgain()
      const why = await whyWaiting(repository, await repositoryState(repository))
      if (why !== null) return why
      const together = await this.#together()
      const last = together.at(-1)
      const known = readCommitted(folder)
      if (last === undefined || known === null) return null
      const own = together.filter(({ tool }) => !notCommitted.has(tool))
      if (own.length > 0) {
        const { history, files } = this.#options
        const { left, told } = await pathsLeft({
          history,
          files,
          changes: own,
          inRepository: repository.fromVault,
        })
        const { commit, filtered } = await commitChanges(repository, left, describeChanges(told, known.key))
        const leftOut = describeFiltered(filtered)
        if (leftOut !== null) this.#options.log.warn('files are not committed', { why: leftOut })
        this.#options.log.debug('changes are committed', { commit, changes: own.map(({ id }) => id) })
      }
      keepCommitted(folder, { last: last.id })
    }
  }

  /** The first of those that wait which one actor has made after another. */
  async #together(): Promise<readonly RecordedChange[]> {
    const waiting = await this.#waiting(mostTogether)
    const other = waiting.findIndex(({ actor }) => actor !== waiting[0]?.actor)
    return other === -1 ? waiting : waiting.slice(0, other)
  }

  /** The first changes that no commit has, oldest first. */
  async #waiting(limit: number): Promise<readonly RecordedChange[]> {
    const { folder, history } = this.#options
    const known = readCommitted(folder)
    if (known === null) return []
    const waiting: RecordedChange[] = []
    for (let offset = 0; offset < mostCounted; offset += pageSize) {
      const { changes } = await history.list({ since: null, limit: pageSize, offset })
      const newer = changes.filter(({ id }) => Number(id) > Number(known.last))
      waiting.push(...newer)
      if (newer.length < pageSize) break
    }
    return waiting.reverse().slice(0, limit)
  }
}
