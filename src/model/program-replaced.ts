/** The files that this process was started from are gone, or are another flint's: it was updated, moved or removed meanwhile. */
export class ProgramReplaced extends Error {
  override readonly name = 'ProgramReplaced'

  constructor(options?: ErrorOptions) {
    super('flint was updated, moved or removed since it was started here.', options)
  }
}

/** What to do about it. */
export const startAgain = 'Start flint again: in a client, reconnect to its server.'

/** By its name: what loads the program has the class twice, and threads hand errors over as plain ones. */
export function isReplaced(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ProgramReplaced'
}
