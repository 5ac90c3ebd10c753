import type { Frontmatter } from '../../model/parsed-note.ts'
import type { TagStyle } from '../../model/tag-style.ts'
import { listOutline, type OutlineItem } from './list-outline.ts'
import { parseNote } from './parse-note.ts'

/** What tools say of a note beside its text. */
export interface NoteFacts {
  readonly frontmatter: Frontmatter
  /** Null where the file's name is the title. */
  readonly title: string | null
  readonly aliases: readonly string[]
  /** Its headings, or the first of very many: more fit into no answer. The lists below are cut so, too. */
  readonly outline: readonly OutlineItem[]
  /** Each once, as it is written. */
  readonly tags: readonly string[]
  /** What its wikilinks name, each once. */
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
 * What tools say of a note beside its text, from one reading.
 *
 *     noteFacts('# Plan\n\nSee [[Home]].\n', {}).counts.links   // 1
 */
export function noteFacts(text: string, { tagStyle }: { readonly tagStyle?: TagStyle }): NoteFacts {
  const note = parseNote(text, tagStyle)
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
      tasks: note.tasks.length,
      openTasks: note.tasks.filter(({ status }) => status === ' ').length,
      words: note.wordCount,
      lines: note.lineCount,
    },
  }
}

function firstOfEach(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, mostNames)
}
