import type { HeadingChange } from '../markdown/edit/write-heading.ts'
import type { GraphNote, LinkGraph } from '../index-db/link-graph.ts'
import {
  bearersAfter,
  fileNames,
  isFileKind,
  noteNames,
  type LinkName,
  type Renamed,
} from '../model/link-names.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { isHidden, isNotePath, stemOf } from '../model/note-path.ts'
import { programName, type NamingRule } from '../model/program-name.ts'
import type { NamesChange } from '../model/relink.ts'
import type { KeyBearer } from '../model/resolve-link.ts'
import type { OwnNames } from '../markdown/read/note-facts.ts'
import { isRawDocument } from '../vault/raw-path.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { exists } from './check-moves.ts'
import type { MovedFile, MovedFolder } from './moved-files.ts'

/** The vault's names after a plan, against which its links are resolved. */
export interface FutureNames extends NamesChange {
  /** Old path → new path of every note and file that lies elsewhere afterwards. */
  readonly moved: ReadonlyMap<string, string>
  /** Those of them that leave the graph: their own links no longer count. */
  readonly leaving: ReadonlySet<string>
  /** Notes and canvases whose place changes. */
  readonly sources: readonly { readonly isFile: boolean; readonly id: number; readonly path: string }[]
  /** Every name that a note gains, loses or bears in another place. */
  readonly keys: ReadonlySet<string>
  /** Whatever gets another place. */
  readonly moving: readonly Renamed[]
  /** Headings that get other words, by their note. */
  readonly headings: ReadonlyMap<number, HeadingChange>
}

/** A file that a plan names, and the names that its text bears afterwards; one that is no note bears none. */
export interface NamedFile extends Pick<MovedFile, 'from' | 'to' | 'heading'> {
  readonly names: OwnNames
}

export async function withNames(
  { textWork }: VaultContext,
  { from, to, heading, text }: Omit<MovedFile, 'before'>,
): Promise<NamedFile> {
  const names = isNotePath(from) ? await textWork.run('readOwnNames', text, null) : noNames
  return { from, to, heading, names }
}

const noNames: OwnNames = { title: null, aliases: [] }

export function futureNames(
  graph: LinkGraph,
  files: readonly NamedFile[],
  folders: readonly MovedFolder[],
  { settings, watchesRaw }: Pick<VaultContext, 'settings' | 'watchesRaw'>,
  made: readonly Omit<NamedFile, 'heading'>[] = [],
): FutureNames {
  const renamed: Renamed[] = []
  const moving: Renamed[] = []
  const moved = new Map<string, string>()
  const leaving = new Set<string>()
  const keys = new Set<string>()
  const titles = new Map<number, string>()
  const headings = new Map<number, HeadingChange>()
  const sources: FutureNames['sources'][number][] = []

  // What comes into a folder of documents is found by its path alone.
  const foundBy = (to: string, names: readonly LinkName[]) =>
    watchesRaw && isRawDocument(to) ? names.filter(({ kind }) => kind.endsWith('path')) : names
  const { naming } = settings
  const namesOf = ({ title, aliases }: OwnNames, to: string) =>
    noteNames({
      path: to,
      title: title ?? stemOf(to),
      aliases: aliases.map(normalizeKey),
      programName: programName(to, naming),
    })

  const add = (
    isFile: boolean,
    known: { readonly id: number; readonly path: string },
    place: { readonly to: string; readonly before: readonly LinkName[]; readonly after: readonly LinkName[] },
  ) => {
    const { to, before } = place
    const after = foundBy(to, place.after)
    const isSame = (a: LinkName) => (b: LinkName) => a.key === b.key && a.kind === b.kind
    const isStaying = to === known.path
    const gone = isHidden(to)
    if (!isStaying) {
      moved.set(known.path, to)
      sources.push({ isFile, id: known.id, path: known.path })
      if (gone) leaving.add(known.path)
    }
    for (const name of before) if (!isStaying || !after.some(isSame(name))) keys.add(name.key)
    for (const name of after) if (!isStaying || !before.some(isSame(name))) keys.add(name.key)
    const bearer = { isFile, id: known.id, after: gone ? null : { path: to, names: after } }
    renamed.push(bearer)
    if (!isStaying) moving.push(bearer)
  }

  for (const { from, to, names, heading } of files) {
    const known = isNotePath(from) ? graph.note(from) : null
    if (known !== null) {
      titles.set(known.id, names.title ?? stemOf(to))
      if (heading !== null) headings.set(known.id, heading)
      add(false, known, { to, before: known.names, after: namesOf(names, to) })
    } else {
      const file = graph.file(from)
      if (file !== null) add(true, file, { to, before: fileNames(from), after: fileNames(to) })
    }
    // One that is not in the index may still have links of its own.
    if (from !== to && !moved.has(from)) moved.set(from, to)
  }
  for (const { from, to } of folders) {
    const placeOf = (path: string) => to + path.slice(from.length)
    for (const note of graph.notesBelow(from)) {
      const place = placeOf(note.path)
      add(false, note, { to: place, before: note.names, after: namesAt(note, place, naming) })
    }
    for (const file of graph.filesBelow(from)) {
      const place = placeOf(file.path)
      add(true, file, { to: place, before: fileNames(file.path), after: fileNames(place) })
    }
  }
  for (const [index, { to, names }] of made.entries()) {
    // The index has no key for it yet.
    const id = -1 - index
    titles.set(id, names.title ?? stemOf(to))
    const after = foundBy(to, namesOf(names, to))
    for (const { key } of after) keys.add(key)
    const bearer = { isFile: false, id, after: { path: to, names: after } }
    renamed.push(bearer)
    moving.push(bearer)
  }

  const after = bearersAfter(graph.bearersOf, renamed)
  const notes = new Map(renamed.filter(({ isFile }) => !isFile).map((bearer) => [bearer.id, bearer]))
  const others = new Map(renamed.filter(({ isFile }) => isFile).map((bearer) => [bearer.id, bearer]))
  return {
    moved,
    leaving,
    sources,
    keys,
    headings,
    moving,
    before: graph.bearersOf,
    after,
    placeAfter: ({ kind, id, path }: KeyBearer) => {
      const isFile = isFileKind(kind)
      const change = (isFile ? others : notes).get(id)
      if (change?.after === null) return null
      const title = isFile ? null : (titles.get(id) ?? graph.titleOf(id))
      return { path: change?.after?.path ?? path, title }
    },
    linkPath: settings.linkPath,
    naming,
  }
}

/** A note in a folder that moves: its title is what it was, for its file name is. */
function namesAt({ names, title }: GraphNote, path: string, naming: NamingRule | null): readonly LinkName[] {
  const aliases = names.filter(({ kind }) => kind === 'alias').map(({ key }) => key)
  return noteNames({ path, title, aliases, programName: programName(path, naming) })
}

/** Two notes whose paths differ in case alone are one file on other systems: none is given such a place. */
export function refuseTwins({ moving, after: bearersOf }: FutureNames): void {
  for (const { id, after } of moving) {
    for (const { key, kind } of after?.names ?? []) {
      if (kind !== 'path' && kind !== 'file-path') continue
      const twin = bearersOf(key).find((bearer) => bearer.kind === kind && bearer.id !== id)
      if (twin !== undefined) throw exists(twin.path)
    }
  }
}
