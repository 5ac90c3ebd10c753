import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import { ActivityFilter } from '../parts/activity-filter.ts'
import { ChangeRow } from '../parts/change-row.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { actorName, emptyState } from '../parts/small.ts'
import { UndoDialog } from '../parts/undo-dialog.ts'
import { type ChangeList, loadChanges, type VaultChange } from '../state/load-changes.ts'
import { idsOf, usePage } from '../state/page.ts'
import type { ActivityPlace } from '../state/place.ts'
import { type Wanted, wantedOf } from '../state/preview-undo.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'
import { sayClock, sayDay } from '../text/say-time.ts'

/** Who changed what when, by day and actor, and the undo of one change or of many. */
export function Activity({ place }: { readonly place: ActivityPlace }) {
  const { vaults, mayWrite } = usePage()
  const { vault, actor, since } = place
  const [pages, setPages] = useState(1)
  const [undoing, setUndoing] = useState<{ readonly wanted: Wanted; readonly title: string } | null>(null)
  const ids = idsOf(vaults, vault)
  const filter = { ...(actor !== '' && { actor }), ...(since !== '' && { since }) }
  const key = `changes ${JSON.stringify([ids, filter, pages])}`
  const list = useLoaded(key, (call, signal) => loadChanges(call, ids, { filter, pages, signal }), ids)
  useTitle('Activity')

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
      ${byDay(changes).map(
        (day) =>
          html`<section class="day" key=${day.name}>
            <h2>${day.name}</h2>
            ${day.groups.map(
              (group) =>
                html`<div class="actor-group" key=${group.changes[0]?.change.change_id}>
                  <h3>${actorName(group.actor)} <span class="quiet">${spanOf(group.changes)}</span></h3>
                  <ul class="changes">
                    ${group.changes.map((one) =>
                      h(ChangeRow, {
                        key: one.change.change_id,
                        vault: one.vault,
                        change: one.change,
                        showsActor: false,
                        showsDay: false,
                        showsVault: vault === '*',
                        onUndo: (chosen) =>
                          setUndoing({
                            wanted: wantedOf(one.vault, chosen),
                            title: 'Undo this change',
                          }),
                      }),
                    )}
                  </ul>
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
      onUndoAll: (vaultId) =>
        setUndoing({
          wanted: { kind: 'actor', vault: vaultId, actor, since },
          title: `Undo what ${actor} did`,
        }),
    })}
    ${loadedPart(list, show)}
    ${
      undoing !== null &&
      h(UndoDialog, {
        ...undoing,
        onClose: () => {
          setUndoing(null)
          list.reload()
        },
      })
    }
  </section>`
}

interface Group {
  readonly actor: string
  readonly changes: VaultChange[]
}

/** Days with what each actor did in one go. */
function byDay(
  changes: readonly VaultChange[],
): readonly { readonly name: string; readonly groups: Group[] }[] {
  const now = new Date()
  const days: { name: string; groups: Group[] }[] = []
  for (const one of changes) {
    const name = sayDay(one.change.time, now)
    if (days.at(-1)?.name !== name) days.push({ name, groups: [] })
    const groups = days.at(-1)?.groups ?? []
    const group = groups.at(-1)
    if (group?.actor === one.change.actor) group.changes.push(one)
    else groups.push({ actor: one.change.actor, changes: [one] })
  }
  return days
}

function spanOf(changes: readonly VaultChange[]): string {
  const times = changes.map(({ change }) => sayClock(change.time))
  const [last = ''] = times
  const first = times.at(-1) ?? ''
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  return first === last ? `${count}, ${first}` : `${count}, ${first} to ${last}`
}

function actorsOf(changes: readonly VaultChange[]): readonly string[] {
  // What nobody is known to have done cannot be asked for.
  return [...new Set(changes.map(({ change }) => change.actor))].filter((actor) => actor !== 'unknown').sort()
}
