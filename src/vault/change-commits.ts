import type { History } from '../changes/history.ts'
import type { RecordedChange } from '../changes/recorded-change.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { commitChanges, type CommitOfChanges } from '../git/commit-changes.ts'
import { describeChanges } from '../git/describe-changes.ts'
import { describeFiltered } from '../git/refused-filters.ts'
import { Repository } from '../git/repository.ts'
import { repositoryState, whyWaiting } from '../git/repository-state.ts'
import type { Coordination } from '../locks/coordination.ts'
import type { Held } from '../locks/held-lock.ts'
import type { Log } from '../model/log.ts'
import { VaultError } from '../model/vault-error.ts'
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
  /** Whether changes that other processes have left uncommitted are committed from the start; else with the next own one. */
  readonly catchesUp: boolean
  readonly log: Log
}

// Changes that follow one another closely become one commit, and commits do not compete with the calls that make them.
const quietMs = 300
const mostMs = 3_000
const againMs = 15_000
// Longer than the turn that is left to others who want the lock.
const lockWaitMs = 20
const nextMs = 50
// Others get their turn at the lock after so long, and after each commit where they wait for it.
const mostHeldMs = 1_000
// Who started this process waits for its end.
const closingMs = 1_500
const aloneWaitMs = 60_000
const mostTogether = 200
const mostCounted = 10_000
const pageSize = 200

/** The changes that sync makes are in the commit that it makes itself. */
const notCommitted = new Set(['sync'])

/** Whether a commit is made after another one; told the first change that would be in it. */
type GoesOn = (first: RecordedChange) => boolean

/** Makes commits of a vault's changes, behind their answers. */
export class ChangeCommits {
  readonly #options: ChangeCommitsOptions
  #timer: NodeJS.Timeout | null = null
  #since: number | null = null
  #problem: string | null = null
  #running: Promise<unknown> = Promise.resolve()
  #isOpen = false
  /** Whether a change of this process may be uncommitted. */
  #hasOwn = false

  constructor(options: ChangeCommitsOptions) {
    this.#options = options
  }

  /** Call it once the history is open: changes that an earlier process has not committed any more may be caught up. */
  async open(): Promise<void> {
    const { isOn, folder, history, log, catchesUp } = this.#options
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
    if (catchesUp) this.#soon()
  }

  /** Called after each change: it is committed once there is a moment's rest. */
  note(): void {
    this.#hasOwn = true
    this.#soon()
  }

