import { appendToEnd } from '../markdown/edit/append-to-end.ts'
import { appendToSection } from '../markdown/edit/append-to-section.ts'
import { changeTags } from '../markdown/edit/change-tags.ts'
import { completeShownTask, completeTask } from '../markdown/edit/complete-task.ts'
import { addInboxItem, removeInboxItems } from '../markdown/edit/edit-inbox.ts'
import { retitle } from '../markdown/edit/edit-title.ts'
import { addDefinitions } from '../markdown/edit/split-references.ts'
import { mergeNoteOrCanvas } from '../markdown/merge/merge-note-or-canvas.ts'
import { noteFacts, readOwnNames } from '../markdown/read/note-facts.ts'
import { readFrontmatter } from '../markdown/read/read-frontmatter.ts'
import { readInbox } from '../markdown/read/read-inbox.ts'
import { renameTagInText } from '../markdown/edit/rename-tag-in-text.ts'
import { setProperties } from '../markdown/edit/set-properties.ts'
import { touch } from '../markdown/edit/touch.ts'
import { listUnwritten, mergeOwnSections, renderIngested, renderSections } from './ingested-note.ts'
import { analyzeText } from './analyze-text.ts'
import { leaveSection, readSectionToMove } from './extract-jobs.ts'
import { addMissingTags, readIngested } from './ingest-jobs.ts'
import { aimLinks, listSaidLinks, rewriteSaidLinks } from './link-jobs.ts'
import { readNamedSection, replaceNamedSection } from './section-jobs.ts'
import { replacePassages } from './passage-jobs.ts'
import { addNamedTask, readTaskAt } from './task-jobs.ts'

const jobs = {
  addDefinitions,
  addInboxItem,
  addMissingTags,
  addNamedTask,
  aimLinks,
  analyzeText,
  appendToEnd,
  appendToSection,
  changeTags,
  completeShownTask,
  completeTask,
  leaveSection,
  listSaidLinks,
  listUnwritten,
  mergeNoteOrCanvas,
  mergeOwnSections,
  noteFacts,
  readFrontmatter,
  readInbox,
  readIngested,
  readNamedSection,
  readOwnNames,
  readSectionToMove,
  readTaskAt,
  removeInboxItems,
  renameTagInText,
  renderIngested,
  renderSections,
  replaceNamedSection,
  replacePassages,
  retitle,
  rewriteSaidLinks,
  setProperties,
  touch,
}

type Jobs = typeof jobs

export type JobName = keyof Jobs
/** What a job takes beside the text; null where it needs no more. */
export type Given<Name extends JobName> =
  Parameters<Jobs[Name]> extends [string, infer Second, ...unknown[]] ? Second : null
export type Result<Name extends JobName> = ReturnType<Jobs[Name]>

/**
 * What is done with the text of one note and takes in proportion to its length. All of it is pure and plain data goes in and
 * comes out, so that it runs in one thread as in another.
 */
export const textJobs: {
  readonly [Name in JobName]: (text: string, given: Given<Name>) => Result<Name>
} = jobs
