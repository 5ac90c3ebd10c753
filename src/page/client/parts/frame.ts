import { type ComponentChildren, h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { html } from '../html.ts'
import { focusHeading } from '../state/focus-heading.ts'
import { usePage, type Notice } from '../state/page.ts'
import type { Place } from '../state/place.ts'
import { useResult } from '../state/use-loaded.ts'
import { useKeptFocus } from '../state/use-kept-focus.ts'
import { useKeys } from '../state/use-keys.ts'
import { Activity } from '../views/activity.ts'
import { Change } from '../views/change.ts'
import { GraphView } from '../views/graph-view.ts'
import { HealthView } from '../views/health-view.ts'
import { Note } from '../views/note.ts'
import { Past } from '../views/past.ts'
import { LiveSearch } from '../views/live-search.ts'
import { Settings } from '../views/settings.ts'
import { Today } from '../views/today.ts'
import { Header } from './header.ts'
import { KeysHelp } from './keys-help.ts'
import { navigation } from './navigation.ts'
import { noticeLine } from './notice-line.ts'
import { UnsavedNotes } from './unsaved-notes.ts'

/** What stands around every view, and the view itself. */
export function Frame({
  place,
  isConnected,
  notice,
  onRead,
  onLeave,
}: {
  readonly place: Place
  readonly isConnected: boolean
  readonly notice: Notice | null
  readonly onRead: () => void
  readonly onLeave: () => void
}) {
  const page = usePage()
  const [showsKeys, setShowsKeys] = useState(false)
  useKeys(page, () => setShowsKeys(true))
  useHeadingFocus(place)
  useKeptFocus()
  const waiting = useResult('list_questions', {}, 'questions').result?.questions.length ?? 0
  useEffect(() => {
    if (notice === null || notice.stays === true) return
    const timer = window.setTimeout(onRead, notice.action === undefined ? 6_000 : 12_000)
    return () => window.clearTimeout(timer)
  }, [notice])
  return html`<div class="frame">
    <a class="skip" href="#main">Skip to the page</a>
    ${navigation(place, page, waiting)}
    ${h(Header, { place, isConnected, onLeave, onKeys: () => setShowsKeys(true) })}
    <main id="main" class=${`main view-${place.view}`} tabindex="-1">
      ${h(UnsavedNotes, { place })} ${viewOf(place)}
    </main>
    ${noticeLine(notice, onRead)} ${showsKeys && h(KeysHelp, { onClose: () => setShowsKeys(false) })}
  </div>`
}

function viewOf(place: Place): ComponentChildren {
  switch (place.view) {
    case 'today':
      return h(Today, { place })
    case 'search':
      return h(LiveSearch, { place })
    case 'note':
      return h(Note, { place })
    case 'activity':
      return h(Activity, { place })
    case 'change':
      return h(Change, { place })
    case 'past':
      return h(Past, { place })
    case 'graph':
      return h(GraphView, { place })
    case 'health':
      return h(HealthView, { place })
    case 'settings':
      return h(Settings, {})
    case 'nowhere':
      return html`<section class="column">
        <h1 tabindex="-1">There is nothing here</h1>
        <p>No view has this address. <a href="/ui">Go to Today</a>, or press <kbd>/</kbd> to search.</p>
      </section>`
  }
}

/** Who goes to another view hears its heading; where one lands first, the focus stays where the browser put it. */
function useHeadingFocus(place: Place): void {
  const path = `${place.view} ${'path' in place ? place.path : ''} ${'id' in place ? place.id : ''}`
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // The heading of a note comes with the note.
    if (place.view === 'note' || document.activeElement instanceof HTMLInputElement) return
    focusHeading()
  }, [path])
}
