import { html } from '../html.ts'
import type { NewToken } from '../state/calls.ts'
import { usePage } from '../state/page.ts'

/** What a new token is called and what it lets do. */
export function NewTokenForm({ onCreate }: { readonly onCreate: (token: NewToken) => Promise<boolean> }) {
  const { vaults } = usePage()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!(form instanceof HTMLFormElement)) return
    if (await onCreate(tokenOf(new FormData(form)))) form.reset()
  }
  return html`<details class="new-token">
    <summary>Make a token</summary>
    <form class="form" onSubmit=${submit}>
      <label class="field"
        ><span>Name</span><input name="name" required maxlength="60" placeholder="phone"
      /></label>
      <label class="field">
        <span>For</span>
        <select name="who">
          <option value="agent">an agent</option>
          <option value="person">a person, on this page</option>
        </select>
      </label>
      <label class="field">
        <span>Vault</span>
        <select name="vault">
          <option value="">all vaults</option>
          ${vaults.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}
        </select>
      </label>
      <label class="field"
        ><span>Only below the folder</span><input name="folder" placeholder="any" dir="auto"
      /></label>
      <label class="field"><span>Until</span><input name="expires" type="date" /></label>
      <label class="tick-line"><input name="reading" type="checkbox" /><span>May only read</span></label>
      <button class="button main-button" type="submit">Make</button>
    </form>
  </details>`
}

function tokenOf(form: FormData): NewToken {
  const given = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    name: given('name'),
    ...(given('who') === 'person' && { is_person: true }),
    ...(given('vault') !== '' && { vaults: [given('vault')] }),
    ...(given('folder') !== '' && { folder: given('folder') }),
    ...(given('expires') !== '' && { expires: given('expires') }),
    ...(given('reading') !== '' && { read_only: true }),
  }
}
