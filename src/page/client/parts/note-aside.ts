import { h } from 'preact'
import { html } from '../html.ts'
import type { RenderedNote } from '../state/calls.ts'
import { noteAddress } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { plainLine } from '../text/mark-words.ts'
import { BacklinkLists } from './backlink-lists.ts'
import { loadedPart } from './loaded-part.ts'
import { smallest } from '../../../model/largest.ts'

/** What belongs to a note: its outline, what links to it, what is near to it in meaning. */
export function NoteAside({ vault, note }: { readonly vault: string; readonly note: RenderedNote }) {
  return html`<aside class="note-aside" aria-label="About this note">
    ${outline(note)} ${h(BacklinkLists, { vault, path: note.id })} ${h(Related, { vault, path: note.id })}
  </aside>`
}

function outline({ outline: headings }: RenderedNote) {
  if (headings.length < 2) return null
  const top = smallest(headings.map(({ level }) => level))
  return html`<nav class="aside-part" aria-label="Outline">
    <h2>Outline</h2>
    <ul class="outline">
      ${headings.map(
        ({ level, text, anchor }) =>
          html`<li key=${anchor} style=${{ paddingInlineStart: `${0.9 * Math.min(level - top, 4)}rem` }}>
            <a href=${`#${anchor}`} dir="auto">${text}</a>
          </li>`,
      )}
    </ul>
  </nav>`
}

function Related({ vault, path }: { readonly vault: string; readonly path: string }) {
  const related = useResult('find_related_notes', { vault_id: vault, identifier: path, limit: 8 }, [vault])
  return html`<section class="aside-part">
    <h2>Related</h2>
    ${loadedPart(related, ({ related: notes, halves }) =>
      notes.length === 0
        ? html`<p class="quiet">No note is near to this one. ${halves.reason}</p>`
        : html`<ul class="plain-list">
            ${notes.map(
              ({ path: id = '', title, snippet, is_linked: isLinked }) =>
                html`<li key=${id}>
                  <a href=${noteAddress(vault, id)} dir="auto">${title}</a>
                  ${isLinked && html`<span class="quiet"> linked</span>`}
                  <p class="snippet" dir="auto">${plainLine(snippet)}</p>
                </li>`,
            )}
          </ul>`,
    )}
  </section>`
}
