import { html } from '../html.ts'
import { usePage } from '../state/page.ts'
import { addressOf, graphColours, type GraphPlace, noteAddress } from '../state/place.ts'
import { valueOf } from '../state/value-of.ts'

/** How far the graph reaches and what its colours mean. */
export function GraphControls({ place, title }: { readonly place: GraphPlace; readonly title: string }) {
  const { go } = usePage()
  const { note, depth, colour } = place
  return html`<div class="filters">
    ${
      note === ''
        ? html`<p class="quiet">The whole vault</p>`
        : html`<p class="facts">
              <span>Around <a href=${noteAddress(place.vault, note)} dir="auto">${title}</a></span>
              <a href=${addressOf({ ...place, note: '' })}>Show the whole vault</a>
            </p>
            <label class="field">
              <span>Links away</span>
              <select
                value=${String(depth)}
                onChange=${(event: Event) => {
                  const value = valueOf(event)
                  go({ ...place, depth: value === '3' ? 3 : value === '2' ? 2 : 1 }, 'replace')
                }}
              >
                ${['1', '2', '3'].map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
              </select>
            </label>`
    }
    <label class="field">
      <span>Colours by</span>
      <select
        value=${colour}
        onChange=${(event: Event) => {
          const value = valueOf(event)
          go({ ...place, colour: graphColours.find((one) => one === value) ?? 'folder' }, 'replace')
        }}
      >
        ${graphColours.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
      </select>
    </label>
  </div>`
}
