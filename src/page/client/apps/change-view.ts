import { h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.ts'
import { DiffView } from '../parts/diff-view.ts'
import type { Outcome } from '../state/calls.ts'
import { parseDiff } from '../text/parse-diff.ts'
import { sayTime } from '../text/say-time.ts'
import { type Host, listOf, recordOf, textOf, type ToolResult } from './host.ts'

/** A change, or several, each with its undo. */
export function ChangeView({ host, result }: { readonly host: Host; readonly result: ToolResult }) {
  const vault = textOf(result['vault']) || textOf(recordOf(result['vault'])['id'])
  const own = textOf(result['change_id'])
  const changes = own === '' ? listOf(result['changes']) : [result]
  if (changes.length === 0) return html`<p class="empty">Nothing was changed.</p>`
  return html`<h1 class="visually-hidden">Changes</h1>
    <ul class="plain-list">
      ${changes.map((change) =>
        h(Change, { key: textOf(change['change_id']), host, vault, change, isOpen: own !== '' }),
      )}
    </ul>`
}

function Change({
  host,
  vault,
  change,
  isOpen: startsOpen,
}: {
  readonly host: Host
  readonly vault: string
  readonly change: ToolResult
  readonly isOpen: boolean
}) {
  const id = textOf(change['change_id'])
  const [isOpen, setOpen] = useState(startsOpen)
  const [undo, setUndo] = useState<Outcome<ToolResult> | null>(null)
  const [said, setSaid] = useState('')
  const args = { change_id: id, ...(vault !== '' && { vault_id: vault }) }
  useEffect(() => {
    if (!isOpen || undo !== null) return
    void host.call('undo_change', { ...args, dry_run: true }).then(setUndo)
  }, [isOpen])
  const takeBack = async () => {
    setSaid('…')
    const outcome = await host.call('undo_change', { ...args, dry_run: false })
    setSaid(outcome.kind === 'done' ? 'Undone.' : outcome.error.message)
  }
  const paths = listOf(change['files']).map((file) => textOf(file['path']))
  const named = paths.length > 0 ? paths.join(', ') : textOf(change['id'])
  const time = textOf(change['time'])
  return html`<li class="app-change">
    <button
      class="app-hit"
      type="button"
      aria-expanded=${isOpen ? 'true' : 'false'}
      onClick=${() => setOpen(!isOpen)}
    >
      <span class="hit-title" dir="auto">${named === '' ? `Change ${id}` : named}</span>
      <span class="hit-facts">
        <span>change ${id}</span>
        ${time !== '' && html`<span>${sayTime(time, new Date())}</span>`}
        ${change['actor'] !== undefined && html`<span dir="auto">${textOf(change['actor'])}</span>`}
        ${change['tool'] !== undefined && html`<code>${textOf(change['tool'])}</code>`}
        ${textOf(change['lines_changed']) !== '' && html`<span>${textOf(change['lines_changed'])}</span>`}
      </span>
    </button>
    ${
      isOpen &&
      undo !== null &&
      html`<div>
        ${
          undo.kind === 'failed'
            ? html`<p class="problem">${undo.error.message}</p>`
            : listOf(undo.result['files']).map((file) =>
                undoneFile(textOf(file['path']), textOf(file['diff'])),
              )
        }
        <p class="buttons">
          ${
            undo.kind === 'done' &&
            said === '' &&
            html`<button class="button main-button" type="button" onClick=${() => void takeBack()}>
              Undo this change
            </button>`
          }
          <span role="status" dir="auto">${said}</span>
        </p>
      </div>`
    }
  </li>`
}

function undoneFile(path: string, diff: string) {
  return html`<section key=${path}>
    <p class="file-line">
      <span class="quiet">What its undo writes in</span> <span dir="auto">${path}</span>
    </p>
    ${diff !== '' && h(DiffView, { hunks: parseDiff(diff), label: path })}
  </section>`
}
