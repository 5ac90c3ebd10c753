import type { VNode } from 'preact'
import { html } from '../html.ts'
import { behindOf } from '../state/behind-of.ts'
import type { Loaded } from '../state/use-loaded.ts'
import { failureBox } from './failure-box.ts'

/** What was loaded, below a failure or an index that was behind. Nothing flashes while it loads. */
export function loadedPart<Result>(loaded: Loaded<Result>, show: (result: Result) => VNode | null) {
  const { result, error, isStale, reload } = loaded
  return html`<div class="loaded" aria-busy=${isStale ? 'true' : 'false'}>
    ${error !== null && failureBox(error, reload)}
    ${behindOf(result).map((message) => html`<p class="quiet" key=${message}>${message}</p>`)}
    ${result !== null && show(result)}
  </div>`
}
