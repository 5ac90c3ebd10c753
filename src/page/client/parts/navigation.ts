import { html } from '../html.ts'
import type { Page } from '../state/page.ts'
import { addressOf, type Place, type View } from '../state/place.ts'
import { icon, type IconName } from './icon.ts'

interface Entry {
  readonly view: View & IconName
  readonly label: string
  readonly key: string
}

export const entries: readonly Entry[] = [
  { view: 'today', label: 'Today', key: 't' },
  { view: 'search', label: 'Search', key: 's' },
  { view: 'activity', label: 'Activity', key: 'a' },
  { view: 'graph', label: 'Graph', key: 'g' },
  { view: 'health', label: 'Health', key: 'h' },
  { view: 'settings', label: 'Settings', key: 'v' },
]

export function navigation(place: Place, page: Page, waiting: number) {
  const shown = place.view === 'change' || place.view === 'past' ? 'activity' : place.view
  // Wherever one is, an agent that waits for an answer is seen.
  const said = waiting === 0 ? undefined : waiting === 1 ? '1 question waits' : `${waiting} questions wait`
  return html`<nav class="navigation" aria-label="Views">
    <a class="brand" href="/ui" aria-label="flint: today">${icon('flint')}<span>flint</span></a>
    <ul>
      ${entries.map(
        ({ view, label }) =>
          html`<li key=${view}>
            <a
              href=${addressOf(startOf(view, page))}
              title=${view === 'today' ? said : undefined}
              aria-current=${view === shown ? 'page' : undefined}
            >
              ${icon(view)}<span>${label}</span>
              ${view === 'today' && waiting > 0 && html`<strong class="waiting" aria-hidden="true">${waiting}</strong>`}
            </a>
          </li>`,
      )}
    </ul>
  </nav>`
}

/** Where a view begins, in the vault or the vaults that are chosen. */
export function startOf(view: View, { scope: vault }: Pick<Page, 'scope'>): Place {
  switch (view) {
    case 'search':
      return { view, vault, query: '', type: '', tag: '', since: '' }
    case 'activity':
      return { view, vault, actor: '', since: '' }
    case 'graph':
      return { view, vault, note: '', depth: 1, colour: 'folder' }
    case 'health':
      return { view, vault }
    case 'settings':
      return { view }
    default:
      return { view: 'today', vault }
  }
}
