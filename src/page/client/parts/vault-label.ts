import { html } from '../html.ts'
import { usePage, vaultName } from '../state/page.ts'

/** The vault of a row in a list of several. */
export function VaultLabel({ id }: { readonly id: string }) {
  const { vaults } = usePage()
  return html`<span class="vault-label" dir="auto">${vaultName(vaults, id)}</span>`
}
