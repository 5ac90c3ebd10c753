import { h } from 'preact'
import { html } from '../html.ts'
import { Clients } from '../parts/clients.ts'
import { DoctorCard } from '../parts/doctor-card.ts'
import { Models } from '../parts/models.ts'
import { Tokens } from '../parts/tokens.ts'
import { VaultsCard } from '../parts/vaults-card.ts'
import { usePage } from '../state/page.ts'
import { useTitle } from '../state/use-title.ts'

/** The vaults, what finds by meaning, who may come in, and whether all is well. */
export function Settings() {
  const { has } = usePage()
  useTitle('Vaults and settings')
  return html`<section class="column column-wide">
    <h1 tabindex="-1">Vaults and settings</h1>
    ${h(VaultsCard, {})} ${has('check_flint') && h(DoctorCard, {})} ${has('list_tokens') && h(Tokens, {})}
    ${has('list_models') && h(Models, {})} ${has('list_clients') && h(Clients, {})}
  </section>`
}
