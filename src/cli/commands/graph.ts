import { getGraph } from '../../page/calls/get-graph.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'

/** `flint graph [NOTE]`: notes and the links between them, for programs that draw. */
export async function graph({ note, depth, format = 'dot' }: Given<'graph'>, cli: Cli): Promise<Outcome> {
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
  if (rest.is_cut)
    cli.tell(
      note === undefined
        ? `Only ${nodes.length} of ${rest.total_notes} notes are in it.`
        : `Only the first ${nodes.length} notes around it are in it.`,
    )
  const shown = nodes.map(({ id, title, type, degree }) => ({ id, title, type, degree }))
  const edges = pairs
    .map(([a, b]): readonly [number, number] => (a < b ? [a, b] : [b, a]))
    .sort(([a, b], [c, d]) => a - c || b - d)
  const { total_notes, is_cut, vault } = rest
  const data = { nodes: shown, edges, total_notes, is_cut, vault }
  return { data, text: texts[format](data), isRaw: true }
}

const texts = { dot: toDot, mermaid: toMermaid, json: JSON.stringify }

interface TextGraph {
  readonly nodes: readonly { readonly id: string; readonly title: string }[]
  /** Two places in `nodes` for each pair of notes of which one links to the other. */
  readonly edges: readonly (readonly [number, number])[]
}

/** For Graphviz. */
function toDot({ nodes, edges }: TextGraph): string {
  const quote = (text: string) => `"${text.replace(/["\\]/g, String.raw`\$&`).replace(/\s+/g, ' ')}"`
  return [
    'graph notes {',
    ...nodes.map(({ id, title }) => `  ${quote(id)} [label=${quote(title)}];`),
    ...edges.map(([from, to]) => `  ${quote(nodes[from]?.id ?? '')} -- ${quote(nodes[to]?.id ?? '')};`),
    '}',
  ].join('\n')
}

/** For Mermaid, which GitHub and Obsidian draw. */
function toMermaid({ nodes, edges }: TextGraph): string {
  const quote = (text: string) =>
    `"${text.replace(/["#&<>]/g, (one) => `#${one.charCodeAt(0)};`).replace(/\s+/g, ' ')}"`
  return [
    'graph LR',
    ...nodes.map(({ title }, at) => `  n${at}[${quote(title)}]`),
    ...edges.map(([from, to]) => `  n${from} --- n${to}`),
  ].join('\n')
}
