import type { GivenTo } from './command-face.ts'
import type { Face } from './command-list.ts'

/** What the command of this name is given, as its face says. */
export type Given<Name extends Face['name']> = GivenTo<Extract<Face, { readonly name: Name }>>

/** A command's result: the value that `--json` prints, and a text for people. */
export interface Outcome {
  readonly data: unknown
  /** Or the bytes of a file. */
  readonly text: string | Uint8Array
  /** For a result that is not an error, yet not well either: `flint doctor` found something. */
  readonly exitCode?: number
  /** It holds names or texts of other people as they are: a pipe gets them so, a terminal without control characters. */
  readonly isRaw?: boolean
  /** Printed as it is, without a line end of ours. */
  readonly isExact?: boolean
}
