import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.ts'
import { usePage, vaultName } from '../state/page.ts'
import type { PlaceOf } from '../state/place.ts'
import { valueOf } from '../state/value-of.ts'

/** Whose changes are shown, since when, and the undo of all of them. */
export function ActivityFilter({
  place,
  actors,
  vaultsConcerned,
  onUndoAll,
}: {
  readonly place: PlaceOf<'activity'>
  readonly actors: readonly string[]
  readonly vaultsConcerned: readonly string[]
  readonly onUndoAll: (vault: string) => void
}) {
  const { go, vaults } = usePage()
  const { actor, since } = place
  // Who was seen stays in the list when only one of them is shown.
  const [seen, setSeen] = useState<readonly string[]>([])
  const known = [...new Set([...seen, ...actors, ...(actor === '' ? [] : [actor])])].sort()
  useEffect(() => {
    if (known.length !== seen.length) setSeen(known)
  }, [known.join('\n')])

  return html`<div class="filters">
    <label class="field">
      <span>Who</span>
      <select value=${actor} onChange=${(event: Event) => go({ ...place, actor: valueOf(event) }, 'replace')}>
        <option value="">everyone</option>
        ${known.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select>
    </label>
    <label class="field">
      <span>Since</span>
      <input
        type="datetime-local"
        value=${localOf(since)}
        onChange=${(event: Event) => {
          const value = valueOf(event)
          go({ ...place, since: value === '' ? '' : new Date(value).toISOString() }, 'replace')
        }}
      />
    </label>
    <span class="chips">
      ${spans.map(
        ([label, start]) =>
          html`<button
            key=${label}
            class="chip"
            type="button"
            onClick=${() => go({ ...place, since: start(new Date()) }, 'replace')}
          >
            ${label}
          </button>`,
      )}
    </span>
    ${
      actor !== '' &&
      vaultsConcerned.map(
        (vault) =>
          html`<button key=${vault} class="button" type="button" onClick=${() => onUndoAll(vault)}>
            Undo all of ${actor}${vaultsConcerned.length > 1 ? ` in ${vaultName(vaults, vault)}` : ''} …
          </button>`,
      )
    }
  </div>`
}

const spans: readonly (readonly [string, (now: Date) => string])[] = [
  ['Today', (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()],
  ['Last hour', (now) => new Date(now.getTime() - 3_600_000).toISOString()],
  ['Seven days', (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6).toISOString()],
  ['All', () => ''],
]

/** A moment as the field has it: `2026-11-05T09:12`, in the browser's time zone. */
function localOf(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return ''
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
