import { z } from 'zod'
import { getGraph } from '../../page/calls/get-graph.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { toDot, toMermaid } from '../graph-text.ts'

const input = z.object({
  note: z.string().optional(),
  depth: z.number().optional(),
  format: z.string().default('dot'),
})

/** `flint graph [NOTE]`: notes and the links between them, for programs that draw. */
export async function graph(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, depth, format } = input.parse(given)
  if (note === undefined && depth !== undefined)
    throw new VaultError('INVALID_ARGUMENT', '--depth counts from a note, and none is named.', {
      hint: 'Name one: flint graph NOTE --depth 2. Without a note the graph is of the whole vault.',
    })
  const {
    nodes,
    edges: pairs,
    ...rest
  } = await cli.call(getGraph(), {
    ...(note !== undefined && { identifier: note, depth: depth ?? 1 }),
    is_placed: false,
  })
  if (rest.is_cut && !cli.isJson) cli.say(`Only ${nodes.length} of ${rest.total_notes} notes are in it.`)
  const shown = nodes.map(({ id, title, type, degree }) => ({ id, title, type, degree }))
  const edges = pairs
    .map(([a, b]): readonly [number, number] => (a < b ? [a, b] : [b, a]))
    .sort(([a, b], [c, d]) => a - c || b - d)
  const data = { nodes: shown, edges, total_notes: rest.total_notes, vault: rest.vault }
  return { data, text: textOf(format, { nodes: shown, edges }, data), isRaw: true }
}

function textOf(format: string, graph: Parameters<typeof toDot>[0], data: object): string {
  switch (format) {
    case 'dot':
      return toDot(graph)
    case 'mermaid':
      return toMermaid(graph)
    case 'json':
      return JSON.stringify(data)
    default:
      throw new VaultError('INVALID_ARGUMENT', `There is no format "${format}": json, dot or mermaid.`)
  }
}
