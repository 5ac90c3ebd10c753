import type { LinkName } from '../model/link-names.ts'
import type { LinkForm } from '../model/parsed-note.ts'
import type { KeyBearer } from '../model/resolve-link.ts'
import type { IndexDatabase } from './open-index.ts'
import { selectBearers } from './select-bearers.ts'

/** A link as the index has it: enough to resolve it, and its place. */
export interface GraphLink {
  readonly id: number
  readonly target: string
  readonly heading: string | null
  readonly form: LinkForm
  /** Path of the note or canvas that holds it. */
  readonly from: string
}

export interface GraphFile {
  readonly id: number
  readonly path: string
}

interface TitledNote extends GraphFile {
  readonly title: string
}

export interface GraphNote extends TitledNote {
  readonly names: readonly LinkName[]
}

/** Look-ups in the link graph, each by a key. What a name means is cached: use one graph for one plan. */
export interface LinkGraph {
  readonly bearersOf: (key: string) => readonly KeyBearer[]
  readonly note: (path: string) => GraphNote | null
  readonly file: (path: string) => GraphFile | null
  readonly notesBelow: (folder: string) => readonly GraphNote[]
  readonly filesBelow: (folder: string) => readonly GraphFile[]
  readonly titleOf: (note: number) => string | null
  readonly linksFrom: (source: { readonly isFile: boolean; readonly id: number }) => readonly GraphLink[]
  /** Other notes' links to a heading of this note. */
  readonly linksToHeadings: (note: number) => readonly GraphLink[]
  /** The links to resolve again when the notes or files with this name change. */
  readonly linksWaitingFor: (key: string) => readonly GraphLink[]
}

export function openLinkGraph(db: IndexDatabase): LinkGraph {
  const bearers = new Map<string, readonly KeyBearer[]>()
  const readBearers = db.prepare<[string], KeyBearer>(`${selectBearers} WHERE k.key = ?`)
  const readNames = db.prepare<[number], LinkName>(
    "SELECT key, kind FROM link_key WHERE bearer = ? AND kind IN ('path', 'name', 'title', 'alias')",
  )
  const noteColumns = 'SELECT id, path, title FROM note'
  const noteAt = db.prepare<[string], TitledNote>(`${noteColumns} WHERE path = ?`)
  const notesIn = db.prepare<[string, string], TitledNote>(
    `${noteColumns} WHERE path >= ? AND path < ? ORDER BY path`,
  )
  const fileAt = db.prepare<[string], GraphFile>('SELECT id, path FROM file WHERE path = ?')
  const filesIn = db.prepare<[string, string], GraphFile>(
    'SELECT id, path FROM file WHERE path >= ? AND path < ? ORDER BY path',
  )
  const title = db.prepare<[number], string>('SELECT title FROM note WHERE id = ?').pluck()
  const links = `SELECT l.id, l.raw AS target, l.heading, l.form, coalesce(n.path, f.path) AS "from" FROM link l
    LEFT JOIN note n ON n.id = l.source LEFT JOIN file f ON f.id = l.source_file WHERE l.raw <> '' AND`
  const ofNote = db.prepare<[number], GraphLink>(`${links} l.source = ?`)
  const ofFile = db.prepare<[number], GraphLink>(`${links} l.source_file = ?`)
  const toHeadings = db.prepare<[number], GraphLink>(`${links} l.target = ? AND l.heading IS NOT NULL`)
  const waiting = db.prepare<[string, string, string], GraphLink>(`${links} l.id IN (
    SELECT id FROM link WHERE exact_key = ?
    UNION SELECT id FROM link WHERE relative_key = ?
    UNION SELECT id FROM link WHERE name_key = ? AND name_key <> exact_key)`)
  const withNames = (note: TitledNote): GraphNote => ({
    ...note,
    names: readNames.all(note.id),
  })
  return {
    bearersOf: (key) => {
      const known = bearers.get(key) ?? readBearers.all(key)
      bearers.set(key, known)
      return known
    },
    note: (path) => {
      const note = noteAt.get(path)
      return note === undefined ? null : withNames(note)
    },
    file: (path) => fileAt.get(path) ?? null,
    notesBelow: (folder) => notesIn.all(`${folder}/`, `${folder}0`).map(withNames),
    filesBelow: (folder) => filesIn.all(`${folder}/`, `${folder}0`),
    titleOf: (note) => title.get(note) ?? null,
    linksFrom: ({ isFile, id }) => (isFile ? ofFile : ofNote).all(id),
    linksToHeadings: (note) => toHeadings.all(note),
    linksWaitingFor: (key) => waiting.all(key, key, key),
  }
}
