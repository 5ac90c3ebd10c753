import { html } from '../html.ts'
import { usePage } from '../state/page.ts'

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { say } = usePage()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      say({ text: 'Copied.' })
    } catch {
      say({ text: 'The browser does not let this page copy. Select the text instead.', isProblem: true })
    }
  }
  return html`<button class="button" type="button" aria-label=${label} onClick=${copy}>Copy</button>`
}
