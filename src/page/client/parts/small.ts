import type { ComponentChildren } from 'preact'
import { html } from '../html.ts'
import { usePage, vaultName } from '../state/page.ts'
import { dayAlone, sayNoteTime, sayTime } from '../text/say-time.ts'

export function timeOf(iso: string) {
  return html`<time datetime=${iso} title=${new Date(iso).toLocaleString('en-GB')}
    >${sayTime(iso, new Date())}</time
  >`
}

/** When a note was changed, as it says itself: a moment, or a day that is the same everywhere. */
export function noteTimeOf(iso: string) {
  const day = dayAlone(iso)
  return day === null
    ? timeOf(iso)
    : html`<time datetime=${day} title=${day}>${sayNoteTime(iso, new Date())}</time>`
}

/** Who did something, always in the same colour. */
export function actorName(actor: string | null) {
  const name = actor ?? 'unknown'
  const color = `var(--actor-${colourOf(name)})`
  return html`<span class="actor" style=${{ color }} dir="auto">${name}</span>`
}

/** A dot in one of the colours that a graph has. */
export function colourDot(colour: number) {
  const background = `var(--node-${colour})`
  return html`<span class="dot" style=${{ background }} aria-hidden="true"></span>`
}

export function emptyState(children: ComponentChildren) {
  return html`<p class="empty">${children}</p>`
}

export function tagMark(text: string) {
  return html`<span class="mark" dir="auto">${text}</span>`
}

/** What came from outside: text that was not written here. */
export function outsideMark() {
  return html`<span class="mark mark-outside" title="This text came from outside: a page, a PDF, an issue."
    >from outside</span
  >`
}

/** The vault of a row in a list of several. */
export function VaultLabel({ id }: { readonly id: string }) {
  const { vaults } = usePage()
  return html`<span class="vault-label" dir="auto">${vaultName(vaults, id)}</span>`
}

export function progressBar(label: string, done: number, total: number) {
  return html`<label class="progress">
    <span>${label} <span class="quiet">${done} of ${total}</span></span>
    <progress max=${Math.max(total, 1)} value=${done}></progress>
  </label>`
}

function colourOf(name: string): number {
  if (name === 'unknown') return 0
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return 1 + (sum % 7)
}
