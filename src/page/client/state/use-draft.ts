import { useLayoutEffect, useState } from 'preact/hooks'
import type { Draft, DraftOf } from './drafts.ts'
import { usePage } from './page.ts'

/** What was written in a note and not saved; null where nothing was. */
export function useDraft(of: DraftOf): Draft | null {
  const { drafts } = usePage()
  const [, setRound] = useState(0)
  useLayoutEffect(() => drafts.listen(() => setRound((before) => before + 1)), [drafts])
  return drafts.find(of)
}
