import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { noteAddress } from '../state/place.ts'
import { noteTimeOf } from './small.ts'

type Health = Extract<ResultOf<'check_vault_health'>, { readonly vault: object }>

/** Orphans, stale notes, names that several notes bear, frontmatter that cannot be read. */
export function healthLists(vault: string, health: Health) {
  const { counts, orphans, unparsable, stale_folders: folders } = health
  const toNote = (path: string, text: string) =>
    html`<a data-row href=${noteAddress(vault, path)} dir="auto">${text}</a>`
  return html`<div class="cards">
    ${part('Orphans', counts.orphans, 'Every note is linked with another.', [
      ...orphans.map(
        ({ path, title }) =>
          html`<li key=${path}>${toNote(path, title)} <span class="quiet path">${path}</span></li>`,
      ),
    ])}
    ${part(
      folders.length === 0 ? 'Stale notes' : `Stale notes in ${folders.join(', ')}`,
      counts.stale_notes,
      'No note has been left alone for long.',
      health.stale_notes.map(
        ({ path, title, updated }) =>
          html`<li key=${path}>
            ${toNote(path, title)} <span class="quiet">changed ${noteTimeOf(updated)}</span>
          </li>`,
      ),
    )}
    ${part(
      'Names that several notes have',
      counts.duplicate_names,
      'Every name is its note’s alone.',
      health.duplicate_names.map(
        ({ name, paths }) =>
          html`<li key=${name}>
            <span dir="auto">${name}</span>
            <ul class="plain-list">
              ${paths.map((path) => html`<li key=${path}>${toNote(path, path)}</li>`)}
            </ul>
          </li>`,
      ),
    )}
    ${part(
      'Frontmatter that cannot be read',
      counts.unparsable,
      'All frontmatter can be read.',
      unparsable.map(
        ({ path, problem }) =>
          html`<li key=${path}>
            ${toNote(path, path)}
            <p class="snippet">${problem}</p>
          </li>`,
      ),
    )}
  </div>`
}

function part(title: string, count: number, good: string, rows: readonly unknown[]) {
  return html`<section class="card">
    <h2>${title} <span class="quiet">${count}</span></h2>
    ${
      rows.length === 0
        ? html`<p class="quiet">${good}</p>`
        : html`<ul class="plain-list long-list">
            ${rows}
          </ul>`
    }
    ${count > rows.length && html`<p class="quiet">The first ${rows.length} are shown.</p>`}
  </section>`
}
