import { html } from '../html.ts'
import { type DraftOf, sayDraft } from '../state/drafts.ts'
import { usePage } from '../state/page.ts'
import { addressOf, type Place } from '../state/place.ts'
import { useDrafts } from '../state/use-drafts.ts'

/** What was written and not saved, but for what the view shows in its field. */
export function UnsavedNotes({ place }: { readonly place: Place }) {
  const { mainVault } = usePage()
  const drafts = useDrafts()
  const isOpen = ({ vault, note }: DraftOf) => {
    if (place.view === 'today')
      return note === '' && vault === (place.vault === '*' ? mainVault?.id : place.vault)
    return place.view === 'note' && place.part === 'edit' && vault === place.vault && note === place.path
  }
  const others = drafts.all().filter((of) => !isOpen(of))
  if (others.length === 0) return null
  return html`<p class="unsaved">
    <span>Not saved yet:</span>
    ${others.map((of) => {
      const { name, place: own } = sayDraft(of)
      const address = addressOf(own)
      return html`<a key=${address} href=${address} dir="auto">${name}</a>`
    })}
  </p>`
}
