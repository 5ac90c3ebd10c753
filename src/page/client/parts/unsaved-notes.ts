import { html } from '../html.ts'
import { addressOf, type Place } from '../state/place.ts'
import { useDrafts } from '../state/use-drafts.ts'

/** The notes in which something was written and not saved, but for the one that is being written in. */
export function UnsavedNotes({ place }: { readonly place: Place }) {
  const drafts = useDrafts()
  const open = place.view === 'note' && place.part === 'edit' ? place : null
  const others = drafts.all().filter(({ vault, note }) => vault !== open?.vault || note !== open.path)
  if (others.length === 0) return null
  return html`<p class="unsaved">
    <span>Not saved yet:</span>
    ${others.map(({ vault, note }) => {
      const address = addressOf({ view: 'note', vault, path: note, part: 'edit' })
      return html`<a key=${address} href=${address} dir="auto">${note}</a>`
    })}
  </p>`
}
