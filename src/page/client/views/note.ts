import { h } from 'preact'
import { html } from '../html.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { NoteAside } from '../parts/note-aside.ts'
import { NoteEditor } from '../parts/note-editor.ts'
import { noteHead } from '../parts/note-head.ts'
import { NoteHistory } from '../parts/note-history.ts'
import { noteProperties } from '../parts/note-properties.ts'
import { RenderedHtml } from '../parts/rendered-html.ts'
import type { RenderedNote } from '../pending-calls.ts'
import { usePage } from '../state/page.ts'
import type { Place } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'

export type NotePlace = Extract<Place, { view: 'note' }>

/** One note, to read, to edit, or through its history; beside it what belongs to it. */
export function Note({ place }: { readonly place: NotePlace }) {
  const { vault, path, part } = place
  const { go, vaults } = usePage()
  const note = useResult('render_note', { vault_id: vault, identifier: path }, [vault])
  useTitle(note.result?.title ?? path)
  const read = () => {
    go({ ...place, part: 'read' })
  }
  const show = (result: RenderedNote) =>
    html`<div class="note-layout">
      <article class="note" aria-label=${result.title}>
        ${noteHead(place, result, vaults)}
        ${part === 'edit' && h(NoteEditor, { key: result.id, vault, note: result, onDone: read })}
        ${part === 'history' && h(NoteHistory, { vault, path: result.id })}
        ${part === 'read' && noteProperties(result)}
        ${part === 'read' && h(RenderedHtml, { vault, note: result })}
      </article>
      ${part !== 'edit' && h(NoteAside, { vault, note: result })}
    </div>`
  return html`<section class="note-view">
    ${note.result === null && html`<h1 class=${note.error === null ? 'visually-hidden' : ''} tabindex="-1" dir="auto">${path}</h1>`}
    ${loadedPart(note, show)}
  </section>`
}
