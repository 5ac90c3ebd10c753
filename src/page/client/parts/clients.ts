import { h } from 'preact'
import { html } from '../html.ts'
import { useResult } from '../state/use-loaded.ts'
import { CopyButton } from './copy-button.ts'
import { loadedPart } from './loaded-part.ts'

/** The lines that connect a client, to be copied. */
export function Clients() {
  const clients = useResult('list_clients', {}, 'nothing')
  return html`<section class="card">
    <h2>Connect a client</h2>
    ${loadedPart(
      clients,
      ({ clients: rows }) =>
        html`<div>
          ${rows.map(
            ({ title, where, text }) =>
              html`<details key=${title} class="client">
                <summary data-row>${title}</summary>
                <p class="quiet">${where}</p>
                <pre class="lines" tabindex="0" aria-label=${`Lines for ${title}`}>${text}</pre>
                ${h(CopyButton, { text, label: `Copy the lines for ${title}` })}
              </details>`,
          )}
        </div>`,
    )}
  </section>`
}
