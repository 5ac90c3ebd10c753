import type { Bearer, LinkName } from '../model/link-names.ts'
import type { LinkForm } from '../model/parsed-note.ts'
import type { IndexDatabase } from './open-index.ts'
import { bearerReader, selectWaiting } from './read-bearers.ts'

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

export type LinkGraph = ReturnType<typeof openLinkGraph>

/** Look-ups in the link graph, each by a key. What a name means is cached: use one graph for one plan. */
export function openLinkGraph(db: IndexDatabase) {
  const readNames = db.prepare<[number], LinkName>(
    "SELECT key, kind FROM link_key WHERE bearer = ? AND kind NOT IN ('file-path', 'file-name')",
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
  const waiting = db.prepare<[string, string, string], GraphLink>(`${links} l.id IN (${selectWaiting})`)
  const withNames = (note: TitledNote): GraphNote => ({
    ...note,
    names: readNames.all(note.id),
  })
  return {
    bearersOf: bearerReader(db),
    note: (path: string) => {
      const note = noteAt.get(path)
      return note === undefined ? null : withNames(note)
    },
    file: (path: string) => fileAt.get(path) ?? null,
    notesBelow: (folder: string) => notesIn.all(`${folder}/`, `${folder}0`).map(withNames),
    filesBelow: (folder: string) => filesIn.all(`${folder}/`, `${folder}0`),
    titleOf: (note: number) => title.get(note) ?? null,
    linksFrom: ({ isFile, id }: Bearer) => (isFile ? ofFile : ofNote).all(id),
    /** Other notes' links to a heading of this note. */
    linksToHeadings: (note: number) => toHeadings.all(note),
    /** The links to resolve again when the notes or files with this name change. */
    linksWaitingFor: (key: string) => waiting.all(key, key, key),
  }
}
