import { h } from 'preact'
import { html } from '../html.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { noteProperties } from '../parts/note-properties.ts'
import { RenderedHtml } from '../parts/rendered-html.ts'
import { actorName, outsideMark, timeOf } from '../parts/small.ts'
import type { PastNote } from '../state/calls.ts'
import { addressOf, noteAddress, type PlaceOf } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'

/** A note as a change or a commit has left it, to read: nothing of it can be changed. */
export function Past({ place: { vault, id, path } }: { readonly place: PlaceOf<'past'> }) {
  const isChange = /^\d{1,15}$/.test(id)
  const revision = isChange ? { change_id: id } : { commit: id }
  const note = useResult('render_past_note', { vault_id: vault, ...revision, path }, [vault])
  useTitle(`${note.result?.title ?? path} as it was`)
  const show = (result: PastNote) =>
    html`<article class="note">
      <p class="past-notice facts">
        ${
          isChange
            ? html`<span>As change ${id} left it</span> ${timeOf(result.time)} ${actorName(result.actor)}
                <a href=${addressOf({ view: 'change', vault, id })}>What it changed</a>`
            : html`<span>As in commit <code>${id.slice(0, 8)}</code></span> ${timeOf(result.time)}
                ${result.actor}`
        }
        <a href=${noteAddress(vault, path)}>The note as it is now</a>
        ${result.untrusted && outsideMark()}
      </p>
      ${noteProperties(vault, result)} ${h(RenderedHtml, { vault, note: result })}
    </article>`
  return html`<section class="column">
    <h1 tabindex="-1" dir="auto">${note.result?.title ?? path}</h1>
    ${loadedPart(note, show)}
  </section>`
}
