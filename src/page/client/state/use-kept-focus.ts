import { useEffect } from 'preact/hooks'
import { focusHeading } from './focus-heading.ts'

const rowsOfView = 'main [data-row]'

/**
 * When what has the focus leaves a view, the focus goes on: to its row where that is still there, else to the next row, the
 * one before, or the heading.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: {
      readonly element: HTMLElement
      readonly rows: readonly HTMLElement[]
      readonly at: number
    } | null = null
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return
      const rows = [...document.querySelectorAll<HTMLElement>(rowsOfView)]
      const own = target.closest('li')
      const at = rows.findIndex((row) => row === target || own?.contains(row))
      last = target.closest('main') === null ? null : { element: target, rows, at }
    }
    const goOn = () => {
      if (last === null || last.element.isConnected || document.activeElement !== document.body) return
      if (document.querySelector('dialog[open]') !== null) return
      const { rows, at } = last
      last = null
      const name = rows[at]?.dataset['rowId'] ?? ''
      const same =
        name === '' ? null : document.querySelector<HTMLElement>(`main [data-row-id="${CSS.escape(name)}"]`)
      const near = [...rows.slice(Math.max(at, 0)), ...rows.slice(0, Math.max(at, 0)).reverse()]
      const next = at < 0 ? undefined : near.find((row) => row.isConnected)
      const row = same ?? next
      if (row === undefined) focusHeading()
      else row.focus()
    }
    const observer = new MutationObserver(goOn)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}
