import { normalizeKey, pathKey } from './normalize-key.ts'
import { fileNameOf, isNotePath, stemOf, withoutNoteExtension } from './note-path.ts'
import type { KeyBearer, KeyKind } from './resolve-link.ts'

/** A name by which links find a note or a file. */
export interface LinkName {
  readonly key: string
  readonly kind: KeyKind
}

/** The names that a note bears; its aliases are normalised already. */
export function noteNames(note: {
  readonly path: string
  readonly title: string
  readonly aliases: readonly string[]
  /** As `programName` says it. */
  readonly programName: string | null
}): readonly LinkName[] {
  return [
    { kind: 'path', key: pathKey(withoutNoteExtension(note.path)) },
    { kind: 'name', key: pathKey(stemOf(note.path)) },
    { kind: 'title', key: normalizeKey(note.title) },
    ...note.aliases.map((key): LinkName => ({ kind: 'alias', key })),
    ...(note.programName === null ? [] : [{ kind: 'program-name' as const, key: pathKey(note.programName) }]),
  ]
}

/** The names that a file which is no note bears. A document in Markdown has its path alone: no link to a note means it. */
export function fileNames(path: string): readonly LinkName[] {
  const byPath: LinkName = { kind: 'file-path', key: pathKey(withoutNoteExtension(path)) }
  return isNotePath(path) ? [byPath] : [byPath, { kind: 'file-name', key: pathKey(fileNameOf(path)) }]
}

/** A note or a file, whatever it is called. */
export interface Bearer {
  readonly isFile: boolean
  /** Integer key of the note, or of the file. */
  readonly id: number
}

/** A bearer that will have other names, or another place; null where it leaves the vault. */
export interface Renamed extends Bearer {
  readonly after: { readonly path: string; readonly names: readonly LinkName[] } | null
}

export function isFileKind(kind: KeyKind): boolean {
  return kind === 'file-path' || kind === 'file-name'
}

export function isSameBearer(a: KeyBearer, b: KeyBearer): boolean {
  return a.id === b.id && isFileKind(a.kind) === isFileKind(b.kind)
}

/** Who will bear a name once these have theirs; the others keep what they bear. */
export function bearersAfter(
  bearersOf: (key: string) => readonly KeyBearer[],
  renamed: readonly Renamed[],
): (key: string) => readonly KeyBearer[] {
  const notes = new Set<number>()
  const files = new Set<number>()
  const added = new Map<string, KeyBearer[]>()
  for (const { isFile, id, after } of renamed) {
    ;(isFile ? files : notes).add(id)
    if (after === null) continue
    for (const { key, kind } of after.names) {
      const bearers = added.get(key) ?? []
      bearers.push({ kind, id, path: after.path })
      added.set(key, bearers)
    }
  }
  return (key) => [
    ...bearersOf(key).filter(({ kind, id }) => !(isFileKind(kind) ? files : notes).has(id)),
    ...(added.get(key) ?? []),
  ]
}
