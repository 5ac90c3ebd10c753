import { h } from 'preact'
import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { usePage } from '../state/page.ts'
import { noteAddress } from '../state/place.ts'
import { undoAction } from '../state/preview-undo.ts'
import { useResult } from '../state/use-loaded.ts'
import { closestTitle } from '../text/closest-title.ts'
import { plainLine } from '../text/mark-words.ts'
import { loadedPart } from './loaded-part.ts'

type Link = ResultOf<'find_broken_links'>['broken_links'][number]

const mostAtOnce = 20

/** Links that lead nowhere, each with the note that was probably meant. */
export function BrokenLinks({ vault }: { readonly vault: string }) {
  const [shown, setShown] = useState(mostAtOnce)
  const links = useResult('find_broken_links', { vault_id: vault, limit: 1_000 }, [vault])
  return html`<section class="card">
    <h2>Broken links ${links.result !== null && html`<span class="quiet">${links.result.total}</span>`}</h2>
    ${loadedPart(links, ({ broken_links: rows }) =>
      rows.length === 0
        ? html`<p class="quiet">Every link leads somewhere.</p>`
        : html`<div>
            <ul class="plain-list">
              ${rows.slice(0, shown).map((link) => h(BrokenLink, { key: link.id, vault, link, onMended: links.reload }))}
            </ul>
            ${
              rows.length > shown &&
              html`<button class="button" type="button" onClick=${() => setShown(shown + 50)}>
                Show more
              </button>`
            }
          </div>`,
    )}
  </section>`
}

function BrokenLink({
  vault,
  link,
  onMended,
}: {
  readonly vault: string
  readonly link: Link
  readonly onMended: () => void
}) {
  const { source_note_id: source, target_title: target, line_number: line, context } = link
  return html`<li class="row">
    <div class="row-text">
      <a data-row href=${noteAddress(vault, source)} dir="auto">${source}</a>
      <span class="quiet"> line ${line}</span>
      <p class="snippet" dir="auto">${plainLine(context)}</p>
      <p>leads to <span class="broken-target" dir="auto">${target}</span>, which is not there.</p>
    </div>
    ${h(LikelyTarget, { vault, link, onMended })}
  </li>`
}

function LikelyTarget({
  vault,
  link: { source_note_id: source, target_title: target },
  onMended,
}: {
  readonly vault: string
  readonly link: Link
  readonly onMended: () => void
}) {
  const { call, say, mayWrite } = usePage()
  const query = target.replace(/^.*\//, '').replace(/[^\p{L}\p{N}\s]+/gu, ' ')
  const near = useResult('search_notes', { vault_id: vault, query, limit: 8, fields: ['title'] }, 'nothing')
  const candidates = (near.result?.results ?? []).flatMap(({ title, path }) =>
    title === undefined || path === undefined || path === source ? [] : [{ title, path }],
  )
  const likely = closestTitle(target, candidates)
  if (likely === null)
    return near.result === null ? null : html`<p class="quiet">No note has a name like it.</p>`
  const { path, title } = likely
  if (!mayWrite) return html`<p>Perhaps <a href=${noteAddress(vault, path)} dir="auto">${title}</a></p>`

  const mend = async () => {
    const outcome = await call('mend_link', { vault_id: vault, identifier: source, target, to: path })
    onMended()
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    else
      say({
        text: `The link leads to ${title} now.`,
        ...undoAction({ call, say }, vault, outcome.result, onMended),
      })
  }
  return html`<button class="button" type="button" title=${path} onClick=${mend}>
    Link to <span dir="auto">${title}</span>
  </button>`
}
