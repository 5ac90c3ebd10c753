import { h } from 'preact'
import { html } from '../html.ts'
import { type KnownVault, usePage } from '../state/page.ts'
import { addressOf } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { emptyState } from './small.ts'
import type { ResultOf } from '../state/calls.ts'

type Permissions = NonNullable<Extract<ResultOf<'get_vault_info'>, { readonly vault: object }>['permissions']>

export function VaultsCard() {
  const { vaults } = usePage()
  return html`<section class="card">
    <h2>Vaults</h2>
    ${
      vaults.length === 0 &&
      emptyState(html`<span>There is no vault yet. Run <code>flint init</code> in a folder of notes.</span>`)
    }
    <ul class="plain-list">
      ${vaults.map((vault) => h(VaultRow, { key: vault.id, vault }))}
    </ul>
  </section>`
}

function VaultRow({ vault }: { readonly vault: KnownVault }) {
  const { id, name, path, description, is_current: isCurrent, registered, source, note_count: notes } = vault
  const { mayWrite } = usePage()
  const info = useResult('get_vault_info', { vault_id: id, detailed: true }, 'registry')
  const told = info.result?.vault === undefined ? null : info.result
  const { kind, permissions, settings_ignored: ignored = [], settings_problems: problems = [] } = told ?? {}
  return html`<li class="row">
    <div class="row-text">
      <h3>
        <a data-row href=${addressOf({ view: 'today', vault: id })} dir="auto">${name}</a>
        ${isCurrent && html`<span class="mark">active</span>`}
        ${!registered && html`<span class="mark">not registered: ${source}</span>`}
        ${kind !== undefined && html`<span class="quiet">${kind}</span>`}
      </h3>
      ${description !== '' && html`<p dir="auto">${description}</p>`}
      <p class="quiet path">${path}</p>
      ${permissions !== undefined && permissionLine(permissions, mayWrite)}
      ${info.error !== null && html`<p class="problem">${info.error.message} ${info.error.hint}</p>`}
      ${[...ignored, ...problems].map((problem) => html`<p class="problem" key=${problem}>${problem}</p>`)}
    </div>
    <p class="row-side">
      ${notes !== null && html`<span>${notes === 1 ? '1 note' : `${notes} notes`}</span>`}
      <a href=${addressOf({ view: 'health', vault: id })} aria-label=${`Health of ${name}`}>Health</a>
    </p>
  </li>`
}

const words: Readonly<Record<string, string>> = {
  allow: 'allowed',
  ask: 'you are asked',
  confirm: 'the agent confirms',
  deny: 'denied',
}

/** What agents may do here, and which file says so. */
function permissionLine({ write, destructive, scope, sources }: Permissions, mayWrite: boolean) {
  const where = sources.length === 0 ? 'the defaults' : sources.join(', ')
  return html`<p>
    Writing: ${words[write] ?? write}. Deleting: ${words[destructive] ?? destructive}.
    ${scope === 'working_directory' && 'Only the folder that a server was started in.'}
    <span class="quiet"> As ${where} say${sources.length === 1 ? 's' : ''}.</span>
    ${!mayWrite && ' This page only reads.'}
  </p>`
}
