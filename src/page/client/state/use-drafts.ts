import { useLayoutEffect, useState } from 'preact/hooks'
import type { Drafts } from './drafts.ts'
import { usePage } from './page.ts'

/** What was written in notes and not saved; the view is drawn anew when that changes. */
export function useDrafts(): Drafts {
  const { drafts } = usePage()
  const [, setRound] = useState(0)
  useLayoutEffect(() => drafts.listen(() => setRound((before) => before + 1)), [drafts])
  return drafts
}
