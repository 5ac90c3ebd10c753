import { listChanges } from './admin/list-changes.ts'
import { reindexVault } from './admin/reindex-vault.ts'
import { undoChange } from './admin/undo-change.ts'
import { closeIssue } from './gitlab/close-issue.ts'
import { createIssue } from './gitlab/create-issue.ts'
import { getIssues } from './gitlab/get-issues.ts'
import { issueToNote } from './gitlab/issue-to-note.ts'
import { captureToInbox } from './inbox/capture-to-inbox.ts'
import { clearInboxItem } from './inbox/clear-inbox-item.ts'
import { getInbox } from './inbox/get-inbox.ts'
import { ingest } from './ingest/ingest.ts'
import { checkVaultHealth } from './links/check-vault-health.ts'
import { findBrokenLinks } from './links/find-broken-links.ts'
import { findReferences } from './links/find-references.ts'
import { getBacklinks } from './links/get-backlinks.ts'
import { getLinks } from './links/get-links.ts'
import { getNoteLinks } from './links/get-note-links.ts'
import { searchByLinks } from './links/search-by-links.ts'
import { suggestLinks } from './links/suggest-links.ts'
import { analyzeNote } from './notes/analyze-note.ts'
import { appendToNote } from './notes/append-to-note.ts'
import { bulkDeleteNotes } from './notes/bulk-delete-notes.ts'
import { createNote } from './notes/create-note.ts'
import { deleteNote } from './notes/delete-note.ts'
import { getNote } from './notes/get-note.ts'
import { getNoteInfo } from './notes/get-note-info.ts'
import { getNotes } from './notes/get-notes.ts'
import { listNotes } from './notes/list-notes.ts'
import { moveNote } from './notes/move-note.ts'
import { openDailyNote } from './notes/open-daily-note.ts'
import { renameNote } from './notes/rename-note.ts'
import { updateNote } from './notes/update-note.ts'
import { upsertNote } from './notes/upsert-note.ts'
import { findRelatedNotes } from './search/find-related-notes.ts'
import { searchNotes } from './search/search-notes.ts'
import { searchNotesAdvanced } from './search/search-notes-advanced.ts'
import { searchNotesSql } from './search/search-notes-sql.ts'
import { searchText } from './search/search-text.ts'
import { extractSection } from './sections/extract-section.ts'
import { replaceSection } from './sections/replace-section.ts'
import { getTags } from './tags/get-tags.ts'
import { renameTag } from './tags/rename-tag.ts'
import { updateTags } from './tags/update-tags.ts'
import { addTodo } from './tasks/add-todo.ts'
import { completeTodo } from './tasks/complete-todo.ts'
import { getTodos } from './tasks/get-todos.ts'
import type { Tool } from '../call/tool.ts'
import { createNoteType } from './types/create-note-type.ts'
import { deleteNoteType } from './types/delete-note-type.ts'
import { getNoteTypeInfo } from './types/get-note-type-info.ts'
import { listNoteTypes } from './types/list-note-types.ts'
import { updateNoteType } from './types/update-note-type.ts'
import { createVault } from './vaults/create-vault.ts'
import { getCurrentVault } from './vaults/get-current-vault.ts'
import { getVaultInfo } from './vaults/get-vault-info.ts'
import { listVaults } from './vaults/list-vaults.ts'
import { removeVault } from './vaults/remove-vault.ts'
import { switchVault } from './vaults/switch-vault.ts'
import { updateVault } from './vaults/update-vault.ts'

/** Every tool, in the fixed order in which lists show them. Those of GitLab are used only where a project is set. */
export const allTools: readonly Tool[] = [
  listVaults,
  createVault,
  switchVault,
  getCurrentVault,
  updateVault,
  removeVault,
  getVaultInfo,
  listNoteTypes,
  getNoteTypeInfo,
  createNoteType,
  updateNoteType,
  deleteNoteType,
  createNote,
  getNote,
  getNotes,
  getNoteInfo,
  listNotes,
  updateNote,
  appendToNote,
  upsertNote,
  renameNote,
  moveNote,
  deleteNote,
  bulkDeleteNotes,
  analyzeNote,
  openDailyNote,
  searchNotes,
  searchNotesAdvanced,
  searchNotesSql,
  searchText,
  findRelatedNotes,
  getNoteLinks,
  getLinks,
  getBacklinks,
  findReferences,
  findBrokenLinks,
  searchByLinks,
  suggestLinks,
  checkVaultHealth,
  getTags,
  updateTags,
  renameTag,
  replaceSection,
  extractSection,
  captureToInbox,
  getInbox,
  clearInboxItem,
  getTodos,
  completeTodo,
  addTodo,
  createIssue,
  getIssues,
  closeIssue,
  issueToNote,
  ingest,
  reindexVault,
  listChanges,
  undoChange,
]
