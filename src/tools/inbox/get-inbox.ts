import { z } from 'zod'
import { openInbox } from '../../domain/open-inbox.ts'
import { defineVaultTool } from '../../call/define-tool.ts'

export const getInbox = defineVaultTool({
  name: 'get_inbox',
  title: 'What waits in the inbox',
  toolset: 'inbox',
  description:
    'All items of inbox.md with index, time and text, as they are on disk. Go through them with the user: file each elsewhere, then clear_inbox_item.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  paged: { list: 'items', limit: 100, max: 1_000, names: ['timestamp', 'text'] },
  errors: ['CONFLICT', 'INVALID_PATH', 'NOT_FOUND', 'OUTSIDE_VAULT', 'PERMISSION_DENIED'],
  input: z.object({}),
  output: z.object({
    path: z.string(),
    items: z.array(
      z.object({
        index: z.number(),
        timestamp: z.string().nullable(),
        text: z.string(),
        line_number: z.number(),
      }),
    ),
    total_count: z.number(),
    content_hash: z.string().optional(),
  }),
  async handler({ limit, offset }, vault) {
    const { path, file, items } = await openInbox(vault)
    return {
      path,
      items: items.slice(offset, offset + limit).map(({ timestamp, text, line }, at) => ({
        index: offset + at,
        timestamp,
        text,
        line_number: line,
      })),
      total_count: items.length,
      total: items.length,
      ...(file !== null && { content_hash: file.hash }),
    }
  },
})
