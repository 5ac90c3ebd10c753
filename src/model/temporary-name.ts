/** The name of a new text beside its file, on its way there. Hidden, so that nobody takes it for a note. */
export function temporaryName(id: string): string {
  return `.flint-${id}.tmp`
}

/** Whether a file has such a name: one that is old was left by a process that was killed. */
export function isTemporaryName(name: string): boolean {
  return /^\.flint-[0-9a-f-]{36}\.tmp$/.test(name)
}
