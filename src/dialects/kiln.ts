import type { Tool } from '../call/tool.ts'
import { getKilnInfo } from './kiln/get-kiln-info.ts'
import { kilnCreateNote } from './kiln/kiln-create-note.ts'
import { kilnDeleteNote } from './kiln/kiln-delete-note.ts'
import { kilnListNotes } from './kiln/kiln-list-notes.ts'
import { kilnPropertySearch } from './kiln/kiln-property-search.ts'
import { kilnReadMetadata } from './kiln/kiln-read-metadata.ts'
import { kilnReadNote } from './kiln/kiln-read-note.ts'
import { kilnSemanticSearch } from './kiln/kiln-semantic-search.ts'
import { kilnTextSearch } from './kiln/kiln-text-search.ts'
import { kilnUpdateNote } from './kiln/kiln-update-note.ts'

/** The tools of kiln. */
export const kiln: readonly Tool[] = [
  kilnCreateNote,
  kilnReadNote,
  kilnReadMetadata,
  kilnUpdateNote,
  kilnDeleteNote,
  kilnListNotes,
  kilnTextSearch,
  kilnPropertySearch,
  kilnSemanticSearch,
  getKilnInfo,
]
