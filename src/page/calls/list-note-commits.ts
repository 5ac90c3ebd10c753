import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { commitsOfNote } from '../../domain/commits-of-note.ts'

export const listNoteCommits = defineVaultTool({
  name: 'list_note_commits',
  title: 'Commits of a note',
  toolset: 'person',
  description:
    'The commits that touched a note, newest first, under the names that it had; change_ids are the changes of flint in one. Empty for a vault in no git repository.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  errors: ['NOT_FOUND', 'GIT_ERROR'],
  input: z.object({
    identifier: z.string().min(1).max(1_000).describe('A former id too.'),
    limit: z.number().int().min(1).max(1_000).default(100).describe('Most commits to return.'),
  }),
  output: z.object({
    commits: z.array(
      z.object({
        commit: z.string(),
        time: z.string(),
        author: z.string(),
        subject: z.string(),
        path: z.string().nullable(),
        change_ids: z.array(z.string()),
      }),
    ),
  }),
  async handler({ identifier, limit }, vault, { signal }) {
    await vault.index.settled()
    const commits = await commitsOfNote(vault, identifier, { most: limit, signal })
    return { commits: commits.map(({ changeIds, ...commit }) => ({ ...commit, change_ids: [...changeIds] })) }
  },
})
