import { h } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { linkTo } from '../state/link-to.ts'
import { usePage } from '../state/page.ts'
import { noteAddress } from '../state/place.ts'
import { undoAction } from '../state/preview-undo.ts'
import { type Loaded, useResult } from '../state/use-loaded.ts'
import { closestTitle } from '../text/closest-title.ts'
import { plainLine } from '../text/mark-words.ts'
import { sayDone } from '../text/say-done.ts'
import { loadedPart } from './loaded-part.ts'

type Link = ResultOf<'find_broken_links'>['broken_links'][number]

const mostAtOnce = 20

/**
 * Links that lead nowhere, each with the note that was probably meant. One that was mended stays in its place for as long
 * as the view is shown, so that no other link's button comes to lie where somebody has just clicked.
 */
export function BrokenLinks({
  vault,
  links,
}: {
  readonly vault: string
  readonly links: Loaded<ResultOf<'find_broken_links'>>
}) {
  const [shown, setShown] = useState(mostAtOnce)
  const [mended, setMended] = useState<ReadonlyMap<string, string>>(new Map())
  const before = useRef<readonly Link[]>([])
  const onMended = (link: Link, title: string) => setMended((all) => new Map(all).set(keyOf(link), title))
  return html`<section class="card">
    <h2>Broken links ${links.result !== null && html`<span class="quiet">${links.result.total}</span>`}</h2>
    ${loadedPart(links, ({ broken_links: broken }) => {
      const now = new Map(broken.map((link) => [keyOf(link), link]))
      const stay = before.current.filter((link) => now.has(keyOf(link)) || mended.has(keyOf(link)))
      const known = new Set(stay.map(keyOf))
      const rows = [
        ...stay.map((link) => now.get(keyOf(link)) ?? link),
        ...broken.filter((link) => !known.has(keyOf(link))),
      ]
      before.current = rows
      if (rows.length === 0) return html`<p class="quiet">Every link leads somewhere.</p>`
      return html`<div>
        <ul class="plain-list">
          ${rows.slice(0, shown).map((link) => {
            const key = keyOf(link)
            const title = now.has(key) ? null : (mended.get(key) ?? null)
            return h(BrokenLink, { key, vault, link, title, onMended, onChanged: links.reload })
          })}
        </ul>
        ${
          rows.length > shown &&
          html`<button class="button" type="button" onClick=${() => setShown(shown + 50)}>Show more</button>`
        }
      </div>`
    })}
  </section>`
}

function keyOf({ source_note_id: source, line_number: line, target_title: target }: Link): string {
  return JSON.stringify([source, line, target])
}

interface Mending {
  readonly vault: string
  readonly link: Link
  readonly onMended: (link: Link, title: string) => void
  readonly onChanged: () => void
}

/** `title` is of the note that it leads to by now. */
function BrokenLink({ title, ...mending }: Mending & { readonly title: string | null }) {
  const { vault, link } = mending
  const { source_note_id: source, target_title: target, line_number: line, context } = link
  const row = useRef<HTMLLIElement>(null)
  // The button that had the focus is gone: its row says what has become of the link.
  useLayoutEffect(() => {
    if (title !== null && document.activeElement === document.body) row.current?.focus()
  }, [title])
  return html`<li ref=${row} class="row" tabindex="-1">
    <div class="row-text">
      <a data-row ...${linkTo(vault, source)} dir="auto">${source}</a>
      <span class="quiet"> line ${line}</span>
      <p class="snippet" dir="auto">${plainLine(context)}</p>
      ${
        title === null
          ? html`<p>leads to <span class="broken-target" dir="auto">${target}</span>, which is not there.</p>`
          : html`<p>leads to <span dir="auto">${title}</span> now.</p>`
      }
    </div>
    ${title === null && h(LikelyTarget, mending)}
  </li>`
}

function LikelyTarget({ vault, link, onMended, onChanged }: Mending) {
  const { source_note_id: source, target_title: target } = link
  const { act, say, mayWrite } = usePage()
  const query = target.replace(/^.*\//, '').replace(/[^\p{L}\p{N}\s]+/gu, ' ')
  const near = useResult('search_notes', { vault_id: vault, query, limit: 8, fields: ['title'] }, 'nothing')
  const candidates = (near.result?.results ?? []).flatMap(({ title, path }) =>
    title === undefined || path === undefined || path === source ? [] : [{ title, path }],
  )
  const likely = closestTitle(target, candidates)
  if (likely === null)
    return near.result === null ? null : html`<p class="quiet">No note has a name like it.</p>`
  const { path } = likely
  const isOne = candidates.every((one) => one.title !== likely.title || one.path === path)
  const title = isOne ? likely.title : path
  if (!mayWrite) return html`<p>Perhaps <a href=${noteAddress(vault, path)} dir="auto">${title}</a></p>`

  const mend = async () => {
    const outcome = await act('mend_link', { vault_id: vault, identifier: source, target, to: path })
    onChanged()
    if (outcome.kind === 'failed') {
      say({ text: outcome.error.message, isProblem: true })
      return
    }
    onMended(link, title)
    say({
      text: sayDone(`The link leads to ${title} now.`, outcome.result),
      ...undoAction({ act, say }, vault, outcome.result, onChanged),
    })
  }
  return html`<button class="button" type="button" title=${path} onClick=${mend}>
    Link to <span dir="auto">${title}</span>
  </button>`
}
