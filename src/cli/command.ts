import type { Cli } from './cli.ts'
import type { CommandFace } from './command-face.ts'

/** A command's result: the value that `--json` prints, and a text for people. */
export interface Outcome {
  readonly data: unknown
  readonly text: string
  /** For a result that is not an error, yet not well either: `flint doctor` found something. */
  readonly exitCode?: number
  /** It holds names or texts of other people as they are: a pipe gets them so, a terminal without control characters. */
  readonly isRaw?: boolean
  /** Printed as it is, without a line end of ours. */
  readonly isExact?: boolean
}

/** The code of a command, loaded when it runs. Null when it has printed for itself. */
export type RunCommand = (given: unknown, cli: Cli) => Promise<Outcome | null>

/** A command and its code. */
export interface Command extends CommandFace {
  readonly load: () => Promise<RunCommand>
}
