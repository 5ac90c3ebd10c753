import { h } from 'preact'
import { localDay } from '../../../model/local-day.ts'
import { html } from '../html.ts'
import { usePage, vaultName } from '../state/page.ts'
import { noteAddress } from '../state/place.ts'
import { useNote, useResult } from '../state/use-loaded.ts'
import { sayDone } from '../text/say-done.ts'
import { loadedPart } from './loaded-part.ts'
import { RenderedHtml } from './rendered-html.ts'

/** The note of today, where it is called after the day; else a button that makes or opens it. */
export function TodaysNote({ vault }: { readonly vault: string }) {
  const { act, go, say, vaults, mayWrite } = usePage()
  // The day where the person is, which may be another where the server is.
  const day = localDay(new Date())
  const note = useNote(vault, day)
  const rights = useResult('get_vault_rights', { vault_id: vault, day }, 'registry')
  const isMissing = note.error?.code === 'NOT_FOUND'
  const open = async () => {
    const outcome = await act('open_daily_note', { vault_id: vault, date: day })
    const text = outcome.kind === 'failed' ? outcome.error.message : sayDone('', outcome.result)
    if (text !== '') say({ text, isProblem: outcome.kind === 'failed' })
    if (outcome.kind === 'done') go({ view: 'note', vault, path: outcome.result.id, part: 'read' })
  }
  return html`<section class="card daily">
    <h2>Daily note <span class="quiet">${vaultName(vaults, vault)}</span></h2>
    ${
      isMissing
        ? html`<div>
            <p class="quiet">There is no note that is called after today.</p>
            ${
              mayWrite &&
              rights.result?.may_open_day === true &&
              html`<button class="button" type="button" onClick=${open}>Open today’s note</button>`
            }
          </div>`
        : loadedPart(
            note,
            (result) =>
              html`<div>
                ${h(RenderedHtml, { vault, note: result })}
                <a href=${noteAddress(vault, result.id)} dir="auto">Open ${result.title}</a>
              </div>`,
          )
    }
  </section>`
}
