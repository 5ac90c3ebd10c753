import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import { sayDraft } from '../state/drafts.ts'
import { usePage } from '../state/page.ts'
import type { Place } from '../state/place.ts'
import { postJson } from '../state/post-json.ts'
import { sessionAddress } from '../state/session-place.ts'
import { themes, useTheme } from '../state/theme.ts'
import { useDrafts } from '../state/use-drafts.ts'
import { valueOf } from '../state/value-of.ts'
import { Dialog } from './dialog.ts'
import { icon } from './icon.ts'
import { startOf } from './navigation.ts'

const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const

/** Which vault is shown, whether the page is up to date, and how it looks. */
export function Header({
  place,
  isConnected,
  onLeave,
  onKeys,
}: {
  readonly place: Place
  readonly isConnected: boolean
  readonly onLeave: () => void
  readonly onKeys: () => void
}) {
  const { vaults, scope, chooseScope, go } = usePage()
  const shown = place.view === 'graph' ? place.vault : scope
  const [theme, setTheme] = useTheme()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const choose = (vault: string) => {
    chooseScope(vault)
    if (place.view === 'search' || place.view === 'activity') go({ ...place, vault })
    else go(startOf(place.view === 'settings' ? 'today' : place.view, { scope: vault }))
  }
  const drafts = useDrafts()
  const unsaved = drafts.all()
  const [isAsked, setAsked] = useState(false)
  const leave = async () => {
    await postJson(sessionAddress('leave'), {})
    // Whoever comes in next in this tab may be somebody else.
    for (const draft of unsaved) drafts.forget(draft)
    onLeave()
  }
  return html`<header class="header">
    <label class="vault-switch">
      <span class="visually-hidden">Vault</span>
      <select value=${shown} onChange=${(event: Event) => choose(valueOf(event))}>
        <option value="*">All vaults</option>
        ${vaults.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}
      </select>
    </label>
    <span class="connection" role="status"
      >${isConnected ? '' : 'Not connected: what is shown may be old'}</span
    >
    <span class="header-buttons">
      <button
        class="icon-button wide-only"
        type="button"
        aria-label="Show the keys"
        title="Keys (?)"
        onClick=${onKeys}
      >
        ${icon('keys')}
      </button>
      <button
        class="icon-button"
        type="button"
        aria-label=${`Colours: ${theme}. Change to ${next}`}
        title=${`Colours: ${theme}`}
        onClick=${() => setTheme(next)}
      >
        ${icon(themeIcons[theme])}
      </button>
      <button
        class="icon-button"
        type="button"
        aria-label="Leave this page"
        title="Leave"
        onClick=${unsaved.length > 0 ? () => setAsked(true) : leave}
      >
        ${icon('out')}
      </button>
    </span>
    ${
      isAsked &&
      h(Dialog, {
        title: 'Leave without saving?',
        onClose: () => setAsked(false),
        children: html`<div>
          <p>Not saved, and gone then: ${unsaved.map((draft) => sayDraft(draft).name).join(', ')}.</p>
          <div class="buttons">
            <button class="button main-button" type="button" onClick=${leave}>Leave</button>
            <button class="button" type="button" onClick=${() => setAsked(false)}>Stay</button>
          </div>
        </div>`,
      })
    }
  </header>`
}
