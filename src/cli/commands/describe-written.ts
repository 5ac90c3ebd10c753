import type { Cli } from '../cli.ts'
import { oneLine } from '../plain-text.ts'

interface Written {
  readonly change_id?: string | undefined
  readonly warnings?: readonly string[] | undefined
}

/** What was done, and the number that takes it back, with that of what had to be done before it. */
export function describeWritten(
  { change_id: id, warnings = [] }: Written,
  done: string,
  cli: Cli,
  before?: string,
): string {
  for (const warning of warnings) cli.tell(oneLine(warning))
  return id === undefined
    ? done
    : `${done} ${cli.terminal.paint('dim', `Undo: flint undo ${[id, before ?? []].flat().join(' ')}`)}`
}
