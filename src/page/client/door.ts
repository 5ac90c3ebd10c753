import { h } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { WholePage } from './whole-page.ts'
import { Drafts } from './state/drafts.ts'
import { hasSession } from './state/session-place.ts'
import { enter, takeKey } from './state/enter.ts'
import { WayIn } from './views/way-in.ts'

type Inside = 'asking' | 'in' | 'out'

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
    else
      void letIn(key).then(async () => {
        // A key that was used before is no reason to shut out whoever is in already.
        if (await hasSession()) setInside('in')
      })
  }, [])

  if (inside === 'asking') return null
  if (inside === 'out') return h(WayIn, { problem, onKey: letIn })
  return h(WholePage, { drafts, onEnded: () => setInside('out') })
}
