import type { FileChange } from './change-plan.ts'

/**
 * Has the index follow those files of a plan that nothing happens to any more, while the others are still being written:
 * another thread does so.
 */
export class EarlyIndexing {
  readonly #changes: readonly FileChange[]
  readonly #index: (paths: readonly string[]) => Promise<void>
  readonly #isFinal: (change: FileChange) => boolean
  readonly #followed = new Set<string>()
  readonly #under: Promise<void>[] = []
  #position = 0

  constructor(changes: readonly FileChange[], index: (paths: readonly string[]) => Promise<void>) {
    this.#changes = changes
    this.#index = index
    const moved = new Set(changes.flatMap((change) => (change.kind === 'replace' ? [] : placesOf(change))))
    const movesFolders = changes.some(({ kind }) => kind === 'move-folder')
    this.#isFinal = ({ kind, path }) => kind === 'replace' && !movesFolders && !moved.has(path)
  }

  /** So many steps are taken. */
  follow(taken: number): void {
    const done = this.#changes.slice(this.#position, taken).filter(this.#isFinal)
    this.#position = taken
    if (done.length === 0) return
    for (const { path } of done) this.#followed.add(path)
    const following = this.#index(done.map(({ path }) => path))
    // A failure is told by `finish`.
    following.catch(() => undefined)
    this.#under.push(following)
  }

  /** All steps are taken: resolves once the index has followed every one of these paths. */
  async finish(paths: readonly string[]): Promise<void> {
    const left = paths.filter((path) => !this.#followed.has(path))
    await Promise.all([...this.#under, this.#index(left)])
  }
}

function placesOf(change: FileChange): readonly string[] {
  return 'to' in change ? [change.path, change.to] : [change.path]
}
