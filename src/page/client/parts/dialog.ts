import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { html } from '../html.ts'
import { icon } from './icon.ts'

/** A dialog over the page. Esc closes it, and the focus goes back to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  isWide = false,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly isWide?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return html`<dialog
    ref=${dialog}
    class=${isWide ? 'dialog dialog-wide' : 'dialog'}
    aria-labelledby=${id}
    onCancel=${(event: Event) => {
      event.preventDefault()
      onClose()
    }}
  >
    <div class="dialog-head">
      <h2 id=${id}>${title}</h2>
      <button class="icon-button" type="button" aria-label="Close" onClick=${onClose}>
        ${icon('close')}
      </button>
    </div>
    ${children}
  </dialog>`
}