  async inform(): Promise<CommitsState | null> {
    if (!this.#options.isOn) return null
    return { waiting: (await this.#waiting(mostCounted)).length, problem: this.#problem }
  }

  /** What tells the changes of this vault's history from others in commits; null where none was committed. */
  key(): string | null {
    return readCommitted(this.#options.folder)?.key ?? null
  }

  /**
   * Runs work while no process commits changes of this vault, once those that were made before are committed; `CONFLICT`
   * after a minute.
   */
  async alone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const held = await this.#options.coordination.acquire('git', { waitMs: aloneWaitMs, signal })
    try {
      if (this.#isOpen) await this.#commitAll(signal)
      return await work()
    } finally {
      held.release()
      this.#soon()
    }
  }

  /** Commits what this process has changed, as far as there is time for it, and ends with the commit that is under way. */
  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    if (this.#timer !== null) clearTimeout(this.#timer)
    const end = performance.now() + closingMs
    await this.#running
    const left = () => end - performance.now()
    let isMore = true
    while (isMore && this.#hasOwn && left() > 0)
      isMore = (await this.#commitSome(left(), () => left() > 0)) === 'more'
  }

  #soon(): void {
    if (!this.#isOpen) return
    const now = performance.now()
    this.#since ??= now
    this.#wait(Math.max(0, Math.min(quietMs, this.#since + mostMs - now)))
  }

  #wait(ms: number): void {
    if (!this.#isOpen) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      // One at a time in this process, and under a lock between processes.
      this.#running = this.#running.then(() => this.#commitBehind())
    }, ms).unref()
  }

  async #commitBehind(): Promise<void> {
    if (!this.#isOpen) return
    const since = this.#since
    this.#since = null
    const end = performance.now() + mostHeldMs
    const outcome = await this.#commitSome(lockWaitMs, () => this.#isOpen && performance.now() < end)
    if (outcome !== 'done') this.#wait(outcome === 'more' ? nextMs : againMs)
    // Changes that go on put off what is left no longer than the first of it.
    if (outcome === 'more') this.#since = since
    if (this.#problem !== null) this.#options.log.warn('changes are committed later', { why: this.#problem })
  }

  /** Commits the first of what waits and, until somebody else waits for the lock, what comes after it. */
  async #commitSome(waitMs: number, goesOn: GoesOn): Promise<'done' | 'more' | 'later'> {
    let held: Held | null = null
    try {
      if (await this.#isDone()) return 'done'
      held = await this.#options.coordination.acquire('git', { waitMs }).catch(nullIfBusy)
      if (held === null) return 'later'
      const lock = held
      this.#problem = await this.#commit((first) => goesOn(first) && !lock.isWanted())
      if (this.#problem !== null) return 'later'
      return (await this.#isDone()) ? 'done' : 'more'
    } catch (error) {
      this.#problem = messageOf(error)
      return 'later'
    } finally {
      held?.release()
    }
  }

  async #isDone(): Promise<boolean> {
    if ((await this.#waiting(1)).length > 0) return false
    this.#problem = null
    this.#hasOwn = false
    return true
  }

  /** For whoever has the lock: commits what waits, and what is changed meanwhile as far as that becomes less. */
  async #commitAll(signal: AbortSignal): Promise<void> {
    try {
      for (let most = Infinity; ;) {
        const waiting = await this.#waiting(mostCounted)
        const newest = Number(waiting.at(-1)?.id)
        if (waiting.length === 0 || waiting.length > most / 2) return
        most = waiting.length
        const goesOn: GoesOn = ({ id }) => !signal.aborted && Number(id) <= newest
        for (let [first] = waiting; first !== undefined && goesOn(first); [first] = await this.#waiting(1)) {
          this.#problem = await this.#commit(goesOn)
          if (this.#problem !== null) return
        }
      }
    } catch (error) {
      this.#problem = messageOf(error)
    }
  }

  /** The first commit that waits, and those after it as long as it goes on. Null once they are made; else why not. */
  async #commit(goesOn: GoesOn): Promise<string | null> {
    const { root, folder, history, files, log } = this.#options
    const repository = await Repository.find(root)
    if (repository === null) return 'The folder of the vault is in no git repository.'
    const why = await whyWaiting(repository, await repositoryState(repository))
    if (why !== null) return why
    const known = readCommitted(folder)
    if (known === null) return null
    const waiting = await this.#waiting(mostTogether)
    const taken: RecordedChange[] = []
    const { commits, filtered } = await commitChanges(repository, each(repository.fromVault, known.key))
    const leftOut = describeFiltered(filtered)
    if (leftOut !== null) log.warn('files are not committed', { why: leftOut })
    const last = taken.at(-1)
    if (last === undefined) return null
    log.debug('changes are committed', { commits, changes: taken.map(({ id }) => id) })
    keepCommitted(folder, { last: last.id })
    return null

    async function* each(
      inRepository: Repository['fromVault'],
      key: string,
    ): AsyncGenerator<CommitOfChanges> {
      for (const together of byActor(waiting)) {
        const [first] = together
        if (first === undefined || (taken.length > 0 && !goesOn(first))) return
        const own = together.filter(({ tool }) => !notCommitted.has(tool))
        if (own.length > 0) {
          const { left, told } = await pathsLeft({ history, files, changes: own, inRepository })
          yield { left, text: describeChanges(told, key) }
        }
        taken.push(...together)
      }
    }
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

/** Those that one actor has made after another. */
function byActor(changes: readonly RecordedChange[]): readonly (readonly RecordedChange[])[] {
  const groups: RecordedChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    if (group?.[0]?.actor === change.actor) group.push(change)
    else groups.push([change])
  }
  return groups
}

/** Who has the lock commits all that waits, or leaves a turn to others soon. */
function nullIfBusy(error: unknown): null {
  if (error instanceof VaultError && error.code === 'CONFLICT') return null
  throw error
}
