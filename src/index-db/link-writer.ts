import type { Statement } from 'better-sqlite3'
import type { LinkRecord } from './note-record.ts'
import type { IndexDatabase } from './open-index.ts'

/** The note or canvas that links stand in. */
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
  readonly #ofNote: Statement<[number], StoredLink>
  readonly #ofFile: Statement<[number], StoredLink>

  constructor(db: IndexDatabase) {
    this.#add = db.prepare(
      `INSERT INTO link (source, source_file, target, target_file, ${columns})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#remove = db.prepare('DELETE FROM link WHERE id = ?')
    const of = (source: string) =>
      db.prepare<[number], StoredLink>(`SELECT id, ${columns} FROM link WHERE ${source} = ? ORDER BY id`)
    this.#ofNote = of('source')
    this.#ofFile = of('source_file')
  }

  /**
   * Gives the integer keys of the links that are new and of those that are as they were: these keep their rows, and whom
   * they mean. It goes line by line, so that the keys of a line are in its order. A source that was never read before has
   * none.
   */
  put(
    source: LinkSource,
    links: readonly LinkRecord[],
    isKnown: boolean,
  ): { readonly added: readonly number[]; readonly kept: readonly number[] } {
    const rows = links.map(toRow)
    if (!isKnown) return { added: rows.map((row) => this.#addRow(source, row)), kept: [] }
    const before = byLine((source.isFile ? this.#ofFile : this.#ofNote).all(source.id))
    const added: number[] = []
    const kept: number[] = []
    for (const [line, now] of byLine(rows)) {
      const known = before.get(line) ?? []
      if (isSame(known, now)) {
        kept.push(...known.map(({ id }) => id))
        before.delete(line)
      } else added.push(...now.map((row) => this.#addRow(source, row)))
    }
    for (const gone of before.values()) for (const { id } of gone) this.#remove.run(id)
    return { added, kept }
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

function byLine<Row extends { readonly line: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const lines = new Map<number, Row[]>()
  for (const row of rows) {
    const same = lines.get(row.line)
    if (same === undefined) lines.set(row.line, [row])
    else same.push(row)
  }
  return lines
}

function isSame(known: readonly LinkRow[], rows: readonly LinkRow[]): boolean {
  return JSON.stringify(known.map(valuesOf)) === JSON.stringify(rows.map(valuesOf))
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
