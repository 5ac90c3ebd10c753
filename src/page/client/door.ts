import { h } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { WholePage } from './whole-page.ts'
import { Drafts } from './state/drafts.ts'
import { hasOtherSession } from './state/session-place.ts'
import { enter, takeKey } from './state/enter.ts'
import { WayIn } from './views/way-in.ts'

/** Whoever has left is out, too, and stays so. */
type Inside = 'asking' | 'in' | 'out' | 'left'

/** The page, or the way into it while the person is not let in. */
export function Door() {
  const [inside, setInside] = useState<Inside>('asking')
  // What is being written outlives the end of a session.
  const drafts = useMemo(() => new Drafts(), [])
  // Whichever view is shown, the browser asks before it lets go of a tab in which something is not saved.
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (drafts.all().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [])
  const [problem, setProblem] = useState<string | null>(null)

  const letIn = async (key: string) => {
    const refused = await enter(key)
    setProblem(refused)
    setInside(refused === null ? 'in' : 'out')
  }
  useLayoutEffect(() => {
    const key = takeKey()
    if (key === null) setInside('in')
    else void letIn(key)
  }, [])
  // Whoever is in already, or is let in by another tab, is not shut out.
  useEffect(() => {
    if (inside !== 'out') return
    const look = async () => {
      if (await hasOtherSession()) setInside('in')
    }
    const onStored = () => void look()
    onStored()
    window.addEventListener('storage', onStored)
    return () => window.removeEventListener('storage', onStored)
  }, [inside])

  if (inside === 'asking') return null
  if (inside !== 'in') return h(WayIn, { problem, onKey: letIn })
  return h(WholePage, { drafts, onEnded: () => setInside('out'), onLeft: () => setInside('left') })
}
