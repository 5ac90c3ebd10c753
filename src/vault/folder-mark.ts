import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { folderIdentity } from '../files/folder-identity.ts'
import type { Log } from '../model/log.ts'
import { parseJson } from '../model/parse-json.ts'
import type { FolderGuard, KnownNotes } from './folder-guard.ts'
import { holdsAnyNote, isThere } from './judge-folder.ts'
import { isAnother, readSeenFolder } from './seen-folder.ts'

/** Some notes that a server saw in a vault's folder, for other servers: to those the vault's mount may be missing. */
export interface FolderMark {
  /** Where its notes are, from the vault's own folder. */
  readonly workspace: string
  readonly notes: readonly string[]
}

/** Where servers that share a vault keep its mark. */
export interface SharedFolder {
  /** As the last of them left it; null where none has looked. */
  readonly mark: FolderMark | null
  readonly keep: (mark: FolderMark) => Promise<void>
  /** Called where the vault's notes are not there: another server may have them. */
  readonly isAway: () => void
}

const shape = z.object({ workspace: z.string(), notes: z.array(z.string()) })

/** Null for what is no mark. */
export function readFolderMark(text: string | null): FolderMark | null {
  return text === null ? null : (shape.safeParse(parseJson(text)).data ?? null)
}

/**
 * Whether the folder at a path may be served as the vault that others have marked: it has one of those notes. The folder
 * that was accepted on this machine may have others instead.
 */
export async function mayServeFolder(
  dataFolder: string,
  path: string,
  mark: FolderMark | null,
): Promise<boolean> {
  const identity = folderIdentity(path)
  if (identity === null) return false
  const seen = readSeenFolder(dataFolder, path)
  if (seen !== null && (await isAnother(path, seen))) return false
  return mark === null || hasMarked(path, mark, seen?.identity === identity)
}

function hasMarked(path: string, { workspace, notes }: FolderMark, isAccepted: boolean): boolean {
  if (notes.length === 0) return true
  const root = realOf(join(path, workspace))
  return notes.some((note) => isThere(root, note)) || (isAccepted && holdsAnyNote(root))
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

// Each is looked up on the disk now and then.
const mostMarked = 10

interface MarkingOptions {
  readonly shared: SharedFolder
  readonly root: string
  readonly workspace: string
  readonly guard: Pick<FolderGuard, 'isSame'>
  readonly knownNotes: KnownNotes
  /** Whether flint itself has removed all of these notes. */
  readonly hasRemoved: (notes: readonly string[]) => Promise<boolean>
  readonly log: Log
}

/** Keeps the mark of a vault that is served here true. */
export class FolderMarking {
  readonly #options: MarkingOptions
  #notes: readonly string[]
  #last: Promise<void> = Promise.resolve()
  #isWaiting = false

  constructor(options: MarkingOptions) {
    this.#options = options
    this.#notes = options.shared.mark?.notes ?? []
  }

  /** The index may know other notes than before. */
  note(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#then(async () => {
      this.#isWaiting = false
      await this.#renew()
    })
  }

  /** The folder was accepted as it is: it may have none of the notes of before. */
  accept(): void {
    this.#then(() => this.#keep([]))
  }

  async close(): Promise<void> {
    await this.#last
  }

  #then(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      this.#options.log.debug('the mark of a vault’s folder could not be kept', { error })
    })
  }

  async #renew(): Promise<void> {
    const { root, guard, knownNotes, hasRemoved } = this.#options
    const known = await knownNotes(mostMarked)
    if (known === null || !guard.isSame) return
    const left = this.#notes.filter((path) => isThere(root, path)).length
    if (left * 2 >= this.#notes.length && this.#notes.length >= known.length) return
    // Notes that vanish all at once are lost rather than removed.
    if (known.length === 0 && !(await hasRemoved(this.#notes))) return
    await this.#keep(known)
  }

  async #keep(notes: readonly string[]): Promise<void> {
    const { shared, workspace } = this.#options
    await shared.keep({ workspace, notes })
    this.#notes = notes
  }
}
