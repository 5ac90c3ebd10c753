import type { Tool } from '../tool.ts'
import { getKilnInfo } from './kiln-info.ts'
import { createNoteHere, deleteNoteHere, readMetadata, readNote, updateNoteHere } from './kiln-notes.ts'
import { listNotesHere, propertySearch, semanticSearch, textSearch } from './kiln-searches.ts'

/** The tools of kiln. */
export const kiln: readonly Tool[] = [
  createNoteHere,
  readNote,
  readMetadata,
  updateNoteHere,
  deleteNoteHere,
  listNotesHere,
  textSearch,
  propertySearch,
  semanticSearch,
  getKilnInfo,
]
