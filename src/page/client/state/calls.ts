import type { InputOf, OutputOf } from '../../../call/tool.ts'
import type { listChanges } from '../../../tools/admin/list-changes.ts'
import type { undoChange } from '../../../tools/admin/undo-change.ts'
import type { captureToInbox } from '../../../tools/inbox/capture-to-inbox.ts'
import type { clearInboxItem } from '../../../tools/inbox/clear-inbox-item.ts'
import type { getInbox } from '../../../tools/inbox/get-inbox.ts'
import type { checkVaultHealth } from '../../../tools/links/check-vault-health.ts'
import type { findBrokenLinks } from '../../../tools/links/find-broken-links.ts'
import type { getBacklinks } from '../../../tools/links/get-backlinks.ts'
import type { createNote } from '../../../tools/notes/create-note.ts'
import type { openDailyNote } from '../../../tools/notes/open-daily-note.ts'
import type { updateNote } from '../../../tools/notes/update-note.ts'
import type { findRelatedNotes } from '../../../tools/search/find-related-notes.ts'
import type { searchNotes } from '../../../tools/search/search-notes.ts'
import type { getTags } from '../../../tools/tags/get-tags.ts'
import type { listNoteTypes } from '../../../tools/types/list-note-types.ts'
import type { getVaultInfo } from '../../../tools/vaults/get-vault-info.ts'
import type { listVaults } from '../../../tools/vaults/list-vaults.ts'
import type { PersonTools } from './person-calls.ts'

/** The tools of flint's that the page calls. */
interface Tools extends PersonTools {
  readonly list_vaults: typeof listVaults
  readonly get_vault_info: typeof getVaultInfo
  readonly list_note_types: typeof listNoteTypes
  readonly create_note: typeof createNote
  readonly update_note: typeof updateNote
  readonly open_daily_note: typeof openDailyNote
  readonly search_notes: typeof searchNotes
  readonly find_related_notes: typeof findRelatedNotes
  readonly get_backlinks: typeof getBacklinks
  readonly find_broken_links: typeof findBrokenLinks
  readonly check_vault_health: typeof checkVaultHealth
  readonly get_tags: typeof getTags
  readonly get_inbox: typeof getInbox
  readonly capture_to_inbox: typeof captureToInbox
  readonly clear_inbox_item: typeof clearInboxItem
  readonly list_changes: typeof listChanges
  readonly undo_change: typeof undoChange
}

/** Everything that the page may ask, with what it gives and what comes back. */
export type Calls = {
  readonly [Name in keyof Tools]: {
    readonly input: Named<InputOf<Tools[Name]>>
    readonly output: OutputOf<Tools[Name]>
  }
}

/** The parameters that have names: a tool without any of its own says of all others that they are none. */
type Named<Input> = { readonly [Key in keyof Input as string extends Key ? never : Key]: Input[Key] }

export type CallName = keyof Calls
export type ArgsOf<Name extends CallName> = Calls[Name]['input']
export type ResultOf<Name extends CallName> = Calls[Name]['output']

/** Why a call gave nothing, in the tool's own words. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

export type Outcome<Result> =
  { readonly kind: 'done'; readonly result: Result } | { readonly kind: 'failed'; readonly error: Failure }

/** The page's one door to flint. */
export type Call = <Name extends CallName>(
  name: Name,
  args: ArgsOf<Name>,
  signal?: AbortSignal,
) => Promise<Outcome<ResultOf<Name>>>
