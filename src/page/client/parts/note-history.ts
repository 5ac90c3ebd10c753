import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import { loadChanges } from '../state/load-changes.ts'
import { addressOf } from '../state/place.ts'
import { useLoaded, useResult } from '../state/use-loaded.ts'
import { changeRows } from './change-row.ts'
import { failureBox } from './failure-box.ts'
import { loadedPart } from './loaded-part.ts'
import { emptyState, timeOf } from './small.ts'
import { useUndo } from './undo-dialog.ts'

/** The changes of one note, under its former names too, newest first. */
export function NoteHistory({ vault, path }: { readonly vault: string; readonly path: string }) {
  const [pages, setPages] = useState(1)
  const undo = useUndo()
  const list = useLoaded(
    `history ${JSON.stringify([vault, path, pages])}`,
    (call, signal) => loadChanges(call, [vault], { filter: { identifier: path }, pages, signal }),
    [vault],
  )
  return html`<section>
    <h2>History</h2>
    ${loadedPart(list, ({ changes, hasMore }) =>
      changes.length === 0
        ? emptyState('flint has not changed this note. What was edited elsewhere is not in its history.')
        : html`<div>
            ${changeRows(changes, { isGrouped: false, showsVault: false, onUndo: undo.ask })}
            ${
              hasMore &&
              html`<button class="button" type="button" onClick=${() => setPages(pages + 1)}>
                Show older changes
              </button>`
            }
          </div>`,
    )}
    ${h(CommitList, { vault, path })} ${undo.dialog}
  </section>`
}

/** The commits of a note, where its vault lies in a git repository: each leads to the note as it was. */
function CommitList({ vault, path }: { readonly vault: string; readonly path: string }) {
  const { result, error, reload } = useResult('list_note_commits', { vault_id: vault, identifier: path }, [
    vault,
  ])
  if (error === null && (result === null || result.commits.length === 0)) return null
  return html`<section>
    <h2>Commits</h2>
    ${error !== null && failureBox(error, reload)}
    <ul class="changes">
      ${result?.commits.map(
        ({ commit, time, author, subject, path: own, change_ids: ids }) =>
          html`<li class="change" key=${commit}>
            <div class="change-line">
              <span class="change-time">${timeOf(time)}</span>
              ${
                own === null
                  ? html`<span class="change-what">${author} <span dir="auto">${subject}</span></span>`
                  : html`<a
                      class="change-what"
                      href=${addressOf({ view: 'past', vault, id: commit, path: own })}
                      title="The note as it was"
                      >${author} <span dir="auto">${subject}</span></a
                    >`
              }
              <span class="change-side">
                ${ids.map((id) => html`<a key=${id} href=${addressOf({ view: 'change', vault, id })}>change ${id}</a> `)}
                <code class="tool-name">${commit.slice(0, 8)}</code>
              </span>
            </div>
          </li>`,
      )}
    </ul>
  </section>`
}
