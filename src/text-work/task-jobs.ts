import { addTask, type AddedTask } from '../markdown/edit/add-task.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { requireSection } from '../markdown/read/require-section.ts'
import type { ParsedNote, SourceRange } from '../model/parsed-note.ts'

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
  return addTask(text, note, header === undefined ? null : ownText(path, note, header), task)
}

/** A section's text up to its first subsection: what is added below that would be the subsection's. */
function ownText(path: string, note: ParsedNote, header: string): SourceRange {
  const { section } = requireSection(path, note, header, null)
  const { start, end } = section.content
  return { start, end: note.headings[section.heading + 1]?.range.start ?? end }
}

/** The text of the task on a line; null where there is none. */
export function readTaskAt(text: string, { line }: { readonly line: number }): string | null {
  return parseNote(text).tasks.find((task) => task.line === line)?.text ?? null
}
