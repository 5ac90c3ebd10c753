import { useEffect, useRef } from 'preact/hooks'
import { entries, startOf } from '../parts/navigation.ts'
import type { Page } from './page.ts'

const waitMs = 1_200

/** The keys that work everywhere but in a field: `/`, `g` and a letter, `j`, `k`, `e`, `?`. */
export function useKeys(page: Page, onHelp: () => void): void {
  const latest = useRef(page)
  latest.current = page
  useEffect(() => {
    let lead = -Infinity
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Escape') leaveField(event)
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
      const { go } = latest.current
      const isSecond = event.timeStamp - lead < waitMs
      lead = -Infinity
      const entry = isSecond ? entries.find(({ key }) => key === event.key) : undefined
      if (entry !== undefined) go(startOf(entry.view, latest.current))
      else if (event.key === 'g') lead = event.timeStamp
      else if (event.key === '/') toSearch(latest.current)
      else if (event.key === '?') onHelp()
      else if (event.key === 'e') document.querySelector<HTMLElement>('[data-key="e"]')?.click()
      else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Moves the focus to a neighbour among the rows of the view. */
export function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter(
    (row) => row.offsetParent !== null,
  )
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows[by === 1 ? 0 : rows.length - 1] : rows[at + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

function toSearch(page: Page): void {
  const field = document.querySelector<HTMLElement>('[data-search]')
  if (field === null) page.go(startOf('search', page))
  else field.focus()
}

function leaveField({ target }: KeyboardEvent): void {
  if (target instanceof HTMLElement && isTyping(target) && target.closest('dialog') === null) target.blur()
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
