import { html } from '../html.ts'
import type { Call, Outcome } from '../state/calls.ts'
import { idsOf, usePage } from '../state/page.ts'
import type { SearchPlace } from '../state/place.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { valueOf } from '../state/value-of.ts'

const spans = [
  ['', 'any time'],
  ['1d', 'a day'],
  ['7d', 'seven days'],
  ['30d', 'thirty days'],
  ['1y', 'a year'],
] as const

interface Choices {
  readonly types: readonly string[]
  readonly tags: readonly string[]
}

/** Type, tag and time of the notes that are looked for. */
export function SearchFilters({ place }: { readonly place: SearchPlace }) {
  const { go, vaults } = usePage()
  const ids = idsOf(vaults, place.vault)
  const { result } = useLoaded(`choices ${ids.join(' ')}`, (call) => loadChoices(call, ids), ids)
  const { types = [], tags = [] } = result ?? {}
  const { type, tag, since } = place
  const otherSpan = spans.some(([span]) => span === since) ? [] : [[since, `since ${since}`] as const]
  return html`<div class="filters">
    <label class="field">
      <span>Type</span>
      <select value=${type} onChange=${(event: Event) => go({ ...place, type: valueOf(event) }, 'replace')}>
        <option value="">any</option>
        ${withOwn(types, type).map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select>
    </label>
    <label class="field">
      <span>Tag</span>
      <input
        list="known-tags"
        value=${tag}
        placeholder="any"
        dir="auto"
        onInput=${(event: Event) => go({ ...place, tag: valueOf(event).replace(/^#/, '') }, 'replace')}
      />
      <datalist id="known-tags">
        ${tags.map((name) => html`<option key=${name} value=${name}></option>`)}
      </datalist>
    </label>
    <label class="field">
      <span>Changed within</span>
      <select value=${since} onChange=${(event: Event) => go({ ...place, since: valueOf(event) }, 'replace')}>
        ${[...spans, ...otherSpan].map(([span, label]) => html`<option key=${span} value=${span}>${label}</option>`)}
      </select>
    </label>
  </div>`
}

async function loadChoices(call: Call, ids: readonly string[]): Promise<Outcome<Choices>> {
  const [tags, ...types] = await Promise.all([
    call('get_tags', { vault_id: ids, limit: 500 }),
    ...ids.map((id) => call('list_note_types', { vault_id: id, limit: 500 })),
  ])
  const names = types.flatMap((one) =>
    one.kind === 'done' ? one.result.note_types.map(({ name }) => name) : [],
  )
  return {
    kind: 'done',
    result: {
      types: [...new Set(names)].sort(),
      tags: tags.kind === 'done' ? [...new Set(tags.result.tags.map(({ tag }) => tag))] : [],
    },
  }
}

function withOwn(names: readonly string[], own: string): readonly string[] {
  return own === '' || names.includes(own) ? names : [...names, own]
}
