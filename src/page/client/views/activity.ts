import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import { ActivityFilter } from '../parts/activity-filter.ts'
import { changeRows } from '../parts/change-row.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { actorName, emptyState } from '../parts/small.ts'
import { useUndo } from '../parts/undo-dialog.ts'
import { type ChangeList, loadChanges, type VaultChange } from '../state/load-changes.ts'
import { idsOf, usePage } from '../state/page.ts'
import type { PlaceOf } from '../state/place.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'
import { sayClock, sayDay } from '../text/say-time.ts'
import { sayCount } from '../text/say-undone.ts'

/** Who changed what when, by day and actor, and the undo of one change or of many. */
export function Activity({ place }: { readonly place: PlaceOf<'activity'> }) {
  const { vaults, mayWrite } = usePage()
  const { vault, actor, since } = place
  const [pages, setPages] = useState(1)
  const ids = idsOf(vaults, vault)
  const filter = { ...(actor !== '' && { actor }), ...(since !== '' && { since }) }
  const key = `changes ${JSON.stringify([ids, filter, pages])}`
  const list = useLoaded(key, (call, signal) => loadChanges(call, ids, { filter, pages, signal }), ids)
  const undo = useUndo(list.reload)
  useTitle('Activity')

  const now = new Date()
  const show = ({ changes, hasMore, damage }: ChangeList) =>
    html`<div>
      ${damage.map((message) => html`<p class="problem" key=${message}>${message}</p>`)}
      ${
        changes.length === 0 &&
        emptyState(
          actor === '' && since === ''
            ? 'Nothing was changed through flint yet. What agents and you change here will stand in this list.'
            : 'No change fits. Choose another actor, or an earlier moment.',
        )
      }
      ${[...Map.groupBy(changes, ({ change }) => sayDay(change.time, now))].map(
        ([day, own]) =>
          html`<section class="day" key=${day}>
            <h2>${day}</h2>
            ${byActor(own).map(
              (group) =>
                html`<div class="actor-group" key=${group[0]?.change.change_id}>
                  <h3>
                    ${actorName(group[0]?.change.actor ?? null)} <span class="quiet">${spanOf(group)}</span>
                  </h3>
                  ${changeRows(group, { isGrouped: true, showsVault: vault === '*', onUndo: undo.ask })}
                </div>`,
            )}
          </section>`,
      )}
      ${
        hasMore &&
        html`<button class="button" type="button" onClick=${() => setPages(pages + 1)}>
          Show older changes
        </button>`
      }
    </div>`

  return html`<section class="column column-wide">
    <h1 tabindex="-1">Activity</h1>
    ${h(ActivityFilter, {
      place,
      actors: actorsOf(list.result?.changes ?? []),
      vaultsConcerned: mayWrite ? [...new Set((list.result?.changes ?? []).map((one) => one.vault))] : [],
      onUndoAll: (concerned) =>
        undo.ask({ kind: 'actor', vault: concerned, actor, since }, `Undo what ${actor} did`),
    })}
    ${loadedPart(list, show)} ${undo.dialog}
  </section>`
}

/** What each actor did in one go. */
function byActor(changes: readonly VaultChange[]): readonly (readonly VaultChange[])[] {
  const groups: VaultChange[][] = []
  for (const one of changes) {
    const last = groups.at(-1)
    if (last?.[0]?.change.actor === one.change.actor) last.push(one)
    else groups.push([one])
  }
  return groups
}

function spanOf(changes: readonly VaultChange[]): string {
  const times = changes.map(({ change }) => sayClock(change.time))
  const [last = ''] = times
  const first = times.at(-1) ?? ''
  const count = sayCount(changes.length)
  return first === last ? `${count}, ${first}` : `${count}, ${first} to ${last}`
}

function actorsOf(changes: readonly VaultChange[]): readonly string[] {
  // What nobody is known to have done cannot be asked for.
  return [...new Set(changes.map(({ change }) => change.actor))].filter((actor) => actor !== 'unknown').sort()
}
