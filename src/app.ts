import type { ActiveVault } from './access/token-vaults.ts'
import type { TokenStore } from './access/token-store.ts'
import type { Cluster, SharedStores } from './cluster/open-cluster.ts'
import type { QuestionBook } from './access/question-book.ts'
import { EmbedderPool } from './embed/embedder-pool.ts'
import type { ModelShelf } from './embed/model-shelf.ts'
import type { OpenedEmbedder } from './embed/open-embedder.ts'
import { readGitLabProject } from './gitlab/gitlab-project.ts'
import { isVaultId } from './model/ids.ts'
import type { KnownVault } from './model/known-vault.ts'
import type { Log } from './model/log.ts'
import { once, oncePer } from './model/once.ts'
import type { RegistryConfig } from './registry/registry-schema.ts'
import type { VaultConfig } from './model/vault-config.ts'
import { configFolder, dataFolder, type Environment, modelsFolder } from './registry/config-folder.ts'
import { modelChoice } from './registry/model-choice.ts'
import { glanceAtVault, type VaultGlance } from './registry/glance-at-vault.ts'
import { createHub, type VaultHub } from './registry/vault-hub.ts'
import type { VaultOptions } from './vault/start-vault.ts'
import type { VaultPeek } from './vault/peek-vault.ts'
import type { SqlRunner } from './search/sql/sql-runner.ts'
import type { CallContext } from './call/tool-context.ts'
import type { Tool } from './call/tool.ts'
import type { IndexThread } from './sync/sync-worker.ts'

export interface AppOptions {
  readonly env: Environment
  readonly cwd: string
  /** `--vault`: an id or a folder; null leaves the choice to the working directory and the registry. */
  readonly vault: string | null
  readonly log: Log
  readonly now: () => Date
  /** Whether what arrives in `raw/` is ingested: by a server that may write. */
  readonly ingestsRaw?: () => boolean
  /** Whether vaults are opened with their indexes; they are where this is left out. */
  readonly needsIndex?: () => boolean
  /** Whether this process answers once and ends; false where it is left out. */
  readonly isBrief?: boolean
  /** Whether changes that others have left uncommitted are committed from the start; true where it is left out. */
  readonly catchesUp?: boolean
  /** A thread for the next index, where one was started ahead. */
  readonly takeThread?: (() => IndexThread | Promise<IndexThread>) | undefined
  /** What runs people's SQL, where it was started ahead; null where that is taken already. */
  readonly takeSqlRunner?: (() => SqlRunner | null) | undefined
  /** What is shared with other servers; absent where there are none. */
  readonly shared?: SharedStores | Cluster | undefined
}

/** The real things, joined: what a front end needs to answer calls. */
export interface App {
  readonly hub: VaultHub
  /** The tokens that servers share; null where they are in a file of this user's. */
  readonly sharedTokens: TokenStore | null
  /** This server among others; null where there are none. */
  readonly cluster: Cluster | null
  /** The active vault of a token, where it is kept for all servers. */
  readonly activeOf?: (token: string) => ActiveVault
  /** Every tool that can be used here, or every one of a dialect, loaded when first asked for. */
  readonly tools: (dialect?: string) => Promise<readonly Tool[]>
  /**
   * Begins to open the current vault, and resolves once its thread looks through the folder. Why it cannot be opened is told
   * by the call that needs it.
   */
  beginOpening(): Promise<void>
  /** The current vault without opening it; null where there is none, or only opening it tells what it is. */
  glance(): Promise<(VaultGlance & { readonly known: KnownVault }) | null>
  /** What a vault was when it was last indexed, without opening it; null where nobody has. */
  peek(vault: KnownVault): Promise<VaultPeek | null>
  /** The embedding models of this machine. */
  models(): Promise<ModelShelf>
  /** The GitLab project that the environment names; null without one. */
  readonly gitlab: NonNullable<CallContext['gitlab']> | null
  /** What agents have asked the owner of the notes, in whichever process. */
  questions(): Promise<QuestionBook>
  /** The embedder that this user has chosen. */
  embedder(): Promise<OpenedEmbedder>
  /** What the calls of one session are given. */
  toolContext(session: Pick<CallContext, 'session' | 'signal' | 'progress'>): CallContext
  close(): Promise<void>
}

