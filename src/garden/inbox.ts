import { appendInboxItem, newInbox, removeInboxItems, renderInboxItem } from '../markdown/edit-inbox.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { readInbox, type InboxItem } from '../markdown/read-inbox.ts'
import { applyEdits } from '../model/text-edit.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { StoredFile } from '../files/vault-files.ts'
import type { Written } from '../changes/write-changes.ts'

export const inboxPath = 'inbox.md'

export interface Inbox {
  readonly path: string
  readonly file: StoredFile | null
  readonly items: readonly InboxItem[]
}

/** The vault's inbox as it is on disk; without a file it has no items. */
export async function openInbox(vault: VaultContext): Promise<Inbox> {
  const path = (await vault.files.sameName(inboxPath)) ?? inboxPath
  const file = (await vault.files.exists(path)) ? await vault.writer.read(path) : null
  return { path, file, items: readInbox(file?.text ?? '') }
}

/** Adds a thought at the end of the inbox, with the time on the person's clock. The inbox is made where it is not there. */
export async function capture(
  vault: VaultContext,
  text: string,
): Promise<
  Written & { readonly facts: { readonly path: string; readonly item: string; readonly count: number } }
> {
  const item = renderInboxItem(text, localMinute(vault.writer.now()))
  return await vault.writer.change({ tool: 'capture_to_inbox', dryRun: false }, async () => {
    const { path, file, items } = await openInbox(vault)
    const before = file?.text ?? newInbox
    const after = applyEdits(before, [appendInboxItem(before, item)])
    const count = readInbox(after).length
    if (count !== items.length + 1) throw notAnItem(path)
    const facts = { path, item, count }
    if (file === null) return { changes: [{ kind: 'create', path, text: after }], facts }
    const touched = vault.writer.touched(after, parseNote(file.text))
    return { changes: [{ kind: 'replace', path, before: file, text: touched }], facts }
  })
}

/** Takes items out of the inbox: those that `pick` chooses from what is there at that moment. */
export async function clearItems(
  vault: VaultContext,
  pick: (inbox: Inbox) => readonly InboxItem[],
): Promise<Written & { readonly facts: { readonly removed: readonly InboxItem[]; readonly inbox: Inbox } }> {
  return await vault.writer.change({ tool: 'clear_inbox_item', dryRun: false }, async () => {
    const inbox = await openInbox(vault)
    const removed = pick(inbox)
    const { path, file } = inbox
    if (file === null || removed.length === 0) return { changes: [], facts: { removed, inbox } }
    const after = applyEdits(file.text, removeInboxItems(file.text, removed))
    const touched = vault.writer.touched(after, parseNote(file.text))
    return {
      changes: [{ kind: 'replace', path, before: file, text: touched }],
      facts: { removed, inbox },
    }
  })
}

function localMinute(now: Date): string {
  const shifted = new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16).replace('T', ' ')
}

function notAnItem(path: string): VaultError {
  return new VaultError('CONFLICT', `${path} ends so that what is added would be no item of its own.`, {
    path,
    hint: 'It may end in an open block of code: read it and close that.',
  })
}
