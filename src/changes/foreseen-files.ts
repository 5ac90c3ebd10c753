import type { StoredFile } from '../files/stored-file.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { isNotePath } from '../model/note-path.ts'
import type { FileChange } from './change-plan.ts'
import { type CheckedPlan, checkPlanned } from './check-changes.ts'
import type { TextSource } from './plan-undo.ts'
import { PlannedFiles } from './planned-files.ts'

/** A vault as it will be once several changes have followed each other: what each of them does can be shown before. */
export class ForeseenFiles implements TextSource {
  readonly #files: VaultFiles
  readonly #planned: PlannedFiles

  constructor(files: VaultFiles) {
    this.#files = files
    this.#planned = new PlannedFiles(files)
  }

  async read(path: string): Promise<Pick<StoredFile, 'text' | 'hash' | 'isUtf8'> | null> {
    const state = await this.#planned.look(path)
    if (state.kind !== 'file') return null
    const { hash, text } = state
    if (text !== undefined) return { hash, text, isUtf8: true }
    const place = this.#planned.placeOnDisk(path)
    return place === null ? null : await this.#files.read(place)
  }

  /** Takes the steps of one change, all of them or, where one of them cannot be taken, none. */
  async take(changes: readonly FileChange[]): Promise<CheckedPlan> {
    let checked: CheckedPlan = { steps: [], problems: [] }
    await this.#planned.attempt(async () => {
      for (const change of changes) await this.#keepText(change)
      checked = await checkPlanned(this.#planned, changes, { mayTwin: true })
      return checked.problems.length === 0
    })
    return checked
  }

  /** A note that is moved as it is takes its text along: what was done to it before may be undone next. */
  async #keepText(change: FileChange): Promise<void> {
    if (change.kind !== 'move' || change.text !== null || !isNotePath(change.path)) return
    const state = await this.#planned.look(change.path)
    const file = await this.read(change.path).catch(() => null)
    if (state.kind !== 'file' || file?.isUtf8 !== true || file.hash !== state.hash) return
    this.#planned.set(change.path, { ...state, text: file.text })
  }
}
