export interface TextGraph {
  readonly nodes: readonly { readonly id: string; readonly title: string }[]
  /** Two places in `nodes` for each pair of notes of which one links to the other. */
  readonly edges: readonly (readonly [number, number])[]
}

/** For Graphviz. */
export function toDot({ nodes, edges }: TextGraph): string {
  const quote = (text: string) => `"${text.replace(/["\\]/g, String.raw`\$&`).replace(/\s+/g, ' ')}"`
  return [
    'graph notes {',
    ...nodes.map(({ id, title }) => `  ${quote(id)} [label=${quote(title)}];`),
    ...edges.map(([from, to]) => `  ${quote(nodes[from]?.id ?? '')} -- ${quote(nodes[to]?.id ?? '')};`),
    '}',
  ].join('\n')
}

/** For Mermaid, which GitHub and Obsidian draw. */
export function toMermaid({ nodes, edges }: TextGraph): string {
  const quote = (text: string) =>
    `"${text.replace(/["#&<>]/g, (one) => `#${one.charCodeAt(0)};`).replace(/\s+/g, ' ')}"`
  return [
    'graph LR',
    ...nodes.map(({ title }, at) => `  n${at}[${quote(title)}]`),
    ...edges.map(([from, to]) => `  n${from} --- n${to}`),
  ].join('\n')
}
