import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { UndoChosen, UndoneChange, UndoneChanges } from '../pending-calls.ts'
import type { Failure } from '../state/calls.ts'
import { usePage } from '../state/page.ts'
import { useResult } from '../state/use-loaded.ts'
import { parseDiff } from '../text/parse-diff.ts'
import { DiffView } from './diff-view.ts'
import { Dialog } from './dialog.ts'
import { failureBox } from './failure-box.ts'
import { loadedPart } from './loaded-part.ts'
import { timeOf } from './small.ts'

/** What is to be undone: some changes, or all of an actor since a moment. */
export type Wanted = Pick<UndoChosen, 'vault_id' | 'change_ids' | 'actor' | 'since'>

/** An undo, always after its preview; single changes can be left out of it. */
export function UndoDialog({
  wanted,
  title,
  onClose,
}: {
  readonly wanted: Wanted
  readonly title: string
  readonly onClose: () => void
}) {
  const { call, say } = usePage()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<UndoneChanges | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const chosen = { ...wanted, ...(left.size > 0 && { except: [...left] }) }
  const preview = useResult('undo_changes', done === null ? { ...chosen, dry_run: true } : null, 'nothing')

  const tick = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const undo = async () => {
    setBusy(true)
    const outcome = await call('undo_changes', { ...chosen, dry_run: false })
    setBusy(false)
    if (outcome.kind === 'failed') {
      setError(outcome.error)
      return
    }
    const { undone, refused } = outcome.result
    say({ text: `${sayCount(undone)} undone.` })
    if (refused === 0) onClose()
    else setDone(outcome.result)
  }
  const planned = preview.result?.undone ?? 0
  return h(Dialog, {
    title,
    isWide: true,
    onClose,
    children: html`<div>
      ${error !== null && failureBox(error)}
      ${done === null ? loadedPart(preview, (plan) => planList(plan, left, tick)) : refusedList(done)}
      <div class="buttons dialog-foot">
        ${
          done === null &&
          html`<button
            class="button main-button"
            type="button"
            disabled=${isBusy || preview.isStale || planned === 0}
            onClick=${undo}
          >
            ${planned === 0 ? 'Nothing to undo' : `Undo ${sayCount(planned)}`}
          </button>`
        }
        <button class="button" type="button" onClick=${onClose}>
          ${done === null ? 'Keep everything' : 'Close'}
        </button>
      </div>
    </div>`,
  })
}

function planList(
  { changes, refused }: UndoneChanges,
  left: ReadonlySet<string>,
  tick: (id: string) => void,
) {
  if (changes.length === 0) return html`<p class="empty">No change fits: there is nothing to undo.</p>`
  return html`<div>
    ${refused > 0 && html`<p class="problem">${sayCount(refused)} cannot be undone. Below each stands why.</p>`}
    <ul class="undo-list">
      ${changes.map(
        (change) =>
          html`<li key=${change.change_id}>
            <label class="tick-line">
              <input
                type="checkbox"
                checked=${!left.has(change.change_id)}
                disabled=${change.outcome === 'refused'}
                onChange=${() => {
                  tick(change.change_id)
                }}
              />
              <span>${headOf(change)}</span>
            </label>
            ${detailOf(change)}
          </li>`,
      )}
    </ul>
  </div>`
}

function refusedList({ changes }: UndoneChanges) {
  const refused = changes.filter(({ outcome }) => outcome === 'refused')
  return html`<div>
    <p>${sayCount(refused.length)} could not be undone. The others were.</p>
    <ul class="undo-list">
      ${refused.map((change) => html`<li key=${change.change_id}>${headOf(change)} ${detailOf(change)}</li>`)}
    </ul>
  </div>`
}

function headOf({ time, tool, paths }: UndoneChange) {
  return html`<span class="undo-head">
    ${timeOf(time)} <code class="tool-name">${tool}</code>
    <span class="path" dir="auto">${paths.join(', ')}</span>
  </span>`
}

function detailOf({ outcome, reason, diff = '', paths }: UndoneChange) {
  if (outcome === 'left') return html`<p class="quiet">Stays as it is.</p>`
  const hunks = parseDiff(diff)
  const isRefused = outcome === 'refused'
  return html`<div class="undo-detail">
    ${reason !== undefined && html`<p class=${isRefused ? 'problem' : 'quiet'}>${reason}</p>`}
    ${
      hunks.length > 0 &&
      html`<details open=${isRefused}>
        <summary>
          ${isRefused ? 'What stands there now, and what the undo would write' : 'What the undo writes'}
        </summary>
        ${h(DiffView, { hunks, label: paths.join(', ') })}
      </details>`
    }
  </div>`
}

function sayCount(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
}
