import { isIsoDate } from './is-iso-date.ts'

/**
 * The day that a task is due, `YYYY-MM-DD`, as Obsidian's Tasks and Dataview write it; null where it says none.
 *
 *     taskDue('Call Ada 📅 2026-01-31')       // '2026-01-31'
 *     taskDue('Call Ada [due:: 2026-01-31]')  // '2026-01-31'
 */
export function taskDue(text: string): string | null {
  const [, marked, bracketed] = due.exec(text) ?? []
  const day = marked ?? bracketed
  return day !== undefined && isIsoDate(day) ? day : null
}

const due =
  /(?:📅|📆|🗓)\uFE0F?\s*(\d{4}-\d{2}-\d{2})|[[(]\s*due\s*::\s*(\d{4}-\d{2}-\d{2})(?:[T ][^\])]*)?\s*[\])]/iu
