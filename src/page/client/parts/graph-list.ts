import { useMemo, useState } from 'preact/hooks'
import type { Grouped } from '../graph/group-nodes.ts'
import { html } from '../html.ts'
import type { NoteGraph } from '../state/calls.ts'
import { addressOf, type GraphPlace, noteAddress } from '../state/place.ts'
import { valueOf } from '../state/value-of.ts'
import { colourDot } from './small.ts'

const mostShown = 200

/** The notes of the graph for who cannot see it, those with the most links first. */
export function GraphList({
  place,
  graph,
  grouped,
  onPoint,
}: {
  readonly place: GraphPlace
  readonly graph: NoteGraph
  readonly grouped: Grouped
  readonly onPoint: (id: string | null) => void
}) {
  const [words, setWords] = useState('')
  const byDegree = useMemo(() => [...graph.nodes].sort((a, b) => b.degree - a.degree), [graph])
  const wanted = words.toLowerCase()
  const fitting = byDegree.filter(({ title, id }) => `${title} ${id}`.toLowerCase().includes(wanted))
  return html`<section class="graph-list" aria-label="Notes of the graph">
    <h2>
      Notes <span class="quiet">${graph.nodes.length}${graph.is_cut ? ` of ${graph.total_notes}` : ''}</span>
    </h2>
    <input
      type="search"
      aria-label="Notes whose name has"
      placeholder="Part of a name"
      dir="auto"
      value=${words}
      onInput=${(event: Event) => setWords(valueOf(event))}
    />
    <ul class="plain-list long-list">
      ${fitting.slice(0, mostShown).map(
        (node) =>
          html`<li
            key=${node.id}
            class="graph-row"
            onMouseEnter=${() => onPoint(node.id)}
            onMouseLeave=${() => onPoint(null)}
          >
            ${colourDot(grouped.colourOf(node))}
            <a
              data-row
              href=${noteAddress(place.vault, node.id)}
              onFocus=${() => onPoint(node.id)}
              onBlur=${() => onPoint(null)}
              ><bdi>${node.title}</bdi></a
            >
            <span class="quiet">${node.degree === 1 ? '1 link' : `${node.degree} links`}</span>
            <a
              class="graph-around"
              href=${addressOf({ ...place, note: node.id })}
              aria-label=${`Graph around ${node.title}`}
              >around</a
            >
          </li>`,
      )}
    </ul>
    ${fitting.length > mostShown && html`<p class="quiet">${fitting.length - mostShown} more have fewer links.</p>`}
    ${fitting.length === 0 && html`<p class="quiet">No note’s name has this.</p>`}
  </section>`
}
