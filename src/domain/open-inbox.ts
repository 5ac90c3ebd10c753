import { newInbox, renderInboxItem } from '../markdown/edit/edit-inbox.ts'
import type { InboxItem } from '../markdown/read/read-inbox.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { StoredFile } from '../files/stored-file.ts'

export const inboxPath = 'inbox.md'

export interface Inbox {
  readonly path: string
  readonly file: StoredFile | null
  readonly items: readonly InboxItem[]
}

/** The vault's inbox as it is on disk; without a file it has no items. */
export async function openInbox(vault: VaultContext): Promise<Inbox> {
  const { path, file } = await findInbox(vault)
  return { path, file, items: await vault.textWork.run('readInbox', file?.text ?? '', null) }
}

async function findInbox(vault: VaultContext): Promise<Pick<Inbox, 'path' | 'file'>> {
  const path = (await vault.files.sameName(inboxPath)) ?? inboxPath
  return { path, file: (await vault.files.exists(path)) ? await vault.writer.read(path) : null }
}

/** Adds a thought at the end of the inbox, with the time on the person's clock. The inbox is made where it is not there. */
export async function capture(vault: VaultContext, text: string) {
  const item = renderInboxItem(text, localMinute(vault.writer.now()))
  return await vault.writer.change({ tool: 'capture_to_inbox', dryRun: false }, async () => {
    const { path, file } = await findInbox(vault)
    const after = await vault.textWork.run('addInboxItem', file?.text ?? newInbox, { item })
    if (after === null) throw notAnItem(path)
    const { text, count } = after
    const facts = { path, item, count }
    if (file === null) return { changes: [{ kind: 'create', path, text }], facts }
    const touched = await vault.writer.touched(text)
    return { changes: [{ kind: 'replace', path, before: file, text: touched }], facts }
  })
}

/** Takes items out of the inbox: those that `pick` chooses from what is there at that moment. */
export async function clearItems(vault: VaultContext, pick: (inbox: Inbox) => readonly InboxItem[]) {
  return await vault.writer.change({ tool: 'clear_inbox_item', dryRun: false }, async () => {
    const inbox = await openInbox(vault)
    const removed = pick(inbox)
    const { path, file } = inbox
    if (file === null || removed.length === 0) return { changes: [], facts: { removed, inbox } }
    const after = await vault.textWork.run('removeInboxItems', file.text, { items: removed })
    const touched = await vault.writer.touched(after)
    return { changes: [{ kind: 'replace', path, before: file, text: touched }], facts: { removed, inbox } }
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
