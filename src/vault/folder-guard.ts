import { setTimeout as pause } from 'node:timers/promises'
import { folderIdentity } from '../files/folder-identity.ts'
import { onceATurn } from '../files/once-a-turn.ts'
import type { VaultId } from '../model/ids.ts'
import { VaultError } from '../model/vault-error.ts'
import { holdsAnyNote, holdsVault, isThere } from './judge-folder.ts'

/** Some of the notes in the index, at most so many, or as many as tell how the others fare; null where it does not know them all. */
export type KnownNotes = (most?: number) => Promise<readonly string[] | null>

/** `back`: it was unreachable at the last look. `another`: another folder with the vault's notes took its place. */
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
  /** Called where a look finds that the vault's notes are not there. */
  readonly onAway?: () => void
}

// What another process removes leaves the index within this time.
const lookAgainForMs = 1_000
const lookAgainEveryMs = 100
// To see that not all are gone one is enough, and each is read from the disk.
const fewNotes = 10

/**
 * Checks that the folder at a vault's path is the accepted one. An unmounted drive leaves an empty folder, in which
 * nothing must be read or written.
 */
export class FolderGuard {
  readonly #options: GuardOptions
  #identity: string
  /** A note that was there at the last look: while it exists, not all are gone. */
  #witness: string | null = null
  #isAway = false
  readonly #seen = onceATurn(folderIdentity)

  constructor(options: GuardOptions) {
    this.#options = options
    this.#identity = options.identity
  }

  get isSame(): boolean {
    return folderIdentity(this.#options.root) === this.#identity
  }

  /** VAULT_UNAVAILABLE where no folder or another one is at the path. Called before each file access. */
  expectSame(): void {
    if (this.#found(this.#seen) !== this.#identity) throw folderReplaced(this.#options.id)
  }

  /** What is at the path now. VAULT_UNAVAILABLE where the vault's notes are not. */
  async look(known: KnownNotes): Promise<FolderState> {
    const { id, root } = this.#options
    const found = folderIdentity(root)
    if (found === null) throw this.#away(folderMissing(id))
    if (found !== this.#identity) {
      if (holdsVault(root, await known())) return 'another'
      throw this.#away(folderReplaced(id))
    }
    const seesWitness = this.#witness !== null && isThere(root, this.#witness)
    if (!seesWitness && (await this.#isEmptied(known))) throw this.#away(folderEmptied(id))
    const wasAway = this.#isAway
    this.#isAway = false
    return wasAway ? 'back' : 'same'
  }

  /** Accepts the folder at the path, whatever is in it. */
  accept(): string {
    this.#identity = this.#found()
    this.#isAway = false
    this.#options.onAccept()
    return this.#identity
  }

  #found(look = folderIdentity): string {
    const { id, root } = this.#options
    const found = look(root)
    if (found === null) throw folderMissing(id)
    return found
  }

  #away(error: VaultError): VaultError {
    this.#isAway = true
    this.#witness = null
    this.#options.onAway?.()
    return error
  }

  /** Whether all notes are gone and there is no other: a second look has to agree. */
  async #isEmptied(known: KnownNotes): Promise<boolean> {
    const { root, hasRemoved } = this.#options
    for (let leftMs = this.#isAway ? 0 : lookAgainForMs; ; leftMs -= lookAgainEveryMs) {
      const notes = (await this.#missing(known, fewNotes)) && (await this.#missing(known))
      if (notes === null || holdsAnyNote(root) || (await hasRemoved(notes))) return false
      if (leftMs <= 0) return true
      await pause(lookAgainEveryMs)
    }
  }

  /** Notes that are known to the index, none of which is there; null where one is, or none is known. */
  async #missing(known: KnownNotes, most?: number): Promise<readonly string[] | null> {
    const notes = (await known(most)) ?? []
    this.#witness = notes.find((path) => isThere(this.#options.root, path)) ?? null
    return this.#witness !== null || notes.length === 0 ? null : notes
  }
}

export function folderMissing(id: VaultId): VaultError {
  return new VaultError('VAULT_UNAVAILABLE', `The folder of vault "${id}" is not there.`, {
    vault_id: id,
    hint: ['Check that its drive is mounted.', { kind: 'find-folder' }],
  })
}

export function folderReplaced(id: VaultId): VaultError {
  return withoutNotes(id, 'is another one than before, without its notes')
}

function folderEmptied(id: VaultId): VaultError {
  return withoutNotes(id, 'has lost all of its notes')
}

function withoutNotes(id: VaultId, what: string): VaultError {
  return new VaultError(
    'VAULT_UNAVAILABLE',
    `The folder of vault "${id}" ${what}: its drive may not be mounted. Nothing was read or written.`,
    {
      vault_id: id,
      hint: [
        'Mount the drive, or put the notes back: flint goes on by itself then.',
        { kind: 'accept-folder' },
      ],
    },
  )
}
