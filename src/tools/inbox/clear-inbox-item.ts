import { z } from 'zod'
import { clearItems, openInbox, type Inbox } from '../../domain/open-inbox.ts'
import type { InboxItem } from '../../markdown/read/read-inbox.ts'
import { VaultError } from '../../model/vault-error.ts'
import { hashParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { checkHash } from '../../vault/check-hash.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import { shorten } from '../../model/whole-characters.ts'

const input = z.object({
  index: z.int().min(0).max(1_000_000).optional().describe('From get_inbox; the first is 0.'),
  indexes: z
    .array(z.int().min(0).max(1_000_000))
    .min(1)
    .max(1_000)
    .optional()
    .describe('Several, as they were listed.'),
  text: z.string().min(1).max(100_000).optional().describe('Text of that item, to be sure of it.'),
  all: z.boolean().default(false).describe('Clear every item instead.'),
  content_hash: hashParameter.optional(),
})

export const clearInboxItem = defineVaultTool({
  name: 'clear_inbox_item',
  title: 'Clear the inbox',
  toolset: 'inbox',
  description:
    'Remove items from inbox.md once they are filed, by index from get_inbox; with its text, or the content_hash of that list, an index that has moved on is refused. Or all items. Ask the user, then pass confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  destructive: true,
  errors: ['NOT_FOUND'],
  input,
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
      ? `${wanted.all ? 'All ' : ''}${others.length + 1} items of ${inbox.path} would be removed.`
      : `This item of ${inbox.path} would be removed: ${shorten(first.text, mostShown)}`
  },
  async handler(wanted, vault) {
    const { facts, ...written } = await clearItems(vault, (inbox) => pick(inbox, wanted))
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

/** What is meant, or an error: never another item that has come to stand at the index. */
function pick(
  inbox: Inbox,
  { index, indexes, text, all, content_hash: hash }: z.output<typeof input>,
): readonly InboxItem[] {
  const ways = [index !== undefined, indexes !== undefined, all].filter((isGiven) => isGiven)
  if (ways.length !== 1 || (text !== undefined && index === undefined)) {
    throw new VaultError('INVALID_ARGUMENT', 'Give either index, indexes or all; text goes with index.', {
      hint: { kind: 'choose-inbox-item' },
    })
  }
  if (inbox.file !== null) checkHash(inbox.file, hash, false)
  if (all) return inbox.items
  if (indexes !== undefined) return [...new Set(indexes)].sort((a, b) => a - b).map((at) => itemAt(inbox, at))
  return [checkedItem(inbox, index ?? -1, text)]
}

function itemAt({ items, path }: Inbox, index: number): InboxItem {
  const item = items[index]
  if (item !== undefined) return item
  throw new VaultError('NOT_FOUND', `${path} has no item ${index}: there are ${items.length}.`, {
    item_count: items.length,
    hint: { kind: 'list-inbox' },
  })
}

function checkedItem(inbox: Inbox, index: number, text: string | undefined): InboxItem {
  const item = itemAt(inbox, index)
  const { items, path } = inbox
  if (text === undefined || isText(item, text)) return item
  // Its first line is enough where no other item begins so.
  const begun = items.filter((other) => isText({ ...other, text: firstLine(other.text) }, text))
  if (begun.length === 1 && begun[0] === item) return item
  const now = items.flatMap((other, at) => (isText(other, text) ? [at] : []))
  throw new VaultError('CONFLICT', `Item ${index} of ${path} is another one now. Nothing was removed.`, {
    found_text: shorten(item.text, mostShown),
    ...(now.length > 0 && { found_at: now.slice(0, 20) }),
    hint: { kind: 'list-inbox' },
  })
}

/** The whole text, or the line as capture_to_inbox returned it. */
function isText({ text, timestamp }: InboxItem, given: string): boolean {
  const plain = (some: string) => some.replace(/\s+/g, ' ').trim()
  return [text, `- ${timestamp ?? ''} ${text}`].map(plain).includes(plain(given))
}

function firstLine(text: string): string {
  return text.split('\n', 1).join('')
}

const mostShown = 300
