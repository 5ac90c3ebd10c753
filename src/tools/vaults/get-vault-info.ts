import { z } from 'zod'
import { pathToFileURL } from 'node:url'
import { countChunks, findProblems } from '../../index-db/vault-stats.ts'
import { type GitFacts, informGit } from '../../domain/inform-git.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { equalValues } from '../../markdown/read/equal-values.ts'
import { type PermissionSource, vaultConfigSchema } from '../../model/vault-config.ts'
import { statsOf, statsShape } from './vault-output.ts'

export const getVaultInfo = defineVaultsTool({
  name: 'get_vault_info',
  title: 'State of a vault',
  toolset: 'vaults',
  description:
    'Root URI and size of a vault; with detailed also the state of its index and watcher, its permissions, notes that could not be parsed, files in raw/ that could not be ingested and settings that could not be read.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({ detailed: z.boolean().default(false).describe('Index, watcher and problems too.') }),
  output: z.object({
    root: z.string(),
    description: z.string(),
    stats: statsShape.nullable(),
    settings_ignored: z.array(z.string()).optional(),
    index: z
      .object({
        state: z.string(),
        notes: z.number(),
        done: z.number().nullable(),
        total: z.number().nullable(),
        freshness: z.string().nullable(),
        chunks: z.number(),
        pending_vectors: z.number().nullable(),
        model: z.string().nullable(),
        vectors: z.string(),
        vectors_problem: z.string().optional(),
        own_model: z.string().optional(),
        lease: z.enum(['this process', 'another process']),
      })
      .optional(),
    watcher: z.string().optional(),
    unparsable: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
    failed_ingests: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
    settings_problems: z.array(z.string()).optional(),
    kind: z.enum(['obsidian', 'zk', 'plain']).optional(),
    git: z
      .object({
        state: z.string().optional(),
        conflicts: z.array(z.string()).optional(),
        conflict_count: z.number().optional(),
        commits_waiting: z.number().optional(),
        commits_problem: z.string().optional(),
      })
      .optional(),
    permissions: z
      .object({
        write: z.string(),
        destructive: z.string(),
        scope: z.string(),
        sources: z.array(z.string()),
        read_only: z.string().optional(),
      })
      .optional(),
  }),
  async handler({ detailed }, vault, { say, signal }) {
    const stats = await statsOf(vault)
    const { ignored, problems: unread } = vault.reading
    const basic = {
      root: pathToFileURL(vault.root).href,
      description: vault.description,
      stats,
      ...(ignored.length > 0 && { settings_ignored: ignored }),
    }
    if (!detailed) return basic
    const { watching, readOnly, unreadSettings } = vault.condition
    const failed = await vault.raw.failed()
    const git = await informGit(vault, signal)
    const common = {
      ...(failed.length > 0 && { failed_ingests: failed.slice(0, 50) }),
      watcher: watching,
      settings_problems: [...unread, ...unreadSettings.problems],
      kind: vault.settings.kind,
      ...(git !== null && { git: showGit(git) }),
      permissions: {
        ...vault.config.permissions,
        // Whatever the settings permit.
        ...(readOnly !== null && { ...nothing, read_only: `${readOnly.why} ${readOnly.cure}` }),
        sources: vault.reading.permissionSources.filter(decides).map(({ file }) => file),
      },
    }
    if (stats === null) return { ...basic, ...common }
    const { state, done, total, message } = vault.index.freshness
    const chunks = await vault.index.query(({ queries }) => countChunks(queries))
    const embedding = await vault.embedding?.inform()
    const problems = await vault.index.query(({ queries }) =>
      findProblems(queries, { limit: 50, withExcluded: true }),
    )
    return {
      ...basic,
      index: {
        state,
        notes: stats.notes,
        // Counted over the whole vault.
        ...(vault.scope === null ? { done, total } : { done: null, total: null }),
        freshness: message,
        chunks,
        pending_vectors: state === 'ready' ? (embedding?.pending ?? null) : null,
        model: embedding?.model ?? null,
        vectors: embedding?.state ?? 'unavailable',
        ...(embedding?.reason != null && { vectors_problem: say(embedding.reason) }),
        // How many notes there are decides whether there is one, and a limited view knows only its own.
        ...(vault.scope === null && embedding != null && { own_model: embedding.own }),
        lease: watching === 'another process' ? watching : ('this process' as const),
      },
      unparsable: [...problems],
      ...common,
    }
  },
})

const nothing = { write: 'deny', destructive: 'deny' } as const

const mostConflicts = 50

function showGit({ state, conflicts, commits }: GitFacts) {
  return {
    ...(state !== null && { state }),
    ...(conflicts.length > 0 && {
      conflicts: conflicts.slice(0, mostConflicts),
      conflict_count: conflicts.length,
    }),
    ...(commits?.waiting != null && { commits_waiting: commits.waiting }),
    ...(commits?.problem != null && { commits_problem: commits.problem }),
  }
}

/** Whether a file says what is permitted; one that is not there, or says nothing of it, leaves the defaults. */
function decides({ permissions, said }: PermissionSource): boolean {
  return Object.keys(said).length > 0 || !equalValues(permissions, vaultConfigSchema().parse({}).permissions)
}
