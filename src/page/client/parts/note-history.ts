import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import { loadChanges } from '../state/load-changes.ts'
import { wantedOf } from '../state/preview-undo.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { ChangeRow } from './change-row.ts'
import { loadedPart } from './loaded-part.ts'
import { CommitList } from './commit-list.ts'
import type { Change } from './say-change.ts'
import { emptyState } from './small.ts'
import { UndoDialog } from './undo-dialog.ts'

/** The changes of one note, under its former names too, newest first. */
export function NoteHistory({ vault, path }: { readonly vault: string; readonly path: string }) {
  const [pages, setPages] = useState(1)
  const [undoing, setUndoing] = useState<Change | null>(null)
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
            <ul class="changes">
              ${changes.map(({ change }) =>
                h(ChangeRow, {
                  key: change.change_id,
                  vault,
                  change,
                  showsActor: true,
                  showsDay: true,
                  showsVault: false,
                  onUndo: setUndoing,
                }),
              )}
            </ul>
            ${
              hasMore &&
              html`<button class="button" type="button" onClick=${() => setPages(pages + 1)}>
                Show older changes
              </button>`
            }
          </div>`,
    )}
    ${h(CommitList, { vault, path })}
    ${
      undoing !== null &&
      h(UndoDialog, {
        wanted: wantedOf(vault, undoing),
        title: 'Undo this change',
        onClose: () => setUndoing(null),
      })
    }
  </section>`
}
