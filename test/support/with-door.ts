import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WriteDoor } from '../../src/changes/write-changes.ts'
import type { WriteLock } from '../../src/changes/write-lock.ts'
import type { VaultStores } from '../../src/vault/vault-stores.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { withFolder } from './with-folder.ts'
import { type StoresKind, withStores } from './with-stores.ts'

export interface GivenDoor {
  readonly door: WriteDoor
  /** A lock that nobody takes away. */
  readonly lock: WriteLock
  /** Absolute path of a file of the vault. */
  readonly at: (path: string) => string
  /** The lists of paths that the index was told of. */
  readonly told: readonly (readonly string[])[]
  readonly log: readonly string[]
}

/** A vault's files and its history, without an index. */
export async function withDoor(
  files: Readonly<Record<string, string>>,
  use: (given: GivenDoor) => Promise<void>,
  kind?: StoresKind,
): Promise<void> {
  await withStores(async (stores) => {
    await withFolder({ 'vault/': '', 'state/': '' }, async (top) => {
      await openDoor(files, use, { top, stores: await stores.open('main') })
    })
  }, kind)
}

async function openDoor(
  files: Readonly<Record<string, string>>,
  use: (given: GivenDoor) => Promise<void>,
  { top, stores }: { readonly top: string; readonly stores: VaultStores },
): Promise<void> {
  const at = (path: string) => join(top, 'vault', path)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), text)
  }
  const log: string[] = []
  const add = (message: string, facts?: object) => void log.push(`${message} ${JSON.stringify(facts ?? {})}`)
  const told: (readonly string[])[] = []
  const lock = { isMine: () => true }
  const history = stores.openHistory(
    join(top, 'state'),
    { debug: add, info: add, warn: add, error: add },
    false,
  )
  await history.open()
  const door: WriteDoor = {
    files: new VaultFiles(at('.')),
    history,
    locked: (work) => work(lock),
    index: (paths) => void told.push(paths),
    actor: null,
    now: () => new Date('2026-01-31T12:00:00Z'),
    log: { debug: add, info: add, warn: add, error: add },
  }
  try {
    await use({ door, lock, at, told, log })
  } finally {
    for (const stray of await door.files.displaced.takeStrays(true)) add('stray', stray)
    history.close()
  }
}
