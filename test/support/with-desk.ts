import { setImmediate as nextTurn } from 'node:timers/promises'
import { join } from 'node:path'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { FolderNow } from '../../src/sync/folder-now.ts'
import { LongNote } from '../../src/sync/long-note.ts'
import { MissingNotes } from '../../src/sync/missing-notes.ts'
import { rebuildIndex } from '../../src/sync/rebuild-index.ts'
import { scanFolder, type ScanHow } from '../../src/sync/scan-folder.ts'
import type { SyncDesk } from '../../src/sync/sync-desk.ts'
import type { RebuildScope, SyncOptions, SyncResult } from '../../src/sync/sync-messages.ts'
import { syncPaths } from '../../src/sync/sync-paths.ts'
import { TouchedPaths } from '../../src/sync/touched-paths.ts'
import { WrittenIndex } from '../../src/sync/written-index.ts'
import { cutAll } from './cut-all.ts'
import { dumpIndex } from './dump-index.ts'
import { withFolder } from './with-folder.ts'

/** The work of the indexing thread, done in this one. */
export interface Desk {
  readonly root: string
  readonly desk: SyncDesk
  readonly at: (path: string) => string
  readonly paths: (paths: readonly string[], isTrusted?: boolean) => Promise<SyncResult>
  readonly scan: (folder?: string, how?: ScanHow) => Promise<SyncResult>
  readonly rebuild: (
    scope: RebuildScope,
    doors?: Partial<Parameters<typeof rebuildIndex>[2]> & { readonly identity?: string },
  ) => Promise<SyncResult>
  /** Everything that it has told: states of the work, changed notes. */
  readonly told: readonly string[]
  /** What it has put off until an editor has written. */
  readonly later: readonly string[]
  readonly dump: () => readonly string[]
  /** What an index says that is built now. */
  readonly fromNothing: () => Promise<readonly string[]>
  /** What a query of one column finds in the index. */
  readonly rows: (sql: string) => readonly string[]
  /** Opens the index once more, as the next process does. */
  readonly again: (how: DeskHow, use: (desk: Desk) => Promise<void>) => Promise<void>
}

export interface DeskHow extends Partial<SyncOptions> {
  /** Happens whenever other work gets its turn. */
  readonly onPause?: (desk: Desk) => Promise<unknown>
  readonly onTold?: (what: string) => void
  readonly isClosing?: () => boolean
}

export async function withDesk(
  files: Readonly<Record<string, string>>,
  use: (desk: Desk) => Promise<void>,
  how: DeskHow = {},
): Promise<void> {
  await withFolder(
    Object.fromEntries(Object.entries(files).map(([at, text]) => [`vault/${at}`, text])),
    (folder) => withOpenDesk(folder, 'index.sqlite', how, use),
  )
}

async function withOpenDesk(
  folder: string,
  name: string,
  { onPause, onTold, isClosing = () => false, ...more }: DeskHow,
  use: (desk: Desk) => Promise<void>,
): Promise<void> {
  const root = join(folder, 'vault')
  const options: SyncOptions = {
    ...{ root, identity: folderIdentity(root) ?? '', indexFile: join(folder, name) },
    ...{ ignore: [], excluded: [], nestedVaults: [], ...more },
  }
  const told: string[] = []
  const tell = (what: string) => {
    told.push(what)
    onTold?.(what)
  }
  const later: string[] = []
  const waiting: string[] = []
  const longNote = new LongNote((isUnderWay) => {
    tell(`long ${isUnderWay}`)
  })
  const pause = async () => {
    await nextTurn()
    await onPause?.(given)
  }
  const report: SyncDesk['report'] = (state, done = 0, total = 0) => {
    tell(`${state} ${done}/${total}`)
  }
  const scanSoon = (path: string) => {
    waiting.push(path)
  }
  const index = new WrittenIndex(options, {
    longNote,
    pause,
    onOpen: (putAside, isFilled) => {
      tell(`open ${putAside} ${isFilled}`)
    },
    onChanged: (paths) => {
      tell(`changed ${[...paths].sort().join(' ')}`)
    },
    onReplaced: () => {
      scanSoon('')
    },
    lookLater: (path) => {
      later.push(path)
    },
  })
  const now = new FolderNow(options)
  const desk: SyncDesk = {
    ...{ options, folder: now, index, longNote, touched: new TouchedPaths() },
    ...{
      missing: new MissingNotes({ folder: now, index: index.file, report, scanSoon, secondLookAfterMs: 10 }),
    },
    ...{ isClosing, pause, scanSoon, report, takeSeen: () => null },
  }
  const finish = async (result: SyncResult): Promise<SyncResult> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await scanFolder(desk, next)
    return result
  }
  const given: Desk = {
    ...{ root, desk, told, later },
    at: (path) => join(root, path),
    paths: async (paths, isTrusted = true) => await finish(await syncPaths(desk, paths, isTrusted)),
    scan: async (path = '', scanHow) => await finish(await scanFolder(desk, path, scanHow)),
    rebuild: async (scope, doors = {}) =>
      await finish(
        await rebuildIndex(
          desk,
          { kind: 'rebuild', id: 1, scope, identity: doors.identity ?? null },
          { isCancelled: doors.isCancelled ?? (() => false), onAgain: doors.onAgain ?? (() => undefined) },
        ),
      ),
    dump: () => {
      cutAll(options.indexFile)
      return dumpIndex(options.indexFile)
    },
    fromNothing: async () => {
      let expected: readonly string[] = []
      await withOpenDesk(folder, `fresh-${fresh++}.sqlite`, more, async ({ scan, dump }) => {
        await scan()
        expected = dump()
      })
      return expected
    },
    rows: (sql) => index.db.prepare<[], string>(sql).pluck().all(),
    again: (next, then) => withOpenDesk(folder, name, next, then),
  }
  try {
    await use(given)
  } finally {
    index.file.close()
  }
}

let fresh = 0
