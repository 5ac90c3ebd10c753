import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { VaultChange } from '../state/load-changes.ts'
import { usePage, vaultName } from '../state/page.ts'
import { addressOf, noteAddress } from '../state/place.ts'
import { type Wanted, wantedOf } from '../state/preview-undo.ts'
import { sayClock } from '../text/say-time.ts'
import { ChangedFiles } from './changed-files.ts'
import { sayChange } from './say-change.ts'
import { actorName, timeOf } from './small.ts'

const mostNamed = 3

interface How {
  /** Whether they stand below their day and their actor. */
  readonly isGrouped: boolean
  readonly showsVault: boolean
  readonly onUndo: (wanted: Wanted) => void
}

/** Changes as a list. */
export function changeRows(changes: readonly VaultChange[], how: How) {
  return html`<ul class="changes">
    ${changes.map((one) => h(ChangeRow, { key: `${one.vault} ${one.change.change_id}`, ...one, ...how }))}
  </ul>`
}

/** One change in a list: when, who, what; its diffs open below it. */
function ChangeRow({ vault, change, isGrouped, showsVault, onUndo }: VaultChange & How) {
  const { vaults, mayWrite } = usePage()
  const [isOpen, setOpen] = useState(false)
  const { change_id: id, time, tool, actor, state, undoable, files, file_count: count } = change
  const named = files.slice(0, mostNamed)
  const toggle = () => setOpen(!isOpen)
  return html`<li class=${`change change-${state}`}>
    <div class="change-line">
      <a class="change-time" href=${addressOf({ view: 'change', vault, id })} title="This change alone">
        ${isGrouped ? sayClock(time) : timeOf(time)}
      </a>
      <button
        class="change-what"
        type="button"
        data-row
        data-row-id=${id}
        aria-expanded=${isOpen ? 'true' : 'false'}
        onClick=${toggle}
      >
        ${!isGrouped && actorName(actor)} <span>${sayChange(change)}</span>${' '}
        ${named.map(
          ({ path, new_path: to }, at) =>
            html`<span key=${path} class="path" dir="auto"
              >${to === undefined ? path : `${path} → ${to}`}${at < named.length - 1 ? ', ' : ''}</span
            >`,
        )}
        ${count > named.length && html`<span class="quiet"> and ${count - named.length} more</span>`}
      </button>
      <span class="change-side">
        ${showsVault && html`<span class="quiet vault-of" title=${vaultName(vaults, vault)}>${vaultName(vaults, vault)}</span>`}
        ${isGrouped && html`<code class="tool-name">${tool}</code>`}
        ${state === 'undone' && html`<span class="mark">undone</span>`}
        ${state === 'interrupted' && html`<span class="mark mark-problem">interrupted</span>`}
        ${
          undoable &&
          mayWrite &&
          html`<button
            class="link-button"
            type="button"
            aria-label=${`Undo: ${sayChange(change)} ${named.map(({ path }) => path).join(', ')}`}
            onClick=${() => onUndo(wantedOf(vault, change))}
          >
            Undo
          </button>`
        }
      </span>
    </div>
    ${
      isOpen &&
      html`<div class="change-open">
        ${named.length === 1 && named.map(({ path, new_path: to }) => html`<a key=${path} href=${noteAddress(vault, to ?? path)}>Open the note</a>`)}
        ${h(ChangedFiles, { vault, id })}
      </div>`
    }
  </li>`
}
