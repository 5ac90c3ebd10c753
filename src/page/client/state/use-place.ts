import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf, type Place, placeOf } from './place.ts'

type Go = (place: Place, how?: 'push' | 'replace') => void

/** The place of the address bar, and how to go elsewhere. Links of the page are followed without loading it anew. */
export function usePlace(): { readonly place: Place; readonly go: Go } {
  const [place, setPlace] = useState(() => placeOf(new URL(location.href)))
  const scrolls = useRef(new Map<string, number>())

  const show = (address: string, how: 'push' | 'replace') => {
    if (how === 'push') {
      scrolls.current.set(location.href, window.scrollY)
      history.pushState(null, '', address)
      if (!address.includes('#')) window.scrollTo(0, 0)
    } else history.replaceState(null, '', address)
    setPlace(placeOf(new URL(location.href)))
  }
  const go: Go = (next, how = 'push') => show(addressOf(next), how)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const onPop = () => {
      setPlace(placeOf(new URL(location.href)))
      if (location.hash === '') scrollBack(scrolls.current.get(location.href) ?? 0)
    }
    const onClick = (event: MouseEvent) => {
      const address = linkOf(event)
      if (address === null) return
      event.preventDefault()
      show(address, 'push')
    }
    window.addEventListener('popstate', onPop)
    document.addEventListener('click', onClick)
    return () => {
      window.removeEventListener('popstate', onPop)
      document.removeEventListener('click', onClick)
    }
  }, [])
  return { place, go }
}

/** Where a click on a link of this page leads; null for any other click, and for one that wants another window. */
function linkOf(event: MouseEvent): string | null {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.target !== '' || link.origin !== location.origin) return null
  const { pathname, search, hash } = link
  if (pathname !== '/ui' && !pathname.startsWith('/ui/')) return null
  if (pathname.startsWith('/ui/s/') || pathname.startsWith('/ui/assets/')) return null
  // A place on this very page is the browser's own business.
  if (hash !== '' && pathname === location.pathname && search === location.search) return null
  return pathname + search + hash
}

/** Scrolls to where a page was left, as soon as it is long enough again. */
function scrollBack(to: number): void {
  const until = performance.now() + 1_000
  const attempt = () => {
    window.scrollTo(0, to)
    if (Math.abs(window.scrollY - to) > 2 && performance.now() < until) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}
