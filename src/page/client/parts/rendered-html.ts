import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { html } from '../html.ts'
import type { PastNote, RenderedNote } from '../state/calls.ts'
import { sectionNamed } from '../state/focus-heading.ts'
import { usePage } from '../state/page.ts'
import { withFilesOf } from '../state/session-place.ts'
import { useTicks } from '../state/use-ticks.ts'
import { sayDone } from '../text/say-done.ts'

/**
 * The text of a note as the server rendered it: the only markup that the page takes as it comes. Its tasks tick, and what
 * has the focus keeps it when the note is rendered anew.
 */
export function RenderedHtml({
  vault,
  note,
}: {
  readonly vault: string
  readonly note: RenderedNote | PastNote
}) {
  const { say, mayWrite } = usePage()
  const tick = useTicks()
  const hash = mayWrite && 'may_change' in note && note.may_change ? note.content_hash : null
  const element = useRef<HTMLDivElement>(null)
  const focused = useRef<string | null>(null)

  useEffect(() => {
    sectionNamed()?.scrollIntoView()
  }, [note.id])
  useLayoutEffect(() => {
    const line = focused.current
    focused.current = null
    if (line !== null) element.current?.querySelector<HTMLElement>(`[data-line="${line}"]`)?.focus()
    // The title stands above the text already.
    const first = element.current?.firstElementChild
    if (
      first instanceof HTMLHeadingElement &&
      first.tagName === 'H1' &&
      first.textContent.trim() === note.title.trim()
    )
      first.hidden = true
    // What is wider than its place is scrolled by keys, too.
    for (const block of element.current?.querySelectorAll('pre, .table-scroll') ?? [])
      block.setAttribute('tabindex', '0')
    if (hash === null) for (const box of element.current?.querySelectorAll('input') ?? []) box.disabled = true
  }, [note.html, hash === null])

  const onTick = async (event: Event) => {
    const box = event.target
    if (!(box instanceof HTMLInputElement) || hash === null) return
    const { line = '', task = null } = box.dataset
    focused.current = line
    const shown = { vault, note: note.id, hash, line: Number(line), text: task }
    const outcome = await tick(shown, box.checked ? 'done' : 'open')
    if (outcome.kind === 'done') {
      const text = sayDone('', outcome.result)
      if (text !== '') say({ text })
      return
    }
    box.checked = !box.checked
    say({ text: outcome.error.message, isProblem: true })
  }
  return html`<div
    ref=${element}
    class="rendered"
    onChange=${onTick}
    dangerouslySetInnerHTML=${{ __html: withFilesOf(note.html) }}
  ></div>`
}
