import { vaultScope } from '../changes/vault-scope.ts'
import type { WriteDoor } from '../changes/write-changes.ts'
import { VaultFiles } from '../files/vault-files.ts'
import type { AskIndex, IndexReader } from '../index-db/index-reader.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import type { NarrowReaders } from './narrow-readers.ts'
import { withoutCounts } from './index-freshness.ts'
import { NoteFinder } from './note-finder.ts'
import type { VaultContext, ViewOptions } from './vault-context.ts'
import { openParts } from './vault-parts.ts'

/** What a view is made from and the vault shows nobody else. */
interface Insides {
  readonly door: WriteDoor
  readonly readers: NarrowReaders
  readonly ask: AskIndex
  /** OUTSIDE_VAULT for what lies in another vault's folder. */
  readonly checkOwn: (path: string) => void
}

/** The vault as `VaultContext.view` says. */
export function viewVault(whole: VaultContext, insides: Insides, options: ViewOptions): VaultContext {
  const { readers, checkOwn } = insides
  const { foresee, within, onAsked = () => undefined } = options
  const isReal = foresee === undefined
  const scope = within === undefined ? null : vaultScope(within)
  const narrowed = (index: IndexReader) => (scope === null ? index : readers.narrow(index, scope))
  const find: AskIndex = (run) => insides.ask((open) => run(narrowed(open)))
  // What it answers is as fresh as it is once the question has had its turn.
  const asking =
    <Result>(run: (index: IndexReader) => Result) =>
    (index: IndexReader) => {
      onAsked()
      return run(index)
    }
  const ask: AskIndex = (run) => {
    onAsked()
    return find(asking(run))
  }
  const checkRead = (path: string) => {
    checkOwn(path)
    scope?.checkRead(path)
  }
  const files = scope === null ? whole.files : new VaultFiles(whole.root, checkRead)
  const freshness = () => (scope === null ? whole.freshness : withoutCounts(whole.freshness, scope.includes))
  const settled = (ms?: number) => whole.settled(ms)
  const { root, nestedVaults, config, settings } = whole
  const { watchesRaw } = whole
  const text = { root, config, settings, nestedVaults, within: within ?? null, files, watchesRaw }
  const finder = new NoteFinder({
    files,
    // It looks into the folder as well, and says itself what it does not know.
    ask: find,
    settled,
    freshness,
    findOnDisk: async (name) => await (await import('./find-on-disk.ts')).findOnDisk(text, name),
  })
  const door: WriteDoor = {
    ...insides.door,
    files,
    ...(scope !== null && { scope, allFiles: whole.files }),
    ...(foresee !== undefined && { foresee, locked: (work) => work({ isMine: () => true }) }),
  }
  return {
    id: whole.id,
    name: whole.name,
    description: whole.description,
    root,
    config,
    settings,
    settingsProblems: whole.settingsProblems,
    settingsNotices: whole.settingsNotices,
    settingsIgnored: whole.settingsIgnored,
    get settingsFault() {
      return whole.settingsFault
    },
    hasNewSettings: () => whole.hasNewSettings(),
    get isInItsFolder() {
      return whole.isInItsFolder
    },
    hasNewFolder: () => whole.hasNewFolder(),
    said: whole.said,
    permissionSources: whole.permissionSources,
    nestedVaults,
    embedding: scope === null ? whole.embedding : withoutPending(whole.embedding),
    within: within ?? null,
    files,
    finder,
    ...openParts(door, { finder, config, settings, ask, settled, textWork: whole.textWork }),
    textWork: whole.textWork,
    vectors: scope === null ? whole.vectors : (whole.vectors?.within(scope.roots) ?? null),
    get hasIndex() {
      // Where there is none, that is an answer.
      if (!whole.hasIndex) onAsked()
      return whole.hasIndex
    },
    get indexFile() {
      return whole.indexFile
    },
    get watching() {
      return whole.watching
    },
    get freshness() {
      return freshness()
    },
    get isBroken() {
      return whole.isBroken
    },
    query: (run) => {
      onAsked()
      return whole.query(asking((open) => run(narrowed(open))))
    },
    queryWhole: (run) => {
      onAsked()
      return whole.query(asking(run))
    },
    // A person's SELECT may name any table in any way.
    runSql: async (request, limits) => {
      if (scope !== null) throw new OutsideScope(scope.folders)
      onAsked()
      return await whole.runSql(request, limits)
    },
    settled,
    refresh: async (folder) => {
      scope?.checkFolder(folder)
      const folders = scope === null || scope.includes(folder) ? [folder] : scope.roots
      for (const one of folders) await whole.refresh(one)
    },
    refreshSoon: async (folder, withinMs) => {
      scope?.checkFolder(folder)
      const folders = scope === null || scope.includes(folder) ? [folder] : scope.roots
      await Promise.all(folders.map((one) => whole.refreshSoon(one, withinMs)))
    },
    checkFolder: (folder) => scope?.checkFolder(folder),
    checkPaths: (paths) => {
      for (const path of paths) scope?.checkRead(path)
    },
    onChanged: (listener) =>
      whole.onChanged((paths) => {
        const seen = scope === null ? paths : paths.filter(scope.includes)
        if (seen.length > 0 || paths.length === 0) listener(seen)
      }),
    backUp: async (path, content) => {
      if (isReal) await whole.backUp(path, content)
    },
    rebuildIndex: async (what, how) => {
      if (scope !== null) throw new OutsideScope(scope.folders)
      return isReal ? await whole.rebuildIndex(what, how) : { read: 0, removed: 0 }
    },
    watchesRaw,
    watchRaw: (ingest) => {
      if (isReal && scope === null) whole.watchRaw(ingest)
    },
    takeNotices: () => (isReal ? whole.takeNotices(scope?.includes) : []),
    failedIngests: async () =>
      (await whole.failedIngests()).filter(({ path }) => scope === null || scope.includes(path)),
    view: (more) => whole.view({ ...options, ...more }),
    close: () => whole.close(),
  }
}

/** How many passages wait is counted over the whole vault. */
function withoutPending(embedding: VaultContext['embedding']): VaultContext['embedding'] {
  return embedding === null
    ? null
    : { inform: async () => ({ ...(await embedding.inform()), pending: null }) }
}
