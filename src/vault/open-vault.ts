import { join } from 'node:path'
import type { WriteDoor } from '../changes/write-changes.ts'
import { otherVaults } from '../files/other-vaults.ts'
import { VaultFiles } from '../files/vault-files.ts'
import type { Awaitable } from '../model/awaitable.ts'
import { messageOf } from '../model/error-code.ts'
import type { Log } from '../model/log.ts'
import { isInside } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { hitsOfRanking } from '../search/hybrid-ranking.ts'
import { KeptRankings } from '../search/kept-rankings.ts'
import { TextWork } from '../text-work/text-work.ts'
import { ChangeCommits } from './change-commits.ts'
import { FolderMarking } from './folder-mark.ts'
import { pickNotesOf } from './known-notes.ts'
import { LiveIndex } from './live-index.ts'
import { openMeaning } from './open-meaning.ts'
import { RawFolder } from './raw-folder.ts'
import { rawFolder } from './raw-path.ts'
import { hasRemoved, startVault, type StartedVault, type VaultOptions } from './start-vault.ts'
import { StrayTexts } from './stray-texts.ts'
import { VaultCondition } from './vault-condition.ts'
import type { RawDocuments, VaultContext } from './vault-context.ts'
import { askOf, withoutIndex } from './vault-index.ts'
import { openParts } from './vault-parts.ts'
import { viewVault } from './vault-view.ts'
import { writeBackup } from './write-backup.ts'
import { WriteTurns } from './write-turns.ts'

const firstScanMs = 60_000

/** Opens a vault whose folder exists; VAULT_UNAVAILABLE otherwise. Indexing continues in the background. */
export async function openVault(options: VaultOptions): Promise<VaultContext> {
  return await openStarted(options, await startVault(options))
}

/** Opens the rest of a vault that was started before this module was loaded: its folder is looked through meanwhile. */
export async function openStarted(options: VaultOptions, started: StartedVault): Promise<VaultContext> {
  const { vault, turns, commits } = joinParts(options, started)
  try {
    await started.keeper?.started
    const { max_age_days: maxAgeDays, max_size_mb: maxSizeMb } = vault.config.history
    const { history, standIn } = started
    if (standIn === null) await turns.open(() => history.prune({ maxAgeDays, maxSizeMb }, options.now()))
    started.remember()
    await commits.open()
    return vault
  } catch (error) {
    await vault.close()
    throw error
  }
}

