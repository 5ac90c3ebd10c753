import { html } from '../html.ts'
import { useStored } from '../state/stored.ts'
import { changedPart } from '../text/changed-part.ts'
import { type DiffLine, type Hunk, type Pair, pairLines } from '../text/parse-diff.ts'

const layouts = ['inline', 'side by side'] as const

/** How a text changed, in one column or in two; the browser remembers which. */
export function DiffView({ hunks, label }: { readonly hunks: readonly Hunk[]; readonly label: string }) {
  const [layout, setLayout] = useStored('diff layout', layouts, 'inline')
  const isInline = layout === 'inline'
  if (hunks.length === 0) return html`<p class="quiet">The text is the same.</p>`
  return html`<div class="diff">
    <button
      class="link-button diff-layout"
      type="button"
      onClick=${() => setLayout(isInline ? 'side by side' : 'inline')}
    >
      ${isInline ? 'Side by side' : 'In one column'}
    </button>
    <div class="table-scroll" tabindex="0" role="group" aria-label=${`Changes of ${label}`}>
      <table class=${isInline ? 'diff-table' : 'diff-table diff-two'}>
        <caption class="visually-hidden">
          Changes of ${label}
        </caption>
        ${!isInline && columns}
        ${hunks.map(
          ({ heading, lines }, at) =>
            html`<tbody key=${at}>
              ${
                (at > 0 || heading !== '') &&
                html`<tr class="diff-gap">
                  <td colspan=${isInline ? 3 : 4} dir="auto">
                    ${heading.startsWith('…') ? heading : `⋯ ${heading}`}
                  </td>
                </tr>`
              }
              ${isInline ? inlineRows(pairLines(lines)) : pairLines(lines).map(sideRow)}
            </tbody>`,
        )}
      </table>
    </div>
  </div>`
}

/** Lines that were removed stand above those that took their place. */
function inlineRows(pairs: readonly Pair[]) {
  const rows = []
  for (let at = 0; at < pairs.length;) {
    let end = at
    while (end < pairs.length && pairs[end]?.[0]?.kind !== 'same') end += 1
    const changed = pairs.slice(at, end)
    for (const [left, right] of changed) rows.push(inlineRow(left, right))
    for (const [left, right] of changed) rows.push(inlineRow(right, left))
    const [same] = pairs[end] ?? []
    if (same !== undefined) rows.push(inlineRow(same, null))
    at = end + 1
  }
  return rows
}

function inlineRow(line: DiffLine | null, other: DiffLine | null) {
  if (line === null) return null
  return html`<tr class=${`diff-${line.kind}`}>
    <td class="diff-number">${line.before}</td>
    <td class="diff-number">${line.after}</td>
    ${textCell(line, other)}
  </tr>`
}

function sideRow([left, right]: Pair, at: number) {
  return html`<tr key=${at}>
    <td class="diff-number">${left?.before}</td>
    ${left === null ? emptyCell : textCell(left, right)}
    <td class="diff-number">${right?.after}</td>
    ${right === null ? emptyCell : textCell(right, left)}
  </tr>`
}

// The first row spans all columns, so their widths are said here.
const columns = html`<colgroup>
  <col class="diff-number-column" />
  <col />
  <col class="diff-number-column" />
  <col />
</colgroup>`

const emptyCell = html`<td class="diff-none"></td>`

function textCell(line: DiffLine, other: DiffLine | null) {
  const sign = line.kind === 'added' ? 'Added: ' : line.kind === 'removed' ? 'Removed: ' : ''
  if (line.kind === 'same' || other === null)
    return html`<td class=${`diff-text diff-cell-${line.kind}`} dir="auto">
      ${sign !== '' && html`<span class="visually-hidden">${sign}</span>`}${line.text}${noteOf(line)}
    </td>`
  const [start, own, end] = changedPart(line.text, other.text)
  return html`<td class=${`diff-text diff-cell-${line.kind}`} dir="auto">
    <span class="visually-hidden">${sign}</span
    >${start}${own !== '' && html`<mark class="diff-mark">${own}</mark>`}${end}${noteOf(line)}
  </td>`
}

function noteOf({ note }: DiffLine) {
  return note !== undefined && html`<span class="diff-note">${note}</span>`
}
