import { h } from 'preact'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { WholePage } from './whole-page.ts'
import { html } from './html.ts'
import { Drafts } from './state/drafts.ts'
import { useUnloadGuard } from './state/use-unload-guard.ts'
import { enter, takeKey } from './state/enter.ts'
import { WayIn } from './views/way-in.ts'

type Inside = 'asking' | 'in' | 'out'

/** The page, or the way into it while the person is not let in. */
export function Door() {
  const [inside, setInside] = useState<Inside>('asking')
  // What is being written outlives the end of a session.
  const drafts = useMemo(() => new Drafts(), [])
  useUnloadGuard(drafts)
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

  if (inside === 'asking') return html`<div class="blank"></div>`
  if (inside === 'out') return h(WayIn, { problem, onKey: letIn })
  return h(WholePage, {
    drafts,
    onEnded: () => setInside('out'),
  })
}
