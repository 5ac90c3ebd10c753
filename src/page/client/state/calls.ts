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
import type { personCalls } from '../../calls/all-calls.ts'
import type { machineCalls } from '../../calls/machine-calls.ts'

/** Everything that the page may call: tools of flint's, and what only a person is served. */
interface Tools extends ReturnType<typeof personCalls>, ReturnType<typeof machineCalls> {
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

/** The parameters that have names: a tool without any of its own says of all others that they are none. */
type Named<Input> = { readonly [Key in keyof Input as string extends Key ? never : Key]: Input[Key] }

export type CallName = keyof Tools
export type ArgsOf<Name extends CallName> = Named<InputOf<Tools[Name]>>
export type ResultOf<Name extends CallName> = OutputOf<Tools[Name]>

/** Why a call gave nothing, in the tool's own words. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  /** Ids of notes that may be meant by one that is not there. */
  readonly similar?: unknown
  /** Notes that bear one name, where it was not said which is meant. */
  readonly candidates?: unknown
  /** What a note that was here is called now. */
  readonly moved_to?: unknown
  /** The path of a file that is no note and is called so. */
  readonly file?: unknown
}

export type Outcome<Result> =
  { readonly kind: 'done'; readonly result: Result } | { readonly kind: 'failed'; readonly error: Failure }

/** The page's one door to flint, for what changes nothing. */
export type Call = <Name extends CallName>(
  name: Name,
  args: ArgsOf<Name>,
  signal?: AbortSignal,
) => Promise<Outcome<ResultOf<Name>>>

/**
 * Does what a person wants done, once, however often the answer is lost and asked for again. With the key of an act
 * that was never answered it is that act still.
 */
export type Act = <Name extends CallName>(
  name: Name,
  args: ArgsOf<Name>,
  key?: string,
) => Promise<Outcome<ResultOf<Name>>>

export type RenderedNote = ResultOf<'render_note'>
export type PastNote = ResultOf<'render_past_note'>
export type ChangeShown = ResultOf<'get_change'>
export type ChangedFile = ChangeShown['files'][number]
type Undone = ResultOf<'undo_changes'>
export type UndoneChange = Omit<Undone['changes'][number], 'actor' | 'file_count'>
export type UndoneChanges = Pick<Undone, 'undone' | 'refused'> & {
  readonly changes: readonly UndoneChange[]
}
export type UndoConflict = NonNullable<UndoneChange['conflicts']>[number]
export type NoteGraph = ResultOf<'get_graph'>
export type GraphNode = NoteGraph['nodes'][number]
export type Question = ResultOf<'list_questions'>['questions'][number]
export type NewToken = ArgsOf<'create_token'>
export type TokenShown = ResultOf<'list_tokens'>['tokens'][number]
