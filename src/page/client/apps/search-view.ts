import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import { plainLine } from '../text/mark-words.ts'
import { type Host, listOf, textOf, type ToolResult } from './host.ts'

/** What a search has found; a note opens in its place. */
export function SearchView({ host, result }: { readonly host: Host; readonly result: ToolResult }) {
  const hits = listOf(result['results'])
  if (hits.length === 0) return html`<p class="empty">No note fits.</p>`
  return html`<h1 class="visually-hidden">Search results</h1>
    <ul class="plain-list">
      ${hits.map((hit) => {
        const vault = textOf(hit['vault_id']) || textOf(result['vault'])
        return h(Hit, { key: `${vault} ${textOf(hit['id'])}`, host, vault, hit })
      })}
    </ul>`
}

function Hit({
  host,
  vault,
  hit,
}: {
  readonly host: Host
  readonly vault: string
  readonly hit: ToolResult
}) {
  const [text, setText] = useState<string | null>(null)
  const id = textOf(hit['id'])
  const toggle = async () => {
    if (text !== null) {
      setText(null)
      return
    }
    const outcome = await host.call('get_note', { identifier: id, ...(vault !== '' && { vault_id: vault }) })
    setText(outcome.kind === 'done' ? textOf(outcome.result['content']) : outcome.error.message)
  }
  return html`<li class="hit">
    <button
      class="app-hit"
      type="button"
      aria-expanded=${text === null ? 'false' : 'true'}
      onClick=${() => void toggle()}
    >
      <span class="hit-title" dir="auto">${textOf(hit['title']) || id}</span>
      <span class="snippet" dir="auto">${plainLine(textOf(hit['snippet']))}</span>
      <span class="hit-facts">
        ${vault !== '' && html`<span class="vault-label">${vault}</span>`}
        <span class="path" dir="auto">${id}</span>
      </span>
    </button>
    ${text !== null && html`<pre class="question-text" dir="auto" tabindex="0" role="group" aria-label=${id}>${text}</pre>`}
  </li>`
}
