import { html } from '../html.ts'
import type { ResultOf } from '../state/calls.ts'
import { linkTo } from '../state/link-to.ts'
import { useResult } from '../state/use-loaded.ts'
import { plainLine } from '../text/mark-words.ts'
import { loadedPart } from './loaded-part.ts'

type Backlink = ResultOf<'get_backlinks'>['backlinks'][number]

/** What links to a note, each with its line, and what names it without a link. */
export function BacklinkLists({ vault, path }: { readonly vault: string; readonly path: string }) {
  const args = { vault_id: vault, identifier: path, include_unlinked: true, limit: 200 }
  const links = useResult('get_backlinks', args, [vault])
  return loadedPart(links, ({ backlinks, linked_total: linked = 0, unlinked_total: unlinked = 0 }) => {
    const isMention = (link: Backlink) => link.unlinked === true
    return html`<div>
      <section class="aside-part">
        <h2>Backlinks ${linked > 0 && html`<span class="quiet">${linked}</span>`}</h2>
        ${
          linked === 0
            ? html`<p class="quiet">No note links here yet. Write <code>[[…]]</code> in another one.</p>`
            : linkList(
                vault,
                backlinks.filter((link) => !isMention(link)),
              )
        }
      </section>
      ${
        unlinked > 0 &&
        html`<section class="aside-part">
          <h2>Unlinked mentions <span class="quiet">${unlinked}</span></h2>
          ${linkList(vault, backlinks.filter(isMention))}
        </section>`
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
