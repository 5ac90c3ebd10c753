import { useEffect } from 'preact/hooks'
import type { Drafts } from './drafts.ts'

/** The browser asks before it lets go of a tab in which something is not saved, whichever view is shown. */
export function useUnloadGuard(drafts: Drafts): void {
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (drafts.all().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [drafts])
}
