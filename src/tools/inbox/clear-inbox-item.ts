import { z } from 'zod'
import { clearItems, openInbox, type Inbox } from '../../domain/inbox.ts'
import type { InboxItem } from '../../markdown/read/read-inbox.ts'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'

export const clearInboxItem = defineVaultTool({
  name: 'clear_inbox_item',
  title: 'Clear the inbox',
  toolset: 'inbox',
  description:
    'Remove one item from inbox.md once it is filed, by the index from get_inbox; with its text an index that has moved on is refused. Or all items. Ask the user, then pass confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  destructive: true,
  errors: ['NOT_FOUND'],
  input: z.object({
    index: z.int().min(0).max(1_000_000).optional().describe('From get_inbox; the first is 0.'),
    text: z.string().min(1).max(100_000).optional().describe('Text of that item, to be sure of it.'),
    all: z.boolean().default(false).describe('Clear every item instead.'),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    removed_text: z.string(),
    removed_count: z.number(),
    remaining_count: z.number(),
    ...writtenShape,
  }),
  async preview(wanted, vault) {
    const inbox = await openInbox(vault)
    const [first, ...others] = pick(inbox, wanted)
    if (first === undefined) return 'Nothing would be removed: the inbox is empty.'
    return others.length > 0
      ? `All ${others.length + 1} items of ${inbox.path} would be removed.`
      : `This item of ${inbox.path} would be removed: ${shorten(first.text)}`
  },
  async handler({ index, text, all }, vault) {
    const { facts, ...written } = await clearItems(vault, (inbox) => pick(inbox, { index, text, all }))
    const { removed, inbox } = facts
    return {
      id: inbox.path,
      path: inbox.path,
      removed_text: removed.map((item) => item.text).join('\n'),
      removed_count: removed.length,
      remaining_count: inbox.items.length - removed.length,
      ...toWritten({ ...written, path: inbox.path, warnings: [] }, false),
    }
  },
})

interface Wanted {
  readonly index?: number | undefined
  readonly text?: string | undefined
  readonly all: boolean
}

/** What is meant, or an error: never another item that has come to stand at the index. */
function pick({ items, path }: Inbox, { index, text, all }: Wanted): readonly InboxItem[] {
  if (all === (index !== undefined) || (all && text !== undefined)) {
    throw new VaultError('INVALID_ARGUMENT', 'Give either index or all.', {
      hint: { kind: 'choose-inbox-item' },
    })
  }
  if (all) return items
  const item = items[index ?? -1]
  if (item === undefined) {
    throw new VaultError('NOT_FOUND', `${path} has no item ${index ?? ''}: there are ${items.length}.`, {
      item_count: items.length,
      hint: { kind: 'list-inbox' },
    })
  }
  if (text === undefined || isText(item, text)) return [item]
  const now = items.flatMap((other, at) => (isText(other, text) ? [at] : []))
  throw new VaultError(
    'CONFLICT',
    `Item ${index ?? ''} of ${path} is another one now. Nothing was removed.`,
    {
      found_text: shorten(item.text),
      ...(now.length > 0 && { found_at: now.slice(0, 20) }),
      hint: { kind: 'list-inbox' },
    },
  )
}

/** The whole text, or the line as capture_to_inbox returned it. */
function isText({ text, timestamp }: InboxItem, given: string): boolean {
  const plain = (some: string) => some.replace(/\s+/g, ' ').trim()
  return [text, `- ${timestamp ?? ''} ${text}`].map(plain).includes(plain(given))
}

function shorten(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300).trimEnd()}…`
}
