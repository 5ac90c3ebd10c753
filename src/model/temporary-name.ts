/** The name of a new text beside its file while it is written. Hidden, so that it is not taken for a note. */
export function temporaryName(id: string): string {
  return `.flint-${id}.tmp`
}

/** The name of a new text that is written, on its way to its place, and then of what it has put out of there. */
export function keptName(id: string): string {
  return `.flint-${id}.kept`
}

/** Whether a file has such a name: one that is old was left by a process that was killed. */
export function isTemporaryName(name: string): boolean {
  // Asked of every file of a vault: most are told by their start.
  return name.startsWith('.flint-') && (isKeptName(name) || /^\.flint-[0-9a-f-]{36}\.tmp$/.test(name))
}

/** Whether a file has the name of a whole text, which may be another process's. */
export function isKeptName(name: string): boolean {
  return /^\.flint-[0-9a-f-]{36}\.kept$/.test(name)
}
