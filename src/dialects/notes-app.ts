import type { Tool } from '../call/tool.ts'
import { notesAppBacklinks } from './notes-app/notes-app-backlinks.ts'
import { notesAppCreateNote } from './notes-app/notes-app-create-note.ts'
import { notesAppFrontmatter } from './notes-app/notes-app-frontmatter.ts'
import { notesAppListNotes } from './notes-app/notes-app-list-notes.ts'
import { notesAppMoveNote } from './notes-app/notes-app-move-note.ts'
import { notesAppOutline } from './notes-app/notes-app-outline.ts'
import { notesAppReadNote } from './notes-app/notes-app-read-note.ts'
import { notesAppRelatedNotes } from './notes-app/notes-app-related-notes.ts'
import { notesAppSearch } from './notes-app/notes-app-search.ts'
import { notesAppSemanticSearch } from './notes-app/notes-app-semantic-search.ts'
import { notesAppTags } from './notes-app/notes-app-tags.ts'
import { notesAppUpdateNote } from './notes-app/notes-app-update-note.ts'

/** The tools of a notes app. */
export const notesApp: readonly Tool[] = [
  notesAppSemanticSearch,
  notesAppRelatedNotes,
  notesAppSearch,
  notesAppBacklinks,
  notesAppTags,
  notesAppReadNote,
  notesAppListNotes,
  notesAppOutline,
  notesAppFrontmatter,
  notesAppCreateNote,
  notesAppMoveNote,
  notesAppUpdateNote,
]
