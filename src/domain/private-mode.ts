import type { VaultContext } from '../vault/vault-context.ts'

/** The permissions of a file that only its user may read, for a note that takes text from it; else those of any new file. */
export async function privateMode({ files }: VaultContext, path: string): Promise<number | undefined> {
  const state = await files.look(path)
  return state.kind === 'file' ? privateAlone(state.mode) : undefined
}

/** These permissions, if they are for a user alone. */
export function privateAlone(mode: number): number | undefined {
  return (mode & 0o077) === 0 ? mode & 0o777 : undefined
}
