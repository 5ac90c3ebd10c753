import type { History } from './history.ts'
import { changesAfter } from './note-trail.ts'
import type { RecordedChange } from './recorded-change.ts'

/**
 * Which of these changes, and of those that came after them where they wrote, must be undone before one can be; newest
 * first. What `isOpen` refuses is left out, with what follows from it.
 */
export async function changesInTheWay(
  history: History,
  found: readonly string[],
  isOpen: (change: RecordedChange) => Promise<boolean>,
): Promise<readonly string[]> {
  const waiting = [...found]
  const seen = new Set<string>()
  const walked = new Set<string>()
  const open: string[] = []
  let room = mostFollowed
  for (const id of waiting) {
    if (seen.has(id)) continue
    seen.add(id)
    const change = await history.find(id)
    if (change === null || !(await isOpen(change))) continue
    open.push(id)
    const steps = room > 0 ? ((await history.paths([id], room)).get(id) ?? []) : []
    room -= steps.length
    // What was moved away from a path is followed, and what others put there since.
    for (const step of steps)
      for (const movedTo of new Set([step.movedTo, null])) {
        const next = { ...step, movedTo, change: Number(id) + 1, position: -1 }
        waiting.push(...(await changesAfter(history, next, walked)))
      }
  }
  return open.sort((a, b) => Number(b) - Number(a))
}

// Of more files nobody reads a list of changes.
const mostFollowed = 1_000
