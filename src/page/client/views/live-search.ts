import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { h } from 'preact'
import { html } from '../html.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { searchHit } from '../parts/search-hit.ts'
import { SearchFilters } from '../parts/search-filters.ts'
import { emptyState } from '../parts/small.ts'
import { vaultErrors } from '../parts/vault-errors.ts'
import type { ResultOf } from '../state/calls.ts'
import { usePage } from '../state/page.ts'
import type { SearchPlace } from '../state/place.ts'
import { keyOf, useResult } from '../state/use-loaded.ts'
import { step } from '../state/use-keys.ts'
import { useTitle } from '../state/use-title.ts'
import { valueOf } from '../state/value-of.ts'
import { queryWords } from '../text/mark-words.ts'

/** As many as fill a screen: each more costs time with every key. */
const atFirst = 20
const atMost = 100

/** Search as one types. Results stay until those for what was typed since are painted. */
export function LiveSearch({ place }: { readonly place: SearchPlace }) {
  const { go, kept } = usePage()
  const { vault, query, type, tag, since } = place
  const field = useRef<HTMLInputElement>(null)
  const wantsFirst = useRef(false)
  const asked = [vault, query, type, tag, since].join('\n')
  const [wantsMoreOf, setWantsMoreOf] = useState('')
  const isAsked = [query.trim(), type, tag, since].some((part) => part !== '')
  const args = {
    query,
    vault_id: vault,
    limit: atFirst,
    ...(type !== '' && { type_filter: type }),
    ...(tag !== '' && { tags: [tag] }),
    ...(since !== '' && { since }),
  }
  // Who comes back to a list that was shown in full finds it so.
  const more = { ...args, limit: atMost }
  const isMore = wantsMoreOf === asked || kept.has(keyOf('search_notes', more))
  const found = useResult(
    'search_notes',
    isAsked ? (isMore ? more : args) : null,
    vault === '*' ? '*' : [vault],
  )
  useTitle(query === '' ? 'Search' : `${query} – Search`)
  // Before it is painted: whoever sees the field types into it.
  useLayoutEffect(() => {
    field.current?.focus()
  }, [])

  // Who presses Enter before the results are there means the first of those, and not of what is still painted.
  useEffect(() => {
    if (!wantsFirst.current || found.isStale) return
    wantsFirst.current = false
    openFirst()
  }, [found.result, found.isStale])

  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      step(1)
    } else if (event.key === 'Enter') {
      wantsFirst.current = found.isStale
      if (!found.isStale) openFirst()
    }
  }
  return html`<section class="column">
    <h1 tabindex="-1" class="visually-hidden">Search</h1>
    <search>
      <input
        ref=${field}
        class="search-field"
        type="search"
        data-search
        aria-label="Search"
        placeholder="Words, “phrases”, tag:garden, path:projects"
        autocomplete="off"
        spellcheck=${false}
        dir="auto"
        value=${query}
        onInput=${(event: Event) => go({ ...place, query: valueOf(event) }, 'replace')}
        onKeyDown=${onKey}
      />
      ${h(SearchFilters, { place })}
    </search>
    ${
      isAsked
        ? loadedPart(found, (result) => resultList(result, place, () => setWantsMoreOf(asked)))
        : emptyState(
            'Type to search by words and meaning. “Phrases”, prefix*, -word, tag:x, path:folder, type:x, has:tasks and is:orphan narrow it.',
          )
    }
  </section>`
}

function openFirst(): void {
  document.querySelector<HTMLElement>('main [data-row]')?.click()
}

function resultList(
  { results, total, halves, message, vaults }: ResultOf<'search_notes'>,
  place: SearchPlace,
  onMore: () => void,
) {
  const words = queryWords(place.query)
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const isFirst = document.querySelector('main [data-row]') === document.activeElement
    if (event.key === 'ArrowUp' && isFirst) document.querySelector<HTMLElement>('[data-search]')?.focus()
    else step(event.key === 'ArrowDown' ? 1 : -1)
  }
  return html`<div>
    <p class="result-line" role="status">
      ${[sayTotal(total, message), message].filter(Boolean).join(' ')}
      ${halves?.reason !== undefined && html`<span class="quiet"> ${halves.reason}</span>`}
    </p>
    ${vaultErrors(vaults)}
    <ol class="results" onKeyDown=${onKey}>
      ${results.map((hit) => searchHit(hit, place, words))}
    </ol>
    ${
      results.length >= atFirst &&
      results.length < Math.min(total, atMost) &&
      html`<p class="buttons"><button class="button" type="button" onClick=${onMore}>Show more</button></p>`
    }
  </div>`
}

/** How many notes were found; nothing where the message says so itself. */
function sayTotal(total: number, message = ''): string {
  const none = 'No note fits.'
  if (total === 0) return message.startsWith(none) ? '' : none
  return total === 1 ? '1 note.' : `${total} notes.`
}
