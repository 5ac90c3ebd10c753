import { h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.ts'
import { DiffView } from '../parts/diff-view.ts'
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

interface Undo {
  readonly files: readonly { readonly path: string; readonly diff: string }[]
  readonly problem: string
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
  const [undo, setUndo] = useState<Undo | null>(null)
  const [said, setSaid] = useState('')
  const args = { change_id: id, ...(vault !== '' && { vault_id: vault }) }
  useEffect(() => {
    if (!isOpen || undo !== null) return
    void host.call('undo_change', { ...args, dry_run: true }).then((outcome) =>
      setUndo(
        outcome.kind === 'failed'
          ? { files: [], problem: outcome.error.message }
          : {
              files: listOf(outcome.result['files']).map((file) => ({
                path: textOf(file['path']),
                diff: textOf(file['diff']),
              })),
              problem: '',
            },
      ),
    )
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
        ${undo.problem !== '' && html`<p class="problem">${undo.problem}</p>`}
        ${undo.files.map(
          ({ path, diff }) =>
            html`<section key=${path}>
              <p class="file-line">
                <span class="quiet">What its undo writes in</span> <span dir="auto">${path}</span>
              </p>
              ${diff !== '' && h(DiffView, { hunks: parseDiff(diff), label: path })}
            </section>`,
        )}
        <p class="buttons">
          ${
            undo.problem === '' &&
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
