import { changeTags } from '../markdown/edit/change-tags.ts'
import { noteFacts } from '../markdown/read/note-facts.ts'
import { readFrontmatter } from '../markdown/read/read-frontmatter.ts'
import { readInbox } from '../markdown/read/read-inbox.ts'
import { setProperties } from '../markdown/edit/set-properties.ts'
import { touch } from '../markdown/edit/touch.ts'
import { analyzeText } from './analyze-text.ts'
import { addDefinitions, leaveSection, readSectionToMove } from './extract-jobs.ts'
import { addInboxItem, dropInboxItems } from './inbox-jobs.ts'
import { aimLinks, listSaidLinks, rewriteSaidLinks } from './link-jobs.ts'
import { appendToNamedSection, readNamedSection, replaceNamedSection } from './section-jobs.ts'
import { replacePassages } from './passage-jobs.ts'
import { renameTags } from './tag-jobs.ts'
import { addNamedTask, changeShownTask, changeTask, readTaskAt } from './task-jobs.ts'
import { readOwnNames, retitle } from './title-jobs.ts'

const jobs = {
  addDefinitions,
  addInboxItem,
  addNamedTask,
  aimLinks,
  analyzeText,
  appendToNamedSection,
  changeShownTask,
  changeTags,
  changeTask,
  dropInboxItems,
  leaveSection,
  listSaidLinks,
  noteFacts,
  readFrontmatter,
  readInbox,
  readNamedSection,
  readOwnNames,
  readSectionToMove,
  readTaskAt,
  renameTags,
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
