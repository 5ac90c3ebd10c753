import { html } from '../html.ts'
import type { RenderedNote } from '../state/person-calls.ts'

const saidElsewhere = ['title', 'tags', 'aliases']

/** The frontmatter of a note as a table of names and values. */
export function noteProperties({ metadata }: RenderedNote) {
  const rows = Object.entries(metadata).filter(
    ([name]) => !saidElsewhere.includes(name) || name === 'aliases',
  )
  if (rows.length === 0) return null
  return html`<details class="properties" open=${rows.length <= 6}>
    <summary>Properties</summary>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<div key=${name}>
            <dt dir="auto">${name}</dt>
            <dd dir="auto">${sayValue(value)}</dd>
          </div>`,
      )}
    </dl>
  </details>`
}

function sayValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(sayValue).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
