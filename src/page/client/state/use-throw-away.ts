import type { Draft, DraftOf } from './drafts.ts'
import { usePage } from './page.ts'
import { addressOf, type Place } from './place.ts'

/** Throws away what was written in a note, with a way back: its editor opens with the text again. */
export function useThrowAway(): (of: DraftOf) => void {
  const { drafts, say, go } = usePage()
  const putBack = (of: DraftOf, thrown: Draft) => {
    const since = drafts.find(of)
    drafts.keep(of, thrown)
    const editor: Place = { view: 'note', vault: of.vault, path: of.note, part: 'edit' }
    go(editor, addressOf(editor) === location.pathname + location.search ? 'replace' : 'push')
    if (since === null) return
    const swap = { label: 'Undo', run: () => putBack(of, since) }
    say({
      text: 'Your text is back, in the place of what you have written since.',
      action: swap,
      stays: true,
    })
  }
  return (of) => {
    const thrown = drafts.find(of)
    if (thrown === null) return
    drafts.forget(of)
    say({
      text: 'Your text was thrown away.',
      action: { label: 'Undo', run: () => putBack(of, thrown) },
      stays: true,
    })
  }
}