function joinParts(
  options: VaultOptions,
  started: StartedVault,
): { readonly vault: VaultContext; readonly turns: WriteTurns; readonly commits: ChangeCommits } {
  const { log, now } = options
  const { facts, guard, history, coordination, keeper, folders } = started
  const { root, config } = facts
  const checkOwn = ownChecker(started)
  const raw = new RawFolder({
    root,
    stateFile: join(folders.state, 'raw.json'),
    leads: () => keeper?.holdsLease === true && guard.isSame,
    log,
  })
  const isIndexed = () => index.freshness.state === 'ready'
  const meaning = openMeaning(options, started, { isIndexed, isServed: true })
  const live =
    keeper === null
      ? null
      : new LiveIndex({
          file: facts.indexFile,
          keeper,
          coordination,
          takeSqlRunner: options.takeSqlRunner,
          acceptFolder: () => {
            const identity = guard.accept()
            marking?.accept()
            return identity
          },
          onAsked: () => meaning.embedding?.noteCall(),
          onChanged: () => {
            meaning.embedding?.noteChange()
            marking?.note()
          },
          onSeen: (paths) => {
            if (paths === null || paths.some((path) => isInside(path, rawFolder))) raw.look()
          },
          log,
        })
  const index = live ?? withoutIndex(started.standIn?.fault ?? null)
  const { folder: shared } = started.stores
  const marking =
    shared === null || live === null
      ? null
      : new FolderMarking({
          shared,
          root,
          workspace: config.workspace_root,
          guard,
          knownNotes: (most) => live.knownNotes(most),
          hasRemoved: (notes) => hasRemoved(history, notes),
          log,
        })
  void keeper?.settled(firstScanMs).then(() => marking?.note())
  const condition = new VaultCondition({
    ...started,
    // Who opens the vault without its index still notices that all notes are gone.
    knownNotes: async (most) => {
      if (live !== null) return await live.knownNotes(most)
      return config.search.index_enabled ? pickNotesOf(facts.indexFile, most) : null
    },
    // Resumes what waited for the settings.
    onReadable: () => {
      raw.look()
    },
  })
  const writing = {
    files: new VaultFiles(root, checkOwn),
    history,
    index: async (paths: readonly string[]) => {
      await live?.written.follow(paths)
    },
    log,
  }
  const turns = new WriteTurns({ ...writing, coordination, right: started.stores.right })
  const commits = new ChangeCommits({
    root,
    isOn: config.history.git === 'on' && started.standIn === null,
    folder: folders.state,
    history,
    files: writing.files,
    coordination,
    catchesUp: options.catchesUp ?? true,
    log,
  })
  const door: WriteDoor = {
    ...writing,
    now,
    actor: 'flint',
    locked: async (work, signal) => {
      try {
        return await turns.locked(async (lock) => await work(lock).finally(() => strays.follow(lock)), signal)
      } finally {
        commits.note()
      }
    },
  }
  const strays = new StrayTexts(door)
  const textWork = new TextWork()
  const find = askOf(index)
  let isClosed = false
  const vault: VaultContext = {
    ...facts,
    ...openParts({ door, vault: { ...facts, scope: null }, index, find, textWork }),
    ...meaning,
    rankings: {
      hits: new KeptRankings(hitsOfRanking),
      related: new KeptRankings(({ notes }) => notes.length),
    },
    scope: null,
    textWork,
    index,
    condition,
    raw: rawDocuments(raw, condition, started),
    commits,
    async backUp(path, content) {
      return config.deletion.create_backups ? await writeBackup(folders.backups, path, content, now()) : null
    },
    takeNotices(mayTell) {
      const kept = strays.takeNotices(mayTell ?? (() => true))
      return mayTell === undefined ? [...kept, ...raw.takeNotices()] : kept
    },
    view: (limits) =>
      viewVault(
        vault,
        { door, checkOwn, narrow: (reader, scope) => live?.narrow(reader, scope) ?? reader },
        limits,
      ),
    async close() {
      if (isClosed) return
      isClosed = true
      await closeEach(log, [
        () => strays.close(),
        () => live?.stop(),
        () => {
          turns.stop()
        },
        () => raw.close(),
        () => marking?.close(),
        () => meaning.embedding?.close(),
        () => meaning.vectors?.reader.close(),
        () => keeper?.stopWatching(),
        () => turns.finished(),
        () => commits.close(),
        () => textWork.close(),
        () => live?.close(),
        () => {
          coordination.close()
        },
        () => {
          history.close()
        },
      ])
    },
  }
  return { vault, turns, commits }
}

/** One part after the other, each of them: what one that fails left open would hold locks and threads. */
async function closeEach(log: Log, parts: readonly (() => Awaitable<void>)[]): Promise<void> {
  for (const close of parts) {
    try {
      await close()
    } catch (error) {
      log.warn('a part of a vault did not close', { cause: messageOf(error) })
    }
  }
}

/** Throws OUTSIDE_VAULT for a path in another vault's folder, VAULT_UNAVAILABLE while the vault's own is away. */
function ownChecker({ facts, guard }: StartedVault): (path: string) => void {
  const isElsewhere = otherVaults(facts.root, facts.nestedVaults)
  return (path) => {
    guard.expectSame()
    if (!isElsewhere(path)) return
    throw new VaultError(
      'OUTSIDE_VAULT',
      `${path} belongs to another vault, whose folder lies in this one.`,
      {
        path,
        hint: { kind: 'name-other-vault' },
      },
    )
  }
}

function rawDocuments(
  raw: RawFolder,
  condition: VaultCondition,
  { facts: { watchesRaw, config }, keeper, standIn }: StartedVault,
): RawDocuments {
  return {
    watch(ingest) {
      if (!watchesRaw || keeper === null || standIn !== null || config.permissions.write !== 'allow') return
      raw.watch(async (path, signal) => {
        if ((await condition.hasNewSettings()) || condition.readOnly !== null) throw changedSettings()
        return await ingest(path, signal)
      })
      void keeper.settled(firstScanMs).then(() => {
        raw.look()
      })
    },
    failed: () => raw.failed(),
  }
}

/** For background work: it waits until the vault is reopened with its present settings. */
function changedSettings(): VaultError {
  return new VaultError('VAULT_UNAVAILABLE', 'The settings of the vault have changed or cannot be read.')
}
