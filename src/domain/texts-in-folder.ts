import type { FileChange } from '../changes/change-plan.ts'
import { readBelow, readTyped, readTypeFolders } from '../index-db/indexed-state.ts'
import { fileNameOf, isInside, isNotePath, noteTypeOf, typeFileName } from '../model/note-path.ts'
import { isRawDocument } from '../vault/raw-path.ts'
import { requireEditable } from '../vault/note-writer.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { MovedFolder } from './moved-files.ts'
import { movedText } from './moved-text.ts'
import { retyped, typeName, type TypeName } from './retyped.ts'

/**
 * The plan of a folder's move with what its notes say of themselves: a `type` that flint wrote follows the folder, and
 * documents that leave raw/ say where they are from. They are changed at their old places, before the folder moves.
 */
export async function changeTextsInFolder(
  vault: VaultContext,
  { from, to }: MovedFolder,
  changes: readonly FileChange[],
): Promise<readonly FileChange[]> {
  const placeOf = (path: string) => (isInside(path, from) ? to + path.slice(from.length) : path)
  const rewritten = new Map(
    changes.flatMap((change) => (change.kind === 'replace' ? [[change.path, change]] : [])),
  )
  for (const { path, oldType, newType } of await typesThatChange(vault, from, placeOf)) {
    const planned = rewritten.get(path)
    const before = planned?.before ?? (await editable(vault, path))
    if (before === null) continue
    const text = planned?.text ?? before.text
    const changed = await retyped(vault, text, oldType, newType)
    if (changed === text) continue
    const after = await vault.writer.touched(changed)
    rewritten.set(path, { kind: 'replace', path, before, text: after })
  }
  for (const path of await documentsThatCross(vault, from, placeOf)) {
    const before = await editable(vault, path)
    if (before === null) continue
    const text = await movedText(vault, path, placeOf(path), before.text)
    if (text !== before.text) rewritten.set(path, { kind: 'replace', path, before, text })
  }
  return [...rewritten.values(), ...changes.filter(({ kind }) => kind !== 'replace')]
}

/** Null for a file that is longer than notes are edited: it moves with all its bytes. */
async function editable(vault: VaultContext, path: string): Promise<StoredFile | null> {
  const file = await vault.writer.readAsIs(path)
  if (file.cutFrom !== null) return null
  requireEditable(file)
  return file
}

type PlaceOf = (path: string) => string

/** The notes below a folder whose frontmatter names a type that is another one once the folder has moved. */
async function typesThatChange(vault: VaultContext, from: string, placeOf: PlaceOf) {
  const { typed, typeFolders } = await vault.index.queryWhole(({ db }) =>
    Promise.resolve({ typed: readTyped(db, from), typeFolders: readTypeFolders(db) }),
  )
  const foldersAfter = new Set([...typeFolders].map(placeOf))
  const names = new Map<string, TypeName>()
  const found: { readonly path: string; readonly oldType: TypeName; readonly newType: TypeName }[] = []
  for (const { path, type } of typed) {
    const newName = noteTypeOf(placeOf(path), foldersAfter)
    if (newName === type) continue
    const oldType = names.get(type) ?? (await typeName(vault, type))
    const newType = names.get(newName) ?? (await typeName(vault, newName))
    names.set(type, oldType).set(newName, newType)
    found.push({ path, oldType, newType })
  }
  return found
}

/** Markdown files below a folder that lie in raw/ before its move or after it. */
async function documentsThatCross(
  vault: VaultContext,
  from: string,
  placeOf: PlaceOf,
): Promise<readonly string[]> {
  const { notes, files } = await vault.index.queryWhole(({ db }) => Promise.resolve(readBelow(db, [from])))
  return [...notes, ...files].filter(
    (path) =>
      isNotePath(path) &&
      fileNameOf(path) !== typeFileName &&
      isRawDocument(path) !== isRawDocument(placeOf(path)),
  )
}
