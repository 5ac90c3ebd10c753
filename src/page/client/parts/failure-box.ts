import { html } from '../html.ts'
import type { Failure } from '../state/calls.ts'

/** What failed, in the tool's own words, and what helps. */
export function failureBox({ message, hint }: Failure, onAgain?: () => void) {
  return html`<div class="failure" role="alert">
    <p class="failure-message">${message}</p>
    ${hint !== undefined && html`<p>${hint}</p>`}
    ${onAgain !== undefined && html`<button class="button" type="button" onClick=${onAgain}>Try again</button>`}
  </div>`
}
