import type { ParsedNote } from '../../model/parsed-note.ts'
import { taskState } from '../../model/task-state.ts'
import { isIsoDate } from '../../model/is-iso-date.ts'
import { beginning } from '../../model/whole-characters.ts'

/** A part of a note that may be out of date. */
export interface StalePart {
  /** An open task with a past date, a section whose tasks are all done, or a placeholder such as TODO. */
  readonly kind: 'overdue task' | 'finished tasks' | 'placeholder'
  readonly line_number: number
  readonly text: string
}

// Fewer done tasks do not make a finished section.
const leastTasks = 3
const longestText = 200

/**
 * What in a note looks out of date, by plain signs alone: open tasks with a date before `today` (`YYYY-MM-DD`),
 * sections whose tasks (three or more) are all done, and `TODO`, `TBD`, `FIXME` in running text.
 */
export function findStaleParts(text: string, note: ParsedNote, today: string): readonly StalePart[] {
  const overdue = note.tasks
    .filter(({ status }) => taskState(status) === 'open')
    .filter((task) => dates(task.text).some((date) => date < today))
    .map((task) => ({ kind: 'overdue task' as const, line_number: task.line, text: shown(task.text) }))
  // Sections and tasks are both in text order.
  let first = 0
  const finished = note.sections.flatMap(({ heading, content }, index): readonly StalePart[] => {
    const own = note.headings[heading]
    // Without the subsections, which are looked at by themselves.
    const end = Math.min(content.end, note.sections[index + 1]?.range.start ?? Infinity)
    while ((note.tasks[first]?.range.start ?? Infinity) < content.start) first += 1
    let last = first
    while ((note.tasks[last]?.range.start ?? Infinity) < end) last += 1
    const tasks = note.tasks.slice(first, last)
    if (
      own === undefined ||
      tasks.length < leastTasks ||
      tasks.some(({ status }) => taskState(status) === 'open')
    )
      return []
    return [{ kind: 'finished tasks', line_number: own.line, text: `${own.text} (${tasks.length} done)` }]
  })
  const waiting = text
    .slice(note.frontmatter.bodyStart)
    .split('\n')
    .flatMap((line, index): readonly StalePart[] =>
      /\b(?:TODO|TBD|FIXME)\b/.test(line)
        ? [{ kind: 'placeholder', line_number: note.frontmatter.bodyLine + index, text: shown(line) }]
        : [],
    )
  return [...overdue, ...finished, ...waiting].sort((a, b) => a.line_number - b.line_number)
}

function dates(text: string): readonly string[] {
  return (text.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? []).filter(isIsoDate)
}

function shown(text: string): string {
  return beginning(text.trim(), longestText)
}
