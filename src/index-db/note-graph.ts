import type { IndexDatabase } from './open-index.ts'

/** Notes and which of them are linked, in either direction. */
export interface NoteGraph {
  readonly nodes: readonly GraphNode[]
  /** Pairs of indexes into `nodes`: the note with the link, then the one it leads to. Each pair of notes is there once. */
  readonly edges: readonly (readonly [number, number])[]
  /** How many notes there are, whether or not they are in the graph. */
  readonly total: number
  readonly isCut: boolean
}

export interface GraphNode {
  readonly path: string
  readonly title: string
  readonly type: string
  readonly updated: string
  /** How many notes are linked with it in the whole vault. */
  readonly degree: number
}

interface NodeRow extends Omit<GraphNode, 'degree'> {
  readonly id: number
}

const nodeColumns = 'SELECT id, path, title, type, updated FROM note'
const betweenNotes = 'FROM link WHERE target IS NOT NULL AND source IS NOT NULL AND target <> source'

/** All notes by path, at most `most`, those with the most links first. */
export function readNoteGraph(db: IndexDatabase, most: number): NoteGraph {
  return db.transaction(() => {
    const pairs = distinct(
      db.prepare<[], [number, number]>(`SELECT DISTINCT source, target ${betweenNotes}`).raw().all(),
    )
    const degrees = new Map<number, number>()
    for (const [a, b] of pairs) {
      degrees.set(a, (degrees.get(a) ?? 0) + 1)
      degrees.set(b, (degrees.get(b) ?? 0) + 1)
    }
    const rows = db.prepare<[], NodeRow>(`${nodeColumns} ORDER BY path`).all()
    const degreeOf = ({ id }: NodeRow) => degrees.get(id) ?? 0
    const kept =
      rows.length <= most ? rows : rows.toSorted((a, b) => degreeOf(b) - degreeOf(a)).slice(0, most)
    return toGraph(kept, degreeOf, pairs, rows.length)
  })()
}

/** The notes around one, at most so many links away and `most` of them: the nearest, of those the latest. */
export function readGraphAround(
  db: IndexDatabase,
  path: string,
  { depth, most }: { readonly depth: number; readonly most: number },
): NoteGraph {
  return db.transaction(() => {
    const links = db
      .prepare<[number, number], [number, number]>(
        `SELECT source, target ${betweenNotes} AND source = ?
         UNION SELECT source, target ${betweenNotes} AND target = ?`,
      )
      .raw()
    const byId = db.prepare<[string], NodeRow>(
      `${nodeColumns} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY updated DESC, path`,
    )
    const centre = db.prepare<[string], NodeRow>(`${nodeColumns} WHERE path = ?`).get(path)
    const total = Number(db.prepare('SELECT count(*) FROM note').pluck().get())
    if (centre === undefined) return { nodes: [], edges: [], total, isCut: false }
    const found = new Map<number, NodeRow>([[centre.id, centre]])
    const pairs: [number, number][] = []
    const degrees = new Map<number, number>()
    let isCut = false
    let ring: readonly NodeRow[] = [centre]
    for (let distance = 0; distance <= depth && ring.length > 0; distance += 1) {
      const next = new Set<number>()
      for (const { id } of ring) {
        const own = links.all(id, id)
        const neighbours = new Set(own.map(([a, b]) => (a === id ? b : a)))
        degrees.set(id, neighbours.size)
        for (const pair of own) pairs.push(pair)
        for (const other of neighbours) if (!found.has(other)) next.add(other)
      }
      if (distance === depth) break
      const rows = byId.all(JSON.stringify([...next]))
      const room = most - found.size
      isCut ||= rows.length > room
      ring = rows.slice(0, room)
      for (const row of ring) found.set(row.id, row)
    }
    const graph = toGraph([...found.values()], ({ id }) => degrees.get(id) ?? 0, distinct(pairs), total)
    return { ...graph, isCut }
  })()
}

/** Each pair of notes once, however often and in whichever direction they are linked. */
function distinct(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const seen = new Set<number>()
  return pairs.filter(([a, b]) => {
    // A number holds both: SQLite gives out keys from 1 on.
    const key = Math.min(a, b) * mostNotes + Math.max(a, b)
    return !seen.has(key) && seen.add(key)
  })
}

const mostNotes = 2 ** 26

function toGraph(
  rows: readonly NodeRow[],
  degreeOf: (row: NodeRow) => number,
  pairs: readonly (readonly [number, number])[],
  total: number,
): NoteGraph {
  const places = new Map(rows.map(({ id }, index) => [id, index]))
  const edges = pairs.flatMap(([a, b]): (readonly [number, number])[] => {
    const [from, to] = [places.get(a), places.get(b)]
    return from === undefined || to === undefined ? [] : [[from, to]]
  })
  const nodes = rows.map((row) => {
    const { path, title, type, updated } = row
    return { path, title, type, updated, degree: degreeOf(row) }
  })
  return { nodes, edges, total, isCut: rows.length < total }
}
