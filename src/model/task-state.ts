export const taskStates = ['open', 'done', 'cancelled'] as const

/** What the character between a task's brackets means: an invented one means an open task. */
export type TaskState = (typeof taskStates)[number]

export const doneMarks: readonly string[] = ['x', 'X']
export const cancelledMarks: readonly string[] = ['-']

/**
 * The state that Obsidian's Tasks plugin and its themes read in a mark: `[/]`, `[>]` and all the others are open.
 *
 *     taskState('/')   // 'open'
 */
export function taskState(mark: string): TaskState {
  if (doneMarks.includes(mark)) return 'done'
  return cancelledMarks.includes(mark) ? 'cancelled' : 'open'
}
