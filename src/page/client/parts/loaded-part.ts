import type { VNode } from 'preact'
import { html } from '../html.ts'
import type { Loaded } from '../state/use-loaded.ts'
import { failureBox } from './failure-box.ts'

/** What was loaded, with a failure above what was there before. Nothing flashes while it loads. */
export function loadedPart<Result>(loaded: Loaded<Result>, show: (result: Result) => VNode | null) {
  const { result, error, isStale, reload } = loaded
  return html`<div class="loaded" aria-busy=${isStale ? 'true' : 'false'}>
    ${error !== null && failureBox(error, reload)} ${result !== null && show(result)}
  </div>`
}
