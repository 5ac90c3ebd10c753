import { vaultScope } from '../changes/vault-scope.ts'
import type { WriteDoor } from '../changes/write-changes.ts'
import { VaultFiles } from '../files/vault-files.ts'
import type { AskIndex, IndexReader } from '../index-db/index-reader.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import type { NarrowReaders } from './narrow-readers.ts'
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
  const { foresee, within } = options
  const isReal = foresee === undefined
  const scope = within === undefined ? null : vaultScope(within)
  const narrowed = (index: IndexReader) => (scope === null ? index : readers.narrow(index, scope))
  const ask: AskIndex = (run) => insides.ask((open) => run(narrowed(open)))
  const checkRead = (path: string) => {
    checkOwn(path)
    scope?.checkRead(path)
  }
  const files = scope === null ? whole.files : new VaultFiles(whole.root, checkRead)
  const settled = (ms?: number) => whole.settled(ms)
  const finder = scope === null ? whole.finder : new NoteFinder(files, ask, settled)
  const door: WriteDoor = {
    ...insides.door,
    files,
    ...(scope !== null && { scope, allFiles: whole.files }),
    ...(foresee !== undefined && { foresee, locked: (work) => work({ isMine: () => true }) }),
  }
  const { config, settings } = whole
  return {
    id: whole.id,
    name: whole.name,
    description: whole.description,
    root: whole.root,
    config,
    settings,
    settingsProblems: whole.settingsProblems,
    settingsNotices: whole.settingsNotices,
    asksInWords: whole.asksInWords,
    nestedVaults: whole.nestedVaults,
    embedding: whole.embedding,
    within: within ?? null,
    files,
    finder,
    ...openParts(door, { finder, config, settings, ask, settled }),
    vectors: scope === null ? whole.vectors : (whole.vectors?.within(scope.roots) ?? null),
    get hasIndex() {
      return whole.hasIndex
    },
    get indexFile() {
      return whole.indexFile
    },
    get watching() {
      return whole.watching
    },
    get freshness() {
      return whole.freshness
    },
    get isBroken() {
      return whole.isBroken
    },
    query: (run) => whole.query((open) => run(narrowed(open))),
    queryWhole: (run) => whole.query(run),
    // A person's SELECT may name any table in any way.
    runSql: async (request, limits) => {
      if (scope !== null) throw new OutsideScope(scope.folders)
      return await whole.runSql(request, limits)
    },
    settled,
    refresh: async (folder) => {
      scope?.checkFolder(folder)
      const folders = scope === null || scope.includes(folder) ? [folder] : scope.roots
      for (const one of folders) await whole.refresh(one)
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
    backUp: async (path, text) => {
      if (isReal) await whole.backUp(path, text)
    },
    rebuildIndex: async (what, how) => (isReal ? await whole.rebuildIndex(what, how) : { read: 0 }),
    forgetVectors: async () => {
      if (isReal) await whole.forgetVectors()
    },
    watchesRaw: whole.watchesRaw,
    watchRaw: (ingest) => {
      if (isReal && scope === null) whole.watchRaw(ingest)
    },
    takeNotices: () => (isReal && scope === null ? whole.takeNotices() : []),
    failedIngests: async () =>
      (await whole.failedIngests()).filter(({ path }) => scope === null || scope.includes(path)),
    view: (more) => whole.view({ ...options, ...more }),
    close: () => whole.close(),
  }
}
