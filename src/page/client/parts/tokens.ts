import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { NewToken, TokenShown } from '../state/calls.ts'
import { usePage, vaultName, type KnownVault } from '../state/page.ts'
import { useResult } from '../state/use-loaded.ts'
import { sayTime } from '../text/say-time.ts'
import { CopyButton } from './copy-button.ts'
import { Dialog } from './dialog.ts'
import { loadedPart } from './loaded-part.ts'
import { NewTokenForm } from './new-token-form.ts'
import { emptyState } from './small.ts'

/** Who may come in over HTTP. A new token is shown once; a revoked one is void at once. */
export function Tokens() {
  const { act, say, vaults, mayWrite } = usePage()
  const [made, setMade] = useState<{ readonly token: string; readonly name: string } | null>(null)
  const [revoking, setRevoking] = useState<string | null>(null)
  const tokens = useResult('list_tokens', {}, 'nothing')
  const create = async (wanted: NewToken) => {
    const outcome = await act('create_token', wanted)
    if (outcome.kind === 'failed') {
      say({ text: outcome.error.message, isProblem: true })
      return false
    }
    setMade(outcome.result)
    tokens.reload()
    return true
  }
  const revoke = async (name: string) => {
    setRevoking(null)
    const outcome = await act('revoke_token', { name })
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    else say({ text: `${name} is void.` })
    tokens.reload()
  }
  return html`<section class="card">
    <h2>Tokens</h2>
    ${loadedPart(tokens, ({ tokens: rows }) =>
      rows.length === 0
        ? emptyState('No token yet. One lets an agent in over HTTP, or you from a phone.')
        : html`<ul class="plain-list">
            ${rows.map((token) => tokenRow(token, vaults, mayWrite ? setRevoking : null))}
          </ul>`,
    )}
    ${mayWrite && h(NewTokenForm, { onCreate: create })}
    ${
      made !== null &&
      h(Dialog, {
        title: `The token ${made.name}`,
        onClose: () => setMade(null),
        children: html`<div>
          <p>It is shown this once. Copy it now.</p>
          <pre class="lines" tabindex="0" aria-label="The token">${made.token}</pre>
          ${h(CopyButton, { text: made.token, label: 'Copy the token' })}
        </div>`,
      })
    }
    ${
      revoking !== null &&
      h(Dialog, {
        title: `Revoke ${revoking}?`,
        onClose: () => setRevoking(null),
        children: html`<div>
          <p>Whoever uses it is shut out at once. It cannot be brought back.</p>
          <div class="buttons">
            <button class="button main-button" type="button" onClick=${() => void revoke(revoking)}>
              Revoke
            </button>
            <button class="button" type="button" onClick=${() => setRevoking(null)}>Keep</button>
          </div>
        </div>`,
      })
    }
  </section>`
}

function tokenRow(
  { name, last_four: end, vaults: own, folder, read_only: isReading, person: isPerson, expires }: TokenShown,
  vaults: readonly KnownVault[],
  /** Null where nothing may be changed. */
  onRevoke: ((name: string) => void) | null,
) {
  const facts = [
    isPerson ? 'a person' : 'an agent',
    own === 'all' ? 'all vaults' : own.map((id) => vaultName(vaults, id)).join(', '),
    ...(folder === null ? [] : [`below ${folder}`]),
    ...(isReading ? ['may only read'] : []),
    expires === null ? 'does not expire' : `until ${sayTime(expires, new Date())}`,
  ]
  return html`<li key=${name} class="row">
    <div class="row-text">
      <h3><span dir="auto">${name}</span> <code class="quiet">…${end}</code></h3>
      <p class="quiet">${facts.join(' · ')}</p>
    </div>
    ${
      onRevoke !== null &&
      html`<button
        class="button"
        type="button"
        data-row
        aria-label=${`Revoke ${name}`}
        onClick=${() => onRevoke(name)}
      >
        Revoke
      </button>`
    }
  </li>`
}
