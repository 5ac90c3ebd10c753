import { html } from '../html.ts'
import type { Notice } from '../state/page.ts'
import { icon } from './icon.ts'

/** What just happened, said once, with the way back where there is one. */
export function noticeLine(notice: Notice | null, onRead: () => void) {
  const act = () => {
    onRead()
    notice?.action?.run()
  }
  return html`<div class="notices" role="status" aria-live="polite">
    ${
      notice !== null &&
      html`<div class=${notice.isProblem === true ? 'notice notice-problem' : 'notice'}>
        <span>${notice.text}</span>
        ${
          notice.action !== undefined &&
          html`<button class="link-button" type="button" onClick=${act}>${notice.action.label}</button>`
        }
        <button class="icon-button" type="button" aria-label="Close the notice" onClick=${onRead}>
          ${icon('close')}
        </button>
      </div>`
    }
  </div>`
}
