import { html } from '../html.ts'

interface AskedVault {
  readonly id: string
  readonly name: string
  readonly error?: { readonly message: string } | undefined
}

/** Why vaults have no part in a list of several. */
export function vaultErrors(vaults: readonly AskedVault[] = []) {
  return vaults.map(({ id, name, error }) =>
    error === undefined ? null : html`<p class="problem" key=${id}>${name}: ${error.message}</p>`,
  )
}
