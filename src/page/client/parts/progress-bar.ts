import { html } from '../html.ts'

export function progressBar(label: string, done: number, total: number) {
  return html`<label class="progress">
    <span>${label} <span class="quiet">${done} of ${total}</span></span>
    <progress max=${Math.max(total, 1)} value=${done}></progress>
  </label>`
}
