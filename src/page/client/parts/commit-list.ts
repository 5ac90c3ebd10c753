import { html } from '../html.ts'
import { addressOf } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { timeOf } from './small.ts'

/** The commits of a note, where its vault lies in a git repository: each leads to the note as it was. */
export function CommitList({ vault, path }: { readonly vault: string; readonly path: string }) {
  const { result } = useResult('list_note_commits', { vault_id: vault, identifier: path }, [vault])
  if (result === null || result.commits.length === 0) return null
  return html`<section>
    <h2>Commits</h2>
    <ul class="changes">
      ${result.commits.map(
        ({ commit, time, author, subject, path: own, change_ids: ids }) =>
          html`<li class="change" key=${commit}>
            <div class="change-line">
              ${
                own === null
                  ? html`<span class="change-time">${timeOf(time)}</span>`
                  : html`<a
                      class="change-time"
                      href=${addressOf({ view: 'past', vault, id: commit, path: own })}
                      title="The note as it was"
                      >${timeOf(time)}</a
                    >`
              }
              <span class="change-what">${author} <span dir="auto">${subject}</span></span>
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
