import { setTimeout as pause } from 'node:timers/promises'
import { folderIdentity } from '../files/folder-identity.ts'
import type { VaultId } from '../model/ids.ts'
import { VaultError } from '../model/vault-error.ts'
import { holdsAnyNote, holdsVault, isThere } from './judge-folder.ts'

/** Some of the notes in the index; null where it does not know them all. */
export type KnownNotes = () => Promise<readonly string[] | null>

/**
 * `back`: it was unreachable at the last look. `another`: another folder with the vault's notes took its place, so the
 * vault must be reopened.
 */
export type FolderState = 'same' | 'back' | 'another'

interface GuardOptions {
  readonly id: VaultId
  readonly root: string
  /** The folder that was accepted; empty where none was. */
  readonly identity: string
  /** Called when another one is accepted. */
  readonly onAccept: () => void
  /** Whether flint itself has removed all of these notes: then they are not lost. */
  readonly hasRemoved: (notes: readonly string[]) => Promise<boolean>
}

// What another process removes leaves the index within this time.
const lookAgainForMs = 1_000
const lookAgainEveryMs = 100

/**
 * Checks that the folder at a vault's path is the accepted one. An unmounted drive leaves an empty folder, in which
 * nothing must be read or written.
 */
export class FolderGuard {
  readonly #id: VaultId
  readonly #root: string
  readonly #onAccept: () => void
  readonly #hasRemoved: GuardOptions['hasRemoved']
  #identity: string
  /** A note that was there at the last look: while it exists, not all are gone. */
  #witness: string | null = null
  #isAway = false

  constructor({ id, root, identity, onAccept, hasRemoved }: GuardOptions) {
    this.#id = id
    this.#root = root
    this.#identity = identity
    this.#onAccept = onAccept
    this.#hasRemoved = hasRemoved
  }

  get isSame(): boolean {
    return folderIdentity(this.#root) === this.#identity
  }

  /** VAULT_UNAVAILABLE where no folder or another one is at the path. Called before each file access. */
  expectSame(): void {
    const found = folderIdentity(this.#root)
    if (found === null) throw folderMissing(this.#id)
    if (found !== this.#identity) throw folderReplaced(this.#id)
  }

  /** What is at the path now. VAULT_UNAVAILABLE where the vault's notes are not. */
  async look(known: KnownNotes): Promise<FolderState> {
    const found = folderIdentity(this.#root)
    if (found === null) throw this.#away(folderMissing(this.#id))
    if (found !== this.#identity) {
      if (holdsVault(this.#root, await known())) return 'another'
      throw this.#away(folderReplaced(this.#id))
    }
    if (!this.#seesWitness() && (await this.#isEmptied(known))) throw this.#away(folderEmptied(this.#id))
    const wasAway = this.#isAway
    this.#isAway = false
    return wasAway ? 'back' : 'same'
  }

  /** Accepts the folder at the path, whatever is in it. */
  accept(): string {
    const found = folderIdentity(this.#root)
    if (found === null) throw folderMissing(this.#id)
    this.#identity = found
    this.#isAway = false
    this.#onAccept()
    return found
  }

  #away(error: VaultError): VaultError {
    this.#isAway = true
    this.#witness = null
    return error
  }

  #seesWitness(): boolean {
    return this.#witness !== null && isThere(this.#root, this.#witness)
  }

  /** Whether all notes are gone and there is no other: a second look has to agree. */
  async #isEmptied(known: KnownNotes): Promise<boolean> {
    for (let leftMs = this.#isAway ? 0 : lookAgainForMs; ; leftMs -= lookAgainEveryMs) {
      const notes = (await known()) ?? []
      this.#witness = notes.find((path) => isThere(this.#root, path)) ?? null
      if (this.#witness !== null || notes.length === 0 || holdsAnyNote(this.#root)) return false
      if (await this.#hasRemoved(notes)) return false
      if (leftMs <= 0) return true
      await pause(lookAgainEveryMs)
    }
  }
}

export function folderMissing(id: VaultId): VaultError {
  return new VaultError('VAULT_UNAVAILABLE', `The folder of vault "${id}" is not there.`, {
    vault_id: id,
    hint: ['Check that its drive is mounted.', { kind: 'find-folder' }],
  })
}

export function folderReplaced(id: VaultId): VaultError {
  return new VaultError(
    'VAULT_UNAVAILABLE',
    `The folder of vault "${id}" is another one than before, without its notes: its drive may not be mounted. Nothing was read or written.`,
    { vault_id: id, hint: whatHelps },
  )
}

function folderEmptied(id: VaultId): VaultError {
  return new VaultError(
    'VAULT_UNAVAILABLE',
    `The folder of vault "${id}" has lost all of its notes: its drive may not be mounted. Nothing was read or written.`,
    { vault_id: id, hint: whatHelps },
  )
}

const whatHelps = [
  'Mount the drive, or put the notes back: flint goes on by itself then.',
  { kind: 'accept-folder' },
] as const
