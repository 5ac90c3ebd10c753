import type { CommandFace, OptionFace } from '../command-face.ts'

/** A command with all the options that it takes. */
export interface CompletedCommand extends CommandFace {
  readonly allOptions: readonly OptionFace[]
}
