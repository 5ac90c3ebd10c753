import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import { loadChanges, type VaultChange } from '../state/load-changes.ts'
import { idsOf, usePage } from '../state/page.ts'
import { addressOf } from '../state/place.ts'
import { readStored, store } from '../state/stored.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { sayTime } from '../text/say-time.ts'
import { changeRows } from './change-row.ts'
import { loadedPart } from './loaded-part.ts'
import { emptyState } from './small.ts'
import { useUndo } from './undo-dialog.ts'

const mostShown = 12

/** What others changed since the person said that they had seen everything; at first, in the last day. */
export function SinceLastLook({ scope }: { readonly scope: string }) {
  const { vaults } = usePage()
  const [since, setSince] = useState(
    () => readStored('last look') ?? new Date(Date.now() - 86_400_000).toISOString(),
  )
  const ids = idsOf(vaults, scope)
  const list = useLoaded(
    `since ${JSON.stringify([ids, since])}`,
    (call, signal) => loadChanges(call, ids, { filter: { since }, pages: 1, signal }),
    ids,
  )
  const undo = useUndo(list.reload)
  const markSeen = () => {
    const now = new Date().toISOString()
    store('last look', now)
    setSince(now)
  }
  const toAll = addressOf({ view: 'activity', vault: scope, actor: '', since: '' })
  const show = (all: readonly VaultChange[]) => {
    const changes = all.filter(({ change: { actor, time } }) => actor !== 'person' && time > since)
    if (changes.length === 0)
      return emptyState(
        html`<span>Nothing new since ${sayTime(since, new Date())}. <a href=${toAll}>All activity</a></span>`,
      )
    return html`<div>
      ${changeRows(changes.slice(0, mostShown), { isGrouped: false, showsVault: scope === '*', onUndo: undo.ask })}
      <p class="buttons">
        <button class="button" type="button" onClick=${markSeen}>I have seen these</button>
        <a href=${toAll}
          >${changes.length > mostShown ? `All ${changes.length}, and earlier ones` : 'All activity'}</a
        >
      </p>
    </div>`
  }
  return html`<section class="card">
    <h2>Changed since you last looked</h2>
    ${list.result?.damage.map((message) => html`<p class="problem" key=${message}>${message}</p>`)}
    ${loadedPart(list, ({ changes }) => show(changes))} ${undo.dialog}
  </section>`
}