/** Builds the real things. Nothing heavy is loaded and no file is read before it is needed. */
export function createApp(own: AppOptions): App {
  const { env, cwd, vault, log, now, shared } = own
  const cluster = shared !== undefined && 'open' in shared ? shared : null
  const embedders = new EmbedderPool()
  const gitlab = readGitLabProject(env)
  /** Resolved once the first vault's thread has all it needs. */
  const begun = Promise.withResolvers<undefined>()
  // Asked at every search: where models lie takes longer to tell than whether the registry has changed.
  const choose = oncePer((config: RegistryConfig) => modelChoice(config, env))
  const embedding = {
    async openEmbedder(model: string | null, own: VaultConfig) {
      const chosen = choose((await hub.registry()).config)
      return await embedders.open({ ...chosen, model: model ?? own.search.model ?? chosen.model })
    },
    isPaused: async (): Promise<boolean> => (await hub.registry()).config.search.paused,
  }
  const hub = createHub({
    configFolder: configFolder(env),
    dataFolder: dataFolder(env),
    ...(shared !== undefined && { registry: shared.registry }),
    cwd,
    env,
    vault,
    log,
    now,
    ...(cluster !== null && { claim: cluster.claim }),
    async beforeRemoval(place) {
      const { openTokenBook } = await import('./access/open-token-book.ts')
      await openTokenBook(shared?.tokens ?? null, configFolder(env), now).keepPlace(place)
    },
    async openVault(options) {
      const { startVault } = await import('./vault/start-vault.ts')
      const open = async (more: Pick<VaultOptions, 'stores'> = {}) => {
        const needsIndex = own.needsIndex?.() !== false
        const { takeThread, takeSqlRunner, isBrief = false, catchesUp = true } = own
        const full = {
          ...options,
          ...more,
          ...embedding,
          needsIndex,
          isBrief,
          catchesUp,
          takeThread,
          takeSqlRunner,
        }
        const started = await startVault(full)
        begun.resolve(undefined)
        // The rest is loaded while the vault's own thread looks through its folder.
        const { openStarted } = await import('./vault/open-vault.ts')
        return await openStarted(full, started)
      }
      const context = cluster === null ? await open() : await cluster.open(options.known.id, open, options)
      if (own.ingestsRaw?.() === true) {
        context.raw.watch(async (path, signal) => {
          const { ingestRaw } = await import('./tools/ingest/ingest-raw.ts')
          return await ingestRaw(context, path, signal)
        })
      }
      return context
    },
    ...(cluster !== null && {
      async prepareVault(options: VaultOptions, signal: AbortSignal) {
        const { prepareVault } = await import('./vault/prepare-vault.ts')
        const { ownStores } = await import('./vault/vault-stores.ts')
        await prepareVault(
          { ...options, ...embedding, stores: { ...ownStores, vectors: cluster.vectors } },
          signal,
        )
      },
    }),
  })
  cluster?.onGone((id) => hub.closeVault(id))
  cluster?.judgeFolders(async (id, seen) => {
    // One that only another server knows, by its own settings, is that one's.
    const found = await hub.find(id).catch(() => null)
    if (found === null) return false
    const { mayServeFolder, readFolderMark } = await import('./vault/folder-mark.ts')
    return await mayServeFolder(dataFolder(env), found.root, readFolderMark(seen))
  })
  cluster?.standBy((id) => hub.prepareVault(id))
  let book: QuestionBook | null = null
  const questions = once(async () => {
    if (shared !== undefined) {
      const { PostgresQuestionBook } = await import('./cluster/postgres-question-book.ts')
      return new PostgresQuestionBook(shared.postgres, now)
    }
    const { SqliteQuestionBook } = await import('./access/sqlite-question-book.ts')
    book = new SqliteQuestionBook(dataFolder(env), now)
    return book
  })
  return {
    hub,
    sharedTokens: shared?.tokens ?? null,
    cluster,
    ...(shared !== undefined && { activeOf: (token: string) => activeOf(token, shared, hub) }),
    questions,
    async tools(dialect) {
      const tools = await loadTools(dialect)
      return gitlab === null ? tools.filter(({ toolset }) => toolset !== 'gitlab') : tools
    },
    async beginOpening() {
      const opening = hub.current().then(async (known) => known !== null && (await hub.open(known.id)))
      await Promise.race([begun.promise, opening]).catch(() => undefined)
    },
    async glance() {
      const known = await hub.current()
      if (known === null || cluster !== null) return null
      const found = await glanceAtVault(dataFolder(env), known, await hub.known())
      return found && { ...found, known }
    },
    async peek(vault) {
      const { peekVault } = await import('./vault/peek-vault.ts')
      return peekVault(dataFolder(env), vault)
    },
    async models() {
      const { ModelShelf } = await import('./embed/model-shelf.ts')
      const { config } = await hub.registry()
      return new ModelShelf({
        folder: modelsFolder(env, config.search.models_folder),
        fetch: (url, init) => fetch(url, init),
        hub: env['HF_ENDPOINT'],
      })
    },
    gitlab,
    async embedder() {
      return await embedders.open(choose((await hub.registry()).config))
    },
    toolContext: (session) => ({
      ...session,
      actor: 'cli',
      vaults: hub,
      log,
      gitlab,
      now,
      strictOutput: false,
    }),
    async close() {
      book?.close()
      await hub.close()
      await embedders.close()
      await shared?.close()
    },
  }
}

function activeOf(token: string, { active }: SharedStores, hub: VaultHub): ActiveVault {
  return {
    async get(how) {
      const id = await active.get(token, how)
      if (id === null || !isVaultId(id)) return null
      // One that was taken off the list is lost: no other takes its place.
      return (await hub.known()).find((vault) => vault.id === id) ?? { id, root: null }
    },
    set: ({ id }) => active.set(token, id),
  }
}

async function loadTools(dialect?: string): Promise<readonly Tool[]> {
  const { allTools } = await import('./tools/index.ts')
  if (dialect === undefined) return allTools
  const { loadDialect } = await import('./dialects/load-dialect.ts')
  return await loadDialect(allTools, dialect)
}
