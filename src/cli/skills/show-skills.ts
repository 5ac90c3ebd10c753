import { basename } from 'node:path'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'

interface ShownSkill {
  readonly path: string
  readonly outcome: string
  readonly backup: string | null
}

/** One line for each file: what happened to it, its path, and the copy that was made. */
export function showSkills(files: readonly ShownSkill[], { paint }: Terminal): string {
  return formatTable(
    files.map(({ path, outcome, backup }) => [
      paint('dim', outcome),
      path,
      ...(backup === null ? [] : [`yours is in ${basename(backup)}`]),
    ]),
  )
}
