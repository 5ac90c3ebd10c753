import { html } from '../html.ts'
import type { RenderedNote } from '../state/calls.ts'
import { type Page, vaultName } from '../state/page.ts'
import { addressOf, noteParts, type PlaceOf } from '../state/place.ts'
import { outsideMark, noteTimeOf } from './small.ts'

const labels = { read: 'Read', edit: 'Edit', history: 'History' } as const

/** What a note is called, where it lies, and what can be done with it. */
export function noteHead(
  place: PlaceOf<'note'>,
  note: RenderedNote,
  { vaults, mayWrite }: Pick<Page, 'vaults' | 'mayWrite'>,
) {
  const { vault } = place
  const { id, title, type, tags, updated, untrusted, addresses } = note
  const isEditable = mayWrite && note.may_change
  const parts = noteParts.filter((part) => part !== 'edit' || isEditable)
  const folders = id.split('/').slice(0, -1)
  // A note that names no type has that of its folder, which stands above it.
  const isNamed = type !== null && type !== folders.at(-1)
  return html`<header class="note-head">
    <p class="crumbs" dir="auto">
      <a href=${addressOf({ view: 'today', vault })}>${vaultName(vaults, vault)}</a>
      ${folders.map((folder, at) => html`<span key=${at}> / ${folder}</span>`)}
    </p>
    <h1 tabindex="-1" dir="auto">${title}</h1>
    <p class="facts">
      <span class="quiet">changed ${noteTimeOf(updated)}</span>
      ${isNamed && html`<span class="quiet" dir="auto">${type}</span>`}
      ${tags.map(
        (tag) => html`<a key=${tag} class="mark" dir="auto" href=${searchOfTag(vault, tag)}>#${tag}</a>`,
      )}
      ${untrusted && outsideMark()}
    </p>
    <div class="note-tools">
      <nav class="tabs" aria-label="Ways to see this note">
        ${parts.map(
          (part) =>
            html`<a
              key=${part}
              data-key=${part === 'edit' ? 'e' : undefined}
              href=${addressOf({ ...place, part })}
              aria-current=${part === place.part ? 'page' : undefined}
              >${labels[part]}</a
            >`,
        )}
      </nav>
      <span class="outside-links">
        <a href=${addressOf({ view: 'graph', vault, note: id, depth: 1, colour: 'folder' })}>Graph</a>
        <a href=${addresses.obsidian}>Open in Obsidian</a>
        <a href=${addresses.editor}>Open in the editor</a>
      </span>
    </div>
  </header>`
}

function searchOfTag(vault: string, tag: string): string {
  return addressOf({ view: 'search', vault, query: '', type: '', tag, since: '' })
}
