import { addTask, type AddedTask } from '../markdown/edit/add-task.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { requireSection } from '../markdown/read/require-section.ts'
import type { ParsedNote, Section, SourceRange } from '../model/parsed-note.ts'

/** The note's text with one task more, in the section of this heading or anywhere. */
export function addNamedTask(
  text: string,
  {
    path,
    header,
    task,
  }: { readonly path: string; readonly header?: string | undefined; readonly task: string },
): AddedTask {
  const note = parseNote(text)
  const section = header === undefined ? firstLane(note) : requireSection(path, note, header, null).section
  return addTask(text, note, section && ownText(note, section), task)
}

/** Where a card goes on a board of Obsidian's Kanban plugin, whose last section is its archive. Null for other notes. */
function firstLane({ frontmatter, sections }: ParsedNote): Section | null {
  return 'kanban-plugin' in frontmatter.data ? (sections[0] ?? null) : null
}

/** A section's text up to its first subsection: what is added below that would be the subsection's. */
function ownText({ headings }: ParsedNote, { heading, content: { start, end } }: Section): SourceRange {
  return { start, end: headings[heading + 1]?.range.start ?? end }
}

/** The text of the task on a line; null where there is none. */
export function readTaskAt(text: string, { line }: { readonly line: number }): string | null {
  return parseNote(text).tasks.find((task) => task.line === line)?.text ?? null
}
