import { html } from '../html.ts'
import { usePage } from '../state/page.ts'

/** Makes the note that an address or a broken link names. */
export function MakeNote({
  vault,
  path,
  onMade,
}: {
  readonly vault: string
  readonly path: string
  readonly onMade: () => void
}) {
  const { call, say } = usePage()
  const make = async () => {
    const title = path.replace(/^.*\//, '').replace(/\.md$/, '')
    const file = path.endsWith('.md') ? path : `${path}.md`
    const outcome = await call('create_note', { vault_id: vault, title, path: file, content: '' })
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    else onMade()
  }
  return html`<button class="button" type="button" onClick=${make}>Make this note</button>`
}
