import { html } from '../html.ts'
import type { RenderedNote } from '../state/calls.ts'
import { noteAddress } from '../state/place.ts'
import { propertyParts } from '../text/property-parts.ts'

const saidElsewhere = ['title', 'tags']

/** The frontmatter of a note as a table of names and values. */
export function noteProperties(vault: string, { metadata }: Pick<RenderedNote, 'metadata'>) {
  const rows = Object.entries(metadata).filter(([name]) => !saidElsewhere.includes(name))
  if (rows.length === 0) return null
  return html`<details class="properties" open=${rows.length <= 6}>
    <summary>Properties</summary>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<div key=${name}>
            <dt><bdi>${name}</bdi></dt>
            <dd><bdi>${propertyParts(sayValue(value)).map((part, at) => shown(vault, part, at))}</bdi></dd>
          </div>`,
      )}
    </dl>
  </details>`
}

function shown(vault: string, part: ReturnType<typeof propertyParts>[number], at: number) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'note':
      return html`<a key=${at} class="note-link" href=${noteAddress(vault, part.target)}>${part.text}</a>`
    case 'web':
      return html`<a
        key=${at}
        class="outside"
        href=${part.text}
        target="_blank"
        rel="noopener noreferrer nofollow"
        >${part.text}</a
      >`
  }
}

function sayValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(sayValue).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
