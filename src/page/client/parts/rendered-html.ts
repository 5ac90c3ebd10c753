import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { html } from '../html.ts'
import type { RenderedNote } from '../state/person-calls.ts'
import { usePage } from '../state/page.ts'
import { decode } from '../state/place.ts'

type Shown = Pick<RenderedNote, 'id' | 'title' | 'html' | 'text'>

/**
 * The text of a note as the server rendered it: the only markup that the page takes as it comes. Its tasks tick, and what
 * has the focus keeps it when the note is rendered anew.
 */
export function RenderedHtml({ vault, note }: { readonly vault: string; readonly note: Shown }) {
  const { call, say } = usePage()
  const element = useRef<HTMLDivElement>(null)
  const focused = useRef<string | null>(null)

  useEffect(() => {
    const anchor = decode(location.hash.slice(1))
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView()
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
  }, [note.html])

  const tick = async (event: Event) => {
    const box = event.target
    if (!(box instanceof HTMLInputElement)) return
    const line = box.dataset['line'] ?? ''
    const embedded = box.closest<HTMLElement>('section.embed')?.dataset['note']
    const text =
      embedded === undefined ? taskOnLine(note.text, Number(line)) : box.closest('li')?.textContent.trim()
    focused.current = line
    const outcome = await call('complete_todo', {
      vault_id: vault,
      identifier: embedded ?? note.id,
      line_number: Number(line),
      task_text: text ?? '',
      status: box.checked ? 'done' : 'open',
    })
    if (outcome.kind === 'done') return
    box.checked = !box.checked
    say({ text: outcome.error.message, isProblem: true })
  }
  return html`<div
    ref=${element}
    class="rendered"
    dir="auto"
    onChange=${tick}
    dangerouslySetInnerHTML=${{ __html: note.html }}
  ></div>`
}

/** The words of the task on a line of the file, counted from 1. */
function taskOnLine(text: string, line: number): string {
  const found = text.split('\n')[line - 1] ?? ''
  return found.replace(/^.*?\[.\]\s*/u, '').trim()
}
