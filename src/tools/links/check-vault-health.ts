import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { dailyGlob, templateGlobs } from '../../domain/note-globs.ts'
import { inboxPath } from '../../domain/open-inbox.ts'
import { findHealth } from '../../search/find-health.ts'
import { formatDate } from '../../markdown/read/note-dates.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { toIso } from '../notes/note-output.ts'
import { linkShape, toLink } from './link-output.ts'

const dayMs = 86_400_000
const noteShape = z.object({ path: z.string(), title: z.string(), updated: z.string() })

export const checkVaultHealth = defineVaultsTool({
  name: 'check_vault_health',
  title: 'Health of a vault',
  toolset: 'links',
  description:
    'What a vault’s gardener should look at: broken links, orphans, stale notes (in ideas/ and projects/ where there are any), names that several notes bear, frontmatter that cannot be read. Counts, and the first items of each.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  rest: ['find_broken_links', 'search_notes with is:orphan', 'check_vault_health with a smaller limit'],
  input: z.object({
    stale_days: z.int().min(1).max(36_500).default(30).describe('Stale when untouched this long.'),
    limit: z.int().min(0).max(200).default(20).describe('Most items of each kind.'),
  }),
  output: z.object({
    counts: z.object({
      notes: z.number(),
      broken_links: z.number(),
      orphans: z.number(),
      stale_notes: z.number(),
      duplicate_names: z.number(),
      unparsable: z.number(),
    }),
    broken_links: z.array(linkShape),
    orphans: z.array(noteShape),
    stale_notes: z.array(noteShape),
    stale_folders: z.array(z.string()),
    duplicate_names: z.array(z.object({ name: z.string(), paths: z.array(z.string()) })),
    unparsable: z.array(z.object({ path: z.string(), problem: z.string() })),
  }),
  async handler({ stale_days: days, limit }, vault, ctx) {
    await vault.index.settled()
    const before = formatDate(ctx.now().getTime() - days * dayMs)
    const onPart = async (done: number, total: number) => {
      ctx.progress?.(done, total)
      await nextTurn()
      ctx.signal.throwIfAborted()
    }
    // People do not link an inbox, and rarely a daily note.
    const looseNotes = [inboxPath, dailyGlob(vault.settings)]
    const templates = templateGlobs(vault.settings)
    const health = await vault.index.query(({ queries }) =>
      findHealth(queries, { before, limit, looseNotes, templates, onPart }),
    )
    const { brokenLinks, orphans, stale, staleFolders, duplicateNames, unparsable } = health
    const note = ({ path, title, updated }: { path: string; title: string; updated: string }) => {
      return { path, title, updated: toIso(updated) }
    }
    return {
      counts: {
        notes: health.notes,
        broken_links: brokenLinks.count,
        orphans: orphans.count,
        stale_notes: stale.count,
        duplicate_names: duplicateNames.count,
        unparsable: unparsable.count,
      },
      broken_links: brokenLinks.items.map(toLink),
      orphans: orphans.items.map(note),
      stale_notes: stale.items.map(note),
      stale_folders: [...staleFolders],
      duplicate_names: [...duplicateNames.items],
      unparsable: [...unparsable.items],
    }
  },
})
