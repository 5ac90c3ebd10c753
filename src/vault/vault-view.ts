import { vaultScope, type VaultScope } from '../changes/vault-scope.ts'
import type { WriteDoor } from '../changes/write-changes.ts'
import { VaultFiles } from '../files/vault-files.ts'
import type { IndexReader } from '../index-db/index-reader.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import { rankingsWithin } from '../search/kept-rankings.ts'
import { onceSettled, withoutCounts } from './index-freshness.ts'
import type { RawDocuments, VaultContext, ViewOptions } from './vault-context.ts'
import { askOf, type VaultIndex } from './vault-index.ts'
import { openParts } from './vault-parts.ts'

/** What a view is made from, kept inside the vault. */
interface Insides {
  readonly door: WriteDoor
  /** A connection that shows only these folders of what an open one shows. */
  readonly narrow: (reader: IndexReader, scope: VaultScope) => IndexReader
  /** Throws OUTSIDE_VAULT for a path in another vault's folder. */
  readonly checkOwn: (path: string) => void
}

/** Makes a view as `VaultContext.view` describes: it reads and writes through its own files, index and door. */
export function viewVault(whole: VaultContext, insides: Insides, options: ViewOptions): VaultContext {
  const { within } = options
  const scope = within === undefined ? null : vaultScope(within)
  const narrowed = (reader: IndexReader) => (scope === null ? reader : insides.narrow(reader, scope))
  const index = viewIndex(whole.index, scope, narrowed, options)
  return {
    ...whole,
    ...openParts({
      door: viewDoor(whole, insides, scope, options),
      vault: { ...whole, scope },
      index,
      find: (run) => askOf(whole.index)((reader) => run(narrowed(reader))),
      textWork: whole.textWork,
    }),
    ...(scope !== null && narrowRest(whole, scope)),
    ...(options.foresee !== undefined && { backUp: async () => null, takeNotices: () => [] }),
    scope,
    index,
    raw: viewRaw(whole.raw, scope, options.foresee === undefined),
    view: (more) => whole.view({ ...options, ...more }),
  }
}

function viewDoor(
  { root, files: allFiles }: VaultContext,
  { door, checkOwn }: Insides,
  scope: VaultScope | null,
  { foresee, actor, signal = null }: ViewOptions,
): WriteDoor {
  const checkRead = (path: string) => {
    // First: whose a place outside is, is not to be learnt either.
    scope?.checkRead(path)
    checkOwn(path)
  }
  return {
    ...door,
    ...(actor !== undefined && { actor }),
    ...(signal !== null && { signal, locked: (work) => door.locked(work, signal) }),
    ...(scope !== null && { files: new VaultFiles(root, checkRead), scope, allFiles }),
    ...(foresee !== undefined && { foresee, locked: (work) => work({ isMine: () => true }) }),
  }
}

function viewIndex(
  whole: VaultIndex,
  scope: VaultScope | null,
  narrowed: (reader: IndexReader) => IndexReader,
  { foresee, asSettled = false, onAsked = () => undefined }: ViewOptions,
): VaultIndex {
  // Its answer is as fresh as the index is once the question has had its turn.
  const asking =
    <Result>(run: (reader: IndexReader) => Result) =>
    (reader: IndexReader) => {
      onAsked()
      return run(reader)
    }
  const foldersOf = (folder: string) => {
    scope?.checkFolder(folder)
    return scope === null || scope.includes(folder) ? [folder] : scope.roots
  }
  return {
    get isThere() {
      // That there is none is an answer, too.
      if (!whole.isThere) onAsked()
      return whole.isThere
    },
    get freshness() {
      const now = asSettled ? onceSettled(whole.freshness) : whole.freshness
      return scope === null ? now : withoutCounts(now, scope.includes)
    },
    query: async (run) => {
      onAsked()
      return await whole.query(asking((reader) => run(narrowed(reader))))
    },
    queryWhole: async (run) => {
      onAsked()
      return await whole.query(asking(run))
    },
    queryAsIs: async (run) => {
      onAsked()
      return await whole.queryAsIs((reader) => run(narrowed(reader)))
    },
    // A person's SELECT may name any table in any way.
    runSql: async (request, limits) => {
      if (scope !== null) throw new OutsideScope(scope)
      onAsked()
      return await whole.runSql(request, limits)
    },
    settled: async (withinMs) => {
      if (!asSettled) await whole.settled(withinMs)
    },
    refresh: async (folder) => {
      if (asSettled) return
      for (const one of foldersOf(folder)) await whole.refresh(one)
    },
    refreshSoon: async (folder, withinMs) => {
      if (asSettled) return
      await Promise.all(foldersOf(folder).map((one) => whole.refreshSoon(one, withinMs)))
    },
    onChanged: (listener) =>
      whole.onChanged((paths) => {
        const seen = scope === null ? paths : paths.filter(scope.includes)
        if (seen.length > 0 || paths.length === 0) listener(seen)
      }),
    rebuild: async (what, how) => {
      if (scope !== null) throw new OutsideScope(scope)
      return foresee === undefined ? await whole.rebuild(what, how) : { read: 0, removed: 0 }
    },
  }
}

function viewRaw(raw: RawDocuments, scope: VaultScope | null, isReal: boolean): RawDocuments {
  return {
    watch: (ingest) => {
      if (isReal && scope === null) raw.watch(ingest)
    },
    failed: async () => (await raw.failed()).filter(({ path }) => scope === null || scope.includes(path)),
  }
}

function narrowRest(whole: VaultContext, { roots, includes }: VaultScope) {
  const { vectors, embedding, rankings } = whole
  return {
    vectors: vectors?.within(roots) ?? null,
    rankings: {
      hits: rankingsWithin(rankings.hits, roots),
      related: rankingsWithin(rankings.related, roots),
    },
    // How many passages wait is counted over the whole vault.
    embedding: embedding && {
      inform: async () => ({ ...(await embedding.inform()), pending: null, own: 'not needed' as const }),
      get progress() {
        return { ...embedding.progress, pending: null }
      },
    },
    takeNotices: () => whole.takeNotices(includes),
  }
}
