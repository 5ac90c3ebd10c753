import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { linkTo } from '../state/link-to.ts'
import { atOnce, loadMost } from '../state/load-most.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { plainLine } from '../text/mark-words.ts'
import { loadedPart } from './loaded-part.ts'

type Backlink = ResultOf<'get_backlinks'>['backlinks'][number]

const atFirst = 200

/** What links to a note, each with its line, and what names it without a link. */
export function BacklinkLists({ vault, path }: { readonly vault: string; readonly path: string }) {
  const [most, setMost] = useState(atFirst)
  const args = { vault_id: vault, identifier: path, include_unlinked: true }
  const links = useLoaded(
    `backlinks ${JSON.stringify([args, most])}`,
    (call, signal) =>
      loadMost(
        most,
        (page) => call('get_backlinks', { ...args, ...page }, signal),
        ({ backlinks }) => backlinks,
      ),
    [vault],
  )
  return loadedPart(links, ({ items, total, linked_total: linked = 0, unlinked_total: unlinked = 0 }) => {
    const isMention = (link: Backlink) => link.unlinked === true
    return html`<div>
      <section class="aside-part">
        <h2>Backlinks ${linked > 0 && html`<span class="quiet">${linked}</span>`}</h2>
        ${
          linked === 0
            ? html`<p class="quiet">No note links here yet. Write <code>[[…]]</code> in another one.</p>`
            : linkList(
                vault,
                items.filter((link) => !isMention(link)),
              )
        }
      </section>
      ${
        unlinked > 0 &&
        html`<section class="aside-part">
          <h2>Unlinked mentions <span class="quiet">${unlinked}</span></h2>
          ${linkList(vault, items.filter(isMention))}
        </section>`
      }
      ${
        total > items.length &&
        html`<p class="buttons">
          <span class="quiet">${total - items.length} more are not shown.</span>
          <button class="button" type="button" onClick=${() => setMost(most + atOnce)}>Show more</button>
        </p>`
      }
    </div>`
  })
}

function linkList(vault: string, links: readonly Backlink[]) {
  const byNote = Map.groupBy(links, ({ path }) => path)
  return html`<ul class="plain-list">
    ${[...byNote].map(
      ([path, own]) =>
        html`<li key=${path}>
          <a ...${linkTo(vault, path)} dir="auto">${own[0]?.title}</a>
          ${own.map(
            ({ line_number: line, excerpt }) =>
              html`<p key=${line} class="snippet" dir="auto">${plainLine(excerpt)}</p>`,
          )}
        </li>`,
    )}
  </ul>`
}
