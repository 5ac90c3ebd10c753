import { h } from 'preact'
import { html } from '../html.ts'
import { BrokenLinks } from '../parts/broken-links.ts'
import { healthLists } from '../parts/health-lists.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { VaultState } from '../parts/vault-state.ts'
import { behindOf } from '../state/behind-of.ts'
import { usePage, vaultName } from '../state/page.ts'
import { addressOf, type PlaceOf } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'

/** What a vault's gardener should look at. Of all vaults the counts, of one everything. */
export function HealthView({ place: { vault } }: { readonly place: PlaceOf<'health'> }) {
  const { vaults } = usePage()
  useTitle('Health')
  return html`<section class="column column-wide">
    <h1 tabindex="-1">
      Health ${vault !== '*' && html`<span class="quiet" dir="auto">${vaultName(vaults, vault)}</span>`}
    </h1>
    ${vault === '*' ? h(AllVaults, {}) : h(OneVault, { key: vault, vault })}
  </section>`
}

function OneVault({ vault }: { readonly vault: string }) {
  const health = useResult('check_vault_health', { vault_id: vault, limit: 200 }, [vault])
  const links = useResult('find_broken_links', { vault_id: vault, limit: 1_000 }, [vault])
  const isBehind = [health, links].some(({ result }) => behindOf(result).length > 0)
  return html`<div>
    ${h(VaultState, { vault, isBehind })} ${h(BrokenLinks, { vault, links })}
    ${loadedPart(health, (result) => (result.vault === undefined ? null : healthLists(vault, result)))}
  </div>`
}

const columns = [
  ['notes', 'Notes'],
  ['broken_links', 'Broken links'],
  ['orphans', 'Orphans'],
  ['stale_notes', 'Stale notes'],
  ['duplicate_names', 'Names used twice'],
  ['unparsable', 'Unreadable'],
] as const

function AllVaults() {
  const { vaults } = usePage()
  const ids = vaults.map(({ id }) => id)
  const health = useResult('check_vault_health', ids.length === 0 ? null : { vault_id: ids, limit: 0 }, '*')
  if (vaults.length === 0) return html`<p class="empty">There is no vault yet.</p>`
  return loadedPart(
    health,
    ({ vaults: parts = [] }) =>
      html`<div class="table-scroll" tabindex="0" role="group" aria-label="Health of the vaults">
        <table class="counts-table">
          <thead>
            <tr>
              <th scope="col">Vault</th>
              ${columns.map(([key, label]) => html`<th key=${key} scope="col">${label}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${parts.map(
              ({ id, name, counts, error }) =>
                html`<tr key=${id}>
                  <th scope="row">
                    <a data-row href=${addressOf({ view: 'health', vault: id })} dir="auto">${name}</a>
                  </th>
                  ${
                    counts === undefined
                      ? html`<td colspan="6" class="problem">${error?.message}</td>`
                      : columns.map(
                          ([key, label]) => html`<td key=${key} data-label=${label}>${counts[key]}</td>`,
                        )
                  }
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  )
}
