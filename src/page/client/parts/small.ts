import type { ComponentChildren } from 'preact'
import { html } from '../html.ts'
import { sayTime } from '../text/say-time.ts'

export function timeOf(iso: string) {
  return html`<time datetime=${iso} title=${new Date(iso).toLocaleString('en-GB')}
    >${sayTime(iso, new Date())}</time
  >`
}

/** Who did something, always in the same colour. */
export function actorName(actor: string | null) {
  const name = actor ?? 'unknown'
  return html`<span class=${`actor actor-${colourOf(name)}`} dir="auto">${name}</span>`
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

function colourOf(name: string): number {
  if (name === 'unknown') return 0
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return 1 + (sum % 7)
}
