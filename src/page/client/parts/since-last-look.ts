import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { Call, Outcome } from '../state/calls.ts'
import { type ChangeList, loadChanges } from '../state/load-changes.ts'
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
  const [lastLook, setLastLook] = useState(() => readStored('last look'))
  const [dayAgo] = useState(() => new Date(Date.now() - 86_400_000).toISOString())
  const since = lastLook ?? dayAgo
  const ids = idsOf(vaults, scope)
  const list = useLoaded(
    `since ${JSON.stringify([ids, since])}`,
    (call, signal) => loadOthers(call, ids, { since, signal }),
    ids,
  )
  const undo = useUndo(list.reload)
  // What has come since it was shown is not seen yet.
  const markSeen = (latest: string) => {
    store('last look', latest)
    setLastLook(latest)
  }
  const toAll = addressOf({ view: 'activity', vault: scope, actor: '', since: '' })
  const show = ({ changes, total }: ChangeList) => {
    if (total === 0)
      return emptyState(
        html`<span>Nothing new since ${sayTime(since, new Date())}. <a href=${toAll}>All activity</a></span>`,
      )
    return html`<div>
      ${changeRows(changes.slice(0, mostShown), { isGrouped: false, showsVault: scope === '*', onUndo: undo.ask })}
      <p class="buttons">
        <button class="button" type="button" onClick=${() => markSeen(changes[0]?.change.time ?? since)}>
          ${total > mostShown ? `I have seen all ${total}` : 'I have seen these'}
        </button>
        <a href=${toAll}>${total > mostShown ? `All ${total}, and earlier ones` : 'All activity'}</a>
      </p>
    </div>`
  }
  return html`<section class="card">
    <h2>${lastLook === null ? 'Changed in the last day' : 'Changed since you last looked'}</h2>
    ${list.result?.damage.map((message) => html`<p class="problem" key=${message}>${message}</p>`)}
    ${loadedPart(list, show)} ${undo.dialog}
  </section>`
}

/** The latest changes since a moment that are not the person's own, and how many there are. */
async function loadOthers(
  call: Call,
  vaults: readonly string[],
  { since, signal }: { readonly since: string; readonly signal: AbortSignal },
): Promise<Outcome<ChangeList>> {
  const wanted = { pages: 1, signal }
  const all = await loadChanges(call, vaults, { ...wanted, filter: { since } })
  if (all.kind === 'failed') return all
  // Of the second that was named the tool gives all changes.
  const changes = all.result.changes.filter(
    ({ change: { actor, time } }) => actor !== 'person' && time > since,
  )
  if (!all.result.hasMore) return { kind: 'done', result: { ...all.result, changes, total: changes.length } }
  const own = await loadChanges(call, vaults, { ...wanted, filter: { since, actor: 'person' } })
  if (own.kind === 'failed') return own
  return { kind: 'done', result: { ...all.result, changes, total: all.result.total - own.result.total } }
}
