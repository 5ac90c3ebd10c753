import type { Cli } from '../cli.ts'
import { oneLine, plainPath } from '../plain-text.ts'

interface Written {
  readonly change_id?: string | undefined
  readonly warnings?: readonly string[] | undefined
  readonly backups?: readonly string[] | undefined
}

/** What was done, and the number that takes it back, with that of what had to be done before it. */
export function describeWritten(
  { change_id: id, warnings = [], backups = [] }: Written,
  done: string,
  cli: Cli,
  before?: string,
): string {
  for (const warning of warnings) cli.tell(oneLine(warning))
  // What only a backup has no undo brings back.
  if (backups.length > 0) return [done, ...backups.map((path) => `Backup: ${plainPath(path)}`)].join('\n')
  return id === undefined
    ? done
    : `${done} ${cli.terminal.paint('dim', `Undo: flint undo ${[id, before ?? []].flat().join(' ')}`)}`
}
