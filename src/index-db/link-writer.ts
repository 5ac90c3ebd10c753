import type { Statement } from 'better-sqlite3'
import { findShift } from './find-shift.ts'
import type { LinkRecord } from './note-record.ts'
import type { IndexDatabase } from './open-index.ts'

/** The note or canvas that holds links. */
interface LinkSource {
  readonly isFile: boolean
  readonly id: number
}

type LinkRow = ReturnType<typeof toRow>

interface StoredLink extends LinkRow {
  readonly id: number
}

const columns = 'raw, exact_key, relative_key, name_key, heading, block, shown, form, is_embed, line'

/** Keeps the links of each source as its text has them. */
export class LinkWriter {
  readonly #add: Statement
  readonly #remove: Statement
  readonly #ofNote: SourceStatements
  readonly #ofFile: SourceStatements

  constructor(db: IndexDatabase) {
    this.#add = db.prepare(
      `INSERT INTO link (source, source_file, target, target_file, ${columns})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#remove = db.prepare('DELETE FROM link WHERE id = ?')
    this.#ofNote = prepareFor(db, 'source')
    this.#ofFile = prepareFor(db, 'source_file')
  }

  /**
   * Writes a source's links and returns the integer keys of the new and of the kept ones, which keep their rows and
   * targets. Compares line by line, so that the keys of a line are in its order. Links below inserted or removed lines
   * get their new line numbers in one statement. A source that was never read has no links.
   */
  put(
    source: LinkSource,
    links: readonly LinkRecord[],
    isKnown: boolean,
  ): { readonly added: readonly number[]; readonly kept: readonly number[] } {
    const rows = links.map(toRow)
    if (!isKnown) return { added: rows.map((row) => this.#addRow(source, row)), kept: [] }
    const { list, shift } = source.isFile ? this.#ofFile : this.#ofNote
    const stored = list.all(source.id).sort(byLineNumber)
    const now = rows.sort(byLineNumber)
    const { head, tail, by } = findShift(stored, now, isSame)
    const kept: number[] = []
    for (const { id } of stored.slice(0, head)) kept.push(id)
    for (const { id } of stored.slice(stored.length - tail)) kept.push(id)
    const before = Map.groupBy(stored.slice(head, stored.length - tail), lineOf)
    const added: LinkRow[] = []
    for (const [line, ofLine] of Map.groupBy(now.slice(head, now.length - tail), lineOf)) {
      const known = before.get(line) ?? []
      const isAsBefore = known.length === ofLine.length && known.every((row, at) => isSame(row, ofLine[at]))
      if (isAsBefore) {
        for (const { id } of known) kept.push(id)
        before.delete(line)
      } else for (const row of ofLine) added.push(row)
    }
    for (const gone of before.values()) for (const { id } of gone) this.#remove.run(id)
    const firstMoved = stored[stored.length - tail]
    if (by !== 0 && firstMoved !== undefined) shift.run(by, source.id, firstMoved.line)
    return { added: added.map((row) => this.#addRow(source, row)), kept }
  }

  #addRow({ isFile, id }: LinkSource, row: LinkRow): number {
    // A link without a name leads into its own note or canvas.
    const target = row.raw === '' ? id : null
    const note = isFile ? null : id
    const file = isFile ? id : null
    const own = [isFile ? null : target, isFile ? target : null]
    return Number(this.#add.run(note, file, ...own, ...valuesOf(row)).lastInsertRowid)
  }
}

type SourceStatements = ReturnType<typeof prepareFor>

function prepareFor(db: IndexDatabase, source: 'source' | 'source_file') {
  return {
    list: db.prepare<[number], StoredLink>(`SELECT id, ${columns} FROM link WHERE ${source} = ? ORDER BY id`),
    shift: db.prepare<[number, number, number]>(
      `UPDATE link SET line = line + ? WHERE ${source} = ? AND line >= ?`,
    ),
  }
}

function lineOf({ line }: LinkRow): number {
  return line
}

function byLineNumber(a: LinkRow, b: LinkRow): number {
  return a.line - b.line
}

/** Whether two links are equal but for their lines. */
function isSame(a: LinkRow, b: LinkRow | undefined): boolean {
  return (
    a.raw === b?.raw &&
    a.exact_key === b.exact_key &&
    a.relative_key === b.relative_key &&
    a.name_key === b.name_key &&
    a.heading === b.heading &&
    a.block === b.block &&
    a.shown === b.shown &&
    a.form === b.form &&
    a.is_embed === b.is_embed
  )
}

function toRow({ raw, keys, heading, block, shown, form, isEmbed, line }: LinkRecord) {
  const is_embed = isEmbed ? 1 : 0
  const { exact: exact_key, relative: relative_key, name: name_key } = keys
  return { raw, exact_key, relative_key, name_key, heading, block, shown, form, is_embed, line }
}

/** In the order of the columns. */
function valuesOf(row: LinkRow): readonly (string | number | null)[] {
  const { raw, exact_key, relative_key, name_key, heading, block, shown, form, is_embed, line } = row
  return [raw, exact_key, relative_key, name_key, heading, block, shown, form, is_embed, line]
}
