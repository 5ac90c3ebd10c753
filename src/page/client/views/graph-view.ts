import { h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.ts'
import { GraphControls } from '../parts/graph-controls.ts'
import { GraphList } from '../parts/graph-list.ts'
import { GraphPicture } from '../parts/graph-picture.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { colourDot, emptyState } from '../parts/small.ts'
import { groupNodes } from '../graph/group-nodes.ts'
import type { NoteGraph } from '../state/calls.ts'
import { usePage } from '../state/page.ts'
import type { GraphPlace } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'

/** The links of a vault, or those around a note, as a picture and as a list. */
export function GraphView({ place }: { readonly place: GraphPlace }) {
  const { go, mainVault } = usePage()
  const { vault, note, depth, colour } = place
  const [pointed, setPointed] = useState<string | null>(null)
  useTitle('Graph')
  useEffect(() => {
    if (vault === '*' && mainVault !== null) go({ ...place, vault: mainVault.id }, 'replace')
  }, [vault])
  const args = { vault_id: vault, ...(note !== '' && { identifier: note, depth }) }
  const graph = useResult('get_graph', vault === '*' ? null : args, [vault])
  // The answer waits a while for better places.
  useEffect(() => {
    if (graph.result?.is_settling === true) graph.reload()
  }, [graph.result])

  const show = (result: NoteGraph) => {
    if (result.nodes.length === 0) return emptyState('There is no note to draw yet.')
    const grouped = groupNodes(result.nodes, colour, new Date())
    return html`<div class="graph-layout">
      <div class="graph-stage">
        ${h(GraphPicture, {
          // Another graph is seen from where all of it is seen.
          key: `${note} ${depth}`,
          graph: result,
          grouped,
          middle: note === '' ? null : note,
          pointed,
          onPoint: setPointed,
          onOpen: (id) => go({ view: 'note', vault, path: id, part: 'read' }),
        })}
        <ul class="legend" aria-label="Colours">
          ${grouped.groups.map(
            ({ name, colour: at, count }) =>
              html`<li key=${name}>
                ${colourDot(at)}<span dir="auto">${name}</span>
                <span class="quiet"> ${count}</span>
              </li>`,
          )}
        </ul>
      </div>
      ${h(GraphList, { place, graph: result, grouped, onPoint: setPointed })}
    </div>`
  }
  return html`<section class="graph-view">
    <h1 tabindex="-1">Graph</h1>
    ${h(GraphControls, { place, title: graph.result?.nodes.find(({ id }) => id === note)?.title ?? note })}
    ${loadedPart(graph, show)}
  </section>`
}
