import type { NoteFilter } from '../index-db/note-filter.ts'
import { hasNote, typesOfNotes } from '../index-db/note-queries.ts'
import { fileNameOf, folderOf, pathIn, segmentsOf } from '../model/note-path.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/**
 * The filter with its folders and types as the vault writes them. Where none is written so, one is meant that differs in
 * case or in the form of its accents alone: `öl` finds the folder `Öl`, of whatever Unicode form.
 */
export async function meantFilter(vault: VaultContext, filter: NoteFilter): Promise<NoteFilter> {
  const { directory, pathStartsWith: start, type, all, not } = filter
  return {
    ...filter,
    ...(directory !== undefined && { directory: await meantFolder(vault, directory) }),
    ...(start !== undefined && (await meantStart(vault, start))),
    ...(type !== undefined && { type: await meantType(vault, type) }),
    ...(all !== undefined && { all: await inTurn(all, (part) => meantFilter(vault, part)) }),
    ...(not !== undefined && { not: await inTurn(not, (part) => meantFilter(vault, part)) }),
  }
}

/** A folder relative to the vault; empty for the vault itself. */
export async function meantFolder(vault: VaultContext, directory: string): Promise<string> {
  const spelled = vault.files.spelled(directory)
  const isKnown = spelled === '' || (await isThere(vault, { directory: spelled }))
  return isKnown ? spelled : ((await sameName(vault, spelled)) ?? spelled)
}

/** The folder of that name alone, in any case. Where there is none, the last name may be cut. */
async function meantStart(vault: VaultContext, start: string): Promise<NoteFilter> {
  const directory = await meantFolder(vault, start.replace(/\/+$/, ''))
  if (await isThere(vault, { directory })) return { pathStartsWith: undefined, directory }
  if (await isThere(vault, { pathStartsWith: start })) return { pathStartsWith: start }
  const whole = await sameName(vault, start)
  if (whole !== null) return { pathStartsWith: whole }
  const folder = await sameName(vault, folderOf(start))
  return { pathStartsWith: folder === null ? start : pathIn(folder, fileNameOf(start)) }
}

export async function meantType(vault: VaultContext, type: string): Promise<string> {
  if (await isThere(vault, { type })) return type
  const known = await vault.index.query(({ queries }) => typesOfNotes(queries))
  const key = normalizeKey(type)
  return known.find((one) => normalizeKey(one) === key) ?? type
}

async function isThere(vault: VaultContext, filter: NoteFilter): Promise<boolean> {
  return await vault.index.query(({ queries }) => hasNote(queries, filter))
}

/** What cannot be looked for is not there. Names beside it are not for who sees a part of the vault. */
async function sameName({ files, scope }: VaultContext, path: string): Promise<string | null> {
  if (scope !== null || path === '' || segmentsOf(path).length > deepest) return null
  return await files.sameName(path).catch(() => null)
}

const deepest = 40

async function inTurn<T>(items: readonly T[], change: (item: T) => Promise<T>): Promise<readonly T[]> {
  const changed: T[] = []
  for (const item of items) changed.push(changed.length < mostLooked ? await change(item) : item)
  return changed
}

/** A pasted text may have hundreds of operators, each of which is looked for on the disk. */
const mostLooked = 10
