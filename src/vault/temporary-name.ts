import { randomUUID } from 'node:crypto'

/** Hidden, so that nobody takes it for a note. */
export function temporaryName(): string {
  return `.flint-${randomUUID()}.tmp`
}

export function isTemporaryName(name: string): boolean {
  return /^\.flint-[0-9a-f-]{36}\.tmp$/.test(name)
}
