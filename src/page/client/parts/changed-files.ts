import { h } from 'preact'
import { html } from '../html.ts'
import type { ChangeShown, ChangedFile } from '../state/calls.ts'
import { addressOf, noteAddress } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { countLines, parseDiff } from '../text/parse-diff.ts'
import { DiffView } from './diff-view.ts'
import { loadedPart } from './loaded-part.ts'
import { sayKind } from './say-change.ts'

/** The files of one change, each with how its text changed. */
export function ChangedFiles({ vault, id }: { readonly vault: string; readonly id: string }) {
  const change = useResult('get_change', { vault_id: vault, change_id: id }, [vault])
  return loadedPart(change, (result) => changedFiles(vault, result))
}

export function changedFiles(vault: string, { change_id: id, files, total }: ChangeShown) {
  return html`<div class="changed-files">
    ${files.map((file) => changedFile(vault, id, file))}
    ${total > files.length && html`<p class="quiet">${total - files.length} more files are not shown.</p>`}
  </div>`
}

function changedFile(
  vault: string,
  id: string,
  { kind, path, new_path: to, diff, is_cut: isCut }: ChangedFile,
) {
  const hunks = parseDiff(diff)
  const { added, removed } = countLines(hunks)
  return html`<section class="changed-file" key=${`${kind} ${path}`}>
    <p class="file-line">
      <span class="quiet">${sayKind(kind)}</span>
      <a href=${noteAddress(vault, to ?? path)} dir="auto">${path}</a>
      ${to !== undefined && html`<span dir="auto">→ ${to}</span>`}
      ${hunks.length > 0 && html`<span class="counts"><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>`}
      ${
        kind !== 'move-folder' &&
        html`<a class="past-link" href=${addressOf({ view: 'past', vault, id, path: to ?? path })}
          >${kind === 'remove' ? 'Read it as it was' : 'Read it as it was then'}</a
        >`
      }
    </p>
    ${hunks.length > 0 && h(DiffView, { hunks, label: path })}
    ${
      isCut &&
      html`<p class="quiet">
        ${diff === '' ? 'What this did is too long to be shown, or was not kept.' : 'Not all of this is shown: it is too long.'}
      </p>`
    }
  </section>`
}
