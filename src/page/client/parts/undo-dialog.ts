import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { Failure, UndoConflict, UndoneChange, UndoneChanges } from '../state/calls.ts'
import { usePage } from '../state/page.ts'
import { carryOutUndo, previewUndo, type Wanted } from '../state/preview-undo.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { sayCount, sayRefused, sayUndone } from '../text/say-undone.ts'
import { parseDiff } from '../text/parse-diff.ts'
import { DiffView } from './diff-view.ts'
import { Dialog } from './dialog.ts'
import { failureBox } from './failure-box.ts'
import { loadedPart } from './loaded-part.ts'
import { timeOf } from './small.ts'

interface Asked {
  readonly wanted: Wanted
  readonly title: string
}

/** An undo of a view, shown in a dialog before it is carried out. */
export function useUndo(onClosed: () => void = () => undefined) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const onClose = () => {
    setAsked(null)
    onClosed()
  }
  return {
    ask: (wanted: Wanted, title = 'Undo this change') => setAsked({ wanted, title }),
    dialog: asked !== null && h(UndoDialog, { ...asked, onClose }),
  }
}

/** An undo, always after its preview; single changes can be left out of it. */
function UndoDialog({ wanted, title, onClose }: Asked & { readonly onClose: () => void }) {
  const { act, say } = usePage()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<UndoneChanges | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const preview = useLoaded(
    done === null ? `undo ${JSON.stringify([wanted, [...left]])}` : null,
    (door, signal) => previewUndo(door, wanted, { left: [...left], signal }),
    'nothing',
  )

  const tick = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const undo = async () => {
    if (preview.result === null) return
    setBusy(true)
    const outcome = await carryOutUndo(act, wanted, preview.result)
    setBusy(false)
    if (outcome.kind === 'failed') {
      setError(outcome.error)
      return
    }
    const { undone, refused } = outcome.result
    // What was refused is said in the dialog.
    if (undone > 0 || refused === 0) say({ text: sayUndone(undone) })
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
    <ul class="plain-list undo-list">
      ${changes.map(
        (change) =>
          html`<li key=${change.change_id}>
            <label class="tick-line">
              <input
                type="checkbox"
                checked=${change.outcome !== 'refused' && !left.has(change.change_id)}
                disabled=${change.outcome === 'refused'}
                onChange=${() => tick(change.change_id)}
              />
              <span>${headOf(change)}</span>
            </label>
            ${detailOf(change)}
          </li>`,
      )}
    </ul>
  </div>`
}

function refusedList({ changes, undone }: UndoneChanges) {
  const refused = changes.filter(({ outcome }) => outcome === 'refused')
  return html`<div>
    <p>${sayRefused({ undone, refused: refused.length })}</p>
    <ul class="plain-list undo-list">
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

function detailOf({ outcome, reason, diff = '', paths, conflicts = [] }: UndoneChange) {
  if (outcome === 'left') return html`<p class="quiet undo-detail">${reason ?? 'Stays as it is.'}</p>`
  const hunks = parseDiff(diff)
  return html`<div class="undo-detail">
    ${reason !== undefined && html`<p class="problem">${reason}</p>`} ${conflicts.map(conflictOf)}
    ${
      hunks.length > 0 &&
      html`<details>
        <summary>What the undo writes</summary>
        ${h(DiffView, { hunks, label: paths.join(', ') })}
      </details>`
    }
  </div>`
}

/** Why a file holds an undo back, with the text as it is now and as the change wrote it. */
function conflictOf({ path, message, diff = '', written = '' }: UndoConflict) {
  return html`<div key=${path} class="conflict">
    <p>${message}</p>
    ${
      diff !== '' &&
      html`<details open>
        <summary>What the undo would do to <span dir="auto">${path}</span> as it is now</summary>
        ${h(DiffView, { hunks: parseDiff(diff), label: path })}
      </details>`
    }
    ${
      written !== '' &&
      html`<details>
        <summary>What the change wrote</summary>
        ${h(DiffView, { hunks: parseDiff(written), label: path })}
      </details>`
    }
  </div>`
}
