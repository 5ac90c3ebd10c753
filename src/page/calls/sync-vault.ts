import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { syncWithGit, type SyncStep } from '../../domain/sync-with-git.ts'
import type { BegunFetch } from '../../git/exchange.ts'
import { printable } from '../../model/lossless-text.ts'
import type { Repository } from '../../git/repository.ts'
import { requireRepository } from './require-repository.ts'

interface SyncDeps {
  /** The line with which git starts flint to merge a note. */
  readonly mergeDriver: string
  /** What was found of the vault in this folder before it was opened. */
  readonly found?: Found | null
}

interface Found {
  readonly root: string
  readonly repository: Repository
  readonly fetch: BegunFetch | null
}

export function syncVault({ mergeDriver, found = null }: SyncDeps) {
  return defineVaultTool({
    name: 'sync_vault',
    title: 'Sync with git',
    toolset: 'person',
    description:
      'Commit what has changed in the vault, fetch, merge and push, with git as it is signed in. Never forces; may be repeated and stopped. Files in conflict hold both texts, marked; those in undecided do not, or no merge has marked them.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    timeLimit: 600_000,
    errors: ['GIT_ERROR', 'CONFLICT'],
    input: z.object({}),
    output: z.object({
      committed: z.number(),
      settled: z.boolean().describe('A merge was ended whose conflicts are settled.'),
      received: z.number(),
      pushed: z.boolean(),
      remote: z.string().nullable(),
      relinked: z.array(z.string()),
      taken_back: z.array(z.string()),
      repositories: z.array(z.string()),
      conflicts: z.array(z.string()),
      undecided: z.array(
        z.object({
          path: z.string(),
          kind: z.enum(['removed there', 'removed here', 'two names', 'one of two', 'marks alone']),
        }),
      ),
      refused: z.array(z.string()),
      made_anew: z.string().nullable().describe('A branch that the remote no longer had, and has again.'),
    }),
    async handler(_, vault, ctx) {
      const known = found?.root === vault.root ? found : null
      const repository = known?.repository ?? (await requireRepository(vault, ctx.signal))
      let step = 0
      const { takenBack, repositories, conflicts, madeAnew, ...synced } = await syncWithGit(
        vault,
        repository,
        {
          driver: mergeDriver,
          signal: ctx.signal,
          fetch: known?.fetch ?? null,
          progress: (name) => {
            // Where others push at the same moment there are more.
            ctx.progress?.(step, Math.max(usualSteps, step + 1), sentences[name])
            step += 1
          },
        },
      )
      return {
        ...synced,
        taken_back: [...takenBack],
        made_anew: madeAnew === null ? null : printable(madeAnew),
        repositories: [...repositories],
        conflicts: conflicts.map(({ path }) => printable(path)),
        undecided: conflicts.flatMap(({ path, kind }) =>
          kind === 'marked' ? [] : [{ path: printable(path), kind }],
        ),
      }
    },
  })
}

const usualSteps = 4

const sentences: Readonly<Record<SyncStep, string>> = {
  commit: 'Committing what has changed',
  fetch: 'Fetching what others have sent',
  merge: 'Merging it',
  push: 'Sending what is committed here',
}
