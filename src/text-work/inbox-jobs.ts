import { appendInboxItem, removeInboxItems } from '../markdown/edit/edit-inbox.ts'
import { readInbox, type InboxItem } from '../markdown/read/read-inbox.ts'
import { applyEdits } from '../model/text-edit.ts'

/** An inbox with one item more; null where what was added would be no item of its own. */
export function addInboxItem(
  text: string,
  { item }: { readonly item: string },
): { readonly text: string; readonly count: number } | null {
  const before = readInbox(text).length
  const after = applyEdits(text, [appendInboxItem(text, item)])
  const count = readInbox(after).length
  return count === before + 1 ? { text: after, count } : null
}

export function dropInboxItems(text: string, { items }: { readonly items: readonly InboxItem[] }): string {
  return applyEdits(text, removeInboxItems(text, items))
}
