import { h } from 'preact'
import { html } from '../html.ts'
import { TodaysNote } from '../parts/todays-note.ts'
import { InboxCard } from '../parts/inbox-card.ts'
import { OpenTasks } from '../parts/open-tasks.ts'
import { Questions } from '../parts/questions.ts'
import { SinceLastLook } from '../parts/since-last-look.ts'
import { emptyState } from '../parts/small.ts'
import { usePage } from '../state/page.ts'
import type { PlaceOf } from '../state/place.ts'
import { useTitle } from '../state/use-title.ts'

/** What a person looks at first: what waits for them, what was done, what is to be done. */
export function Today({ place: { vault } }: { readonly place: PlaceOf<'today'> }) {
  const { vaults, mainVault } = usePage()
  const one = vault === '*' ? mainVault : (vaults.find(({ id }) => id === vault) ?? null)
  useTitle('Today')
  const heading = html`<h1 tabindex="-1">Today</h1>`
  if (one === null)
    return html`<section class="column">
      ${heading}
      ${emptyState(
        vaults.length === 0
          ? html`<span>There is no vault yet. Run <code>flint init</code> in a folder of notes.</span>`
          : html`<span>There is no vault of this name. <a href="/ui">Look at all vaults</a>.</span>`,
      )}
    </section>`
  return html`<section class="today">
    ${heading}
    <div class="today-grid">
      <div class="today-main">
        ${h(Questions, { scope: vault })} ${h(SinceLastLook, { scope: vault })}
        ${h(TodaysNote, { key: `daily ${one.id}`, vault: one.id })}
      </div>
      <div class="today-side">
        ${h(InboxCard, { key: `inbox ${one.id}`, vault: one.id })} ${h(OpenTasks, { scope: vault })}
      </div>
    </div>
  </section>`
}
