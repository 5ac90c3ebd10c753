import { useRef, useState } from 'preact/hooks'
import { html } from '../html.ts'
import { icon } from '../parts/icon.ts'

export function WayIn({
  problem,
  onKey,
}: {
  readonly problem: string | null
  readonly onKey: (key: string) => Promise<void>
}) {
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const key = field.current?.value.trim() ?? ''
    if (key === '') return
    setBusy(true)
    await onKey(key)
    setBusy(false)
  }
  return html`<main class="way-in">
    <div class="card way-in-card">
      <h1>${icon('flint')} flint</h1>
      <p>
        You are not let in, or not any more. Run <code>flint ui</code> where flint runs: it opens this page
        with a key.
      </p>
      <p>On another device, paste a person’s token, made by <code>flint token create --person</code>.</p>
      <form onSubmit=${submit}>
        <label class="field">
          <span>Token or key</span>
          <input ref=${field} type="password" name="key" autocomplete="current-password" required autofocus />
        </label>
        <p class="problem" role="alert">${problem}</p>
        <button class="button main-button" type="submit" disabled=${isBusy}>Let me in</button>
      </form>
    </div>
  </main>`
}
