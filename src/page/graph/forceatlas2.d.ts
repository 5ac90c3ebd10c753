// One iteration of the library's algorithm on plain matrices; it ships no types for it.

declare module 'graphology-layout-forceatlas2/iterate.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'

  /** Ten numbers for each node, three for each edge: it writes the new places into the first. */
  export default function iterate(
    settings: Required<ForceAtlas2Settings>,
    nodes: Float32Array,
    edges: Float32Array,
  ): void
}
