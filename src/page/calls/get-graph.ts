import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import type { IndexReader } from '../../index-db/index-reader.ts'
import { type NoteGraph, readGraphAround, readNoteGraph } from '../../index-db/note-graph.ts'
import { once } from '../../model/once.ts'
import { folderOf } from '../../model/note-path.ts'
import type { PlacedGraph } from '../graph/graph-layouts.ts'
import type { VaultContext } from '../../vault/vault-context.ts'

const mostAround = 400
const mostNotes = 25_000

/** The call, with the layouts that it keeps from one time to the next. */
export function getGraph() {
  const layouts = once(async () => {
    const { GraphLayouts } = await import('../graph/graph-layouts.ts')
    return new GraphLayouts()
  })
  /** What was read of an index, for as long as no note in it changes. */
  const read = new WeakMap<IndexReader, { readonly change: string | null; readonly graph: NoteGraph }>()

  const readWhole = async (vault: VaultContext) =>
    await vault.index.query((reader) => {
      const change = reader.lastChange()
      const known = read.get(reader)
      if (known?.change === change) return known.graph
      const graph = readNoteGraph(reader.db, mostNotes)
      read.set(reader, { change, graph })
      return graph
    })

  return defineVaultTool({
    name: 'get_graph',
    title: 'Show the graph',
    toolset: 'person',
    description:
      'Notes and the links between them with a place for each: around one note, or all of a vault. is_settling says that places are still getting better: ask again.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    marksUntrusted: true,
    maxBytes: 50_000_000,
    input: z.object({
      identifier: noteParameter.optional(),
      depth: z.number().int().min(1).max(3).default(1).describe('How many links away, from one note.'),
      is_placed: z.boolean().default(true).describe('False: who draws it itself needs no places.'),
    }),
    output: z.object({
      nodes: z.array(
        z.object({
          ...{ id: z.string(), title: z.string(), folder: z.string(), type: z.string(), updated: z.string() },
          ...{ degree: z.number(), x: z.number(), y: z.number() },
        }),
      ),
      // Of a large vault there are tens of thousands: looking at each would hold up the next call.
      edges: z.custom<[number, number][]>((value) => Array.isArray(value)),
      total_notes: z.number(),
      is_cut: z.boolean(),
      is_settling: z.boolean(),
    }),
    async handler({ identifier, depth, is_placed: isPlaced }, vault) {
      await vault.index.settled()
      const where = `${vault.root}\0${vault.scope?.folders.join('\0') ?? '*'}`
      const path = identifier === undefined ? null : await vault.finder.find(identifier)
      const graph =
        path === null
          ? await readWhole(vault)
          : await vault.index.query(({ db }) => readGraphAround(db, path, { depth, most: mostAround }))
      const key = path === null ? where : `${where}\0${path}\0${depth}`
      const { places, isSettling } = isPlaced ? await (await layouts()).place(key, graph) : unplaced
      return {
        nodes: graph.nodes.map(({ path: id, title, type, updated, degree }, at) => ({
          ...{ id, title, folder: folderOf(id), type, updated, degree },
          x: rounded(places[at * 2]),
          y: rounded(places[at * 2 + 1]),
        })),
        edges: graph.edges.map(([from, to]): [number, number] => [from, to]),
        total_notes: graph.total,
        is_cut: graph.isCut,
        is_settling: isSettling,
      }
    },
  })
}

const unplaced: PlacedGraph = { places: new Float32Array(), isSettling: false }

function rounded(place = 0): number {
  return Math.round(place * 10) / 10
}
