import { h } from 'preact'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { noteAddress, type SearchPlace } from '../state/place.ts'
import { markWords, plainLine } from '../text/mark-words.ts'
import { outsideMark, tagMark, noteTimeOf, VaultLabel } from './small.ts'

type Hit = ResultOf<'search_notes'>['results'][number]

export function searchHit(hit: Hit, place: SearchPlace, words: readonly string[]) {
  const { id = '', title = id, snippet, tags = [], updated, untrusted, vault_id: vault = place.vault } = hit
  return html`<li key=${`${vault} ${id}`} class="hit">
    <a class="hit-link" data-row href=${noteAddress(vault, id)}>
      <span class="hit-title" dir="auto">${marked(title, words)}</span>
      <span class="snippet" dir="auto">${marked(plainLine(snippet), words)}</span>
      <span class="hit-facts">
        ${place.vault === '*' && h(VaultLabel, { id: vault })}
        <span class="path" dir="auto">${id}</span>
        ${updated !== undefined && noteTimeOf(updated)} ${tags.slice(0, 4).map((tag) => tagMark(`#${tag}`))}
        ${untrusted === true && outsideMark()}
      </span>
    </a>
  </li>`
}

function marked(text: string, words: readonly string[]) {
  return markWords(text, words).map(({ text: piece, isMatch }) =>
    isMatch ? html`<mark>${piece}</mark>` : piece,
  )
}
