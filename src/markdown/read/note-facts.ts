import { taskState } from '../../model/task-state.ts'
import type { Frontmatter } from '../../model/parsed-note.ts'
import type { TagStyle } from '../../model/tag-style.ts'
import { listOutline, type OutlineItem } from './list-outline.ts'
import { parseNote } from './parse-note.ts'

/** What tools say of a note besides its text. */
export interface NoteFacts {
  readonly frontmatter: Frontmatter
  /** Null where the file name is the title. */
  readonly title: string | null
  readonly aliases: readonly string[]
  /** Its headings, cut where there are more than fit into an answer, as are the lists below. */
  readonly outline: readonly OutlineItem[]
  /** Distinct tags as written. */
  readonly tags: readonly string[]
  /** Distinct targets of its wikilinks. */
  readonly wikilinkTargets: readonly string[]
  readonly counts: NoteCounts
}

export interface NoteCounts {
  readonly headings: number
  readonly links: number
  readonly wikilinks: number
  readonly externalLinks: number
  readonly tasks: number
  readonly openTasks: number
  readonly words: number
  readonly lines: number
}

const mostHeadings = 3_000
const mostNames = 10_000

/**
 * What tools say of a note besides its text, from one parse.
 *
 *     noteFacts('# Plan\n\nSee [[Home]].\n', {}).counts.links   // 1
 */
export function noteFacts(text: string, { tagStyle }: { readonly tagStyle?: TagStyle }): NoteFacts {
  const note = parseNote(text, tagStyle)
  // A box without text is a place for a task.
  const tasks = note.tasks.filter(({ text: said }) => said !== '')
  const wikilinks = note.links.filter(({ form }) => form === 'wikilink' || form === 'frontmatter')
  return {
    frontmatter: note.frontmatter,
    title: note.title,
    aliases: note.aliases.slice(0, mostNames),
    outline: listOutline({ headings: note.headings.slice(0, mostHeadings) }),
    tags: firstOfEach(note.tags.map(({ tag }) => tag)),
    wikilinkTargets: firstOfEach(wikilinks.map(({ target }) => target).filter((target) => target !== '')),
    counts: {
      headings: note.headings.length,
      links: note.links.length,
      wikilinks: wikilinks.length,
      externalLinks: note.externalLinks.length,
      tasks: tasks.length,
      openTasks: tasks.filter(({ status }) => taskState(status) === 'open').length,
      words: note.wordCount,
      lines: note.lineCount,
    },
  }
}

/** The names that a note bears beside its file's. */
export type OwnNames = Pick<NoteFacts, 'title' | 'aliases'>

export function readOwnNames(text: string): OwnNames {
  const { title, aliases } = parseNote(text)
  return { title, aliases }
}

function firstOfEach(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, mostNames)
}
