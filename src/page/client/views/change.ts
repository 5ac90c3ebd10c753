import { html } from '../html.ts'
import { changedFiles } from '../parts/changed-files.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { actorName, timeOf } from '../parts/small.ts'
import { useUndo } from '../parts/undo-dialog.ts'
import type { ChangeShown } from '../state/calls.ts'
import { usePage, vaultName } from '../state/page.ts'
import { addressOf, type PlaceOf } from '../state/place.ts'
import { wantedOf } from '../state/preview-undo.ts'
import { useResult } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'

/** One change: who made it when, its files with their diffs, and its undo. */
export function Change({ place: { vault, id } }: { readonly place: PlaceOf<'change'> }) {
  const { vaults, mayWrite } = usePage()
  const undo = useUndo()
  const change = useResult('get_change', { vault_id: vault, change_id: id }, [vault])
  useTitle('A change')
  const toOther = (other: string, words: string) =>
    html`<a href=${addressOf({ view: 'change', vault, id: other })}>${words}</a>`
  const show = (result: ChangeShown) => {
    const { actor, time, tool, undone_by: undoneBy, undoes } = result
    return html`<div>
      <p class="facts">
        ${actorName(actor)} ${timeOf(time)} <code class="tool-name">${tool}</code>
        <span class="quiet">${vaultName(vaults, vault)}</span>
        ${undoneBy !== undefined && toOther(undoneBy, 'It was undone')}
        ${undoes !== undefined && toOther(undoes, 'What it undoes')}
        ${
          undoneBy === undefined &&
          mayWrite &&
          html`<button class="button" type="button" onClick=${() => undo.ask(wantedOf(vault, result))}>
            Undo …
          </button>`
        }
      </p>
      ${changedFiles(vault, result)}
    </div>`
  }
  return html`<section class="column column-wide">
    <h1 tabindex="-1">A change</h1>
    ${loadedPart(change, show)}
    <p class="after-list">
      <a href=${addressOf({ view: 'activity', vault, actor: '', since: '' })}>All changes of this vault</a>
    </p>
    ${undo.dialog}
  </section>`
}
