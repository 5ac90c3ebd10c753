import { h } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { html } from './html.ts'
import { failureBox } from './parts/failure-box.ts'
import { Frame } from './parts/frame.ts'
import { QuestionDialog } from './parts/question-dialog.ts'
import { type Asked, callServer, type Choice } from './state/call-server.ts'
import type { Failure, ResultOf } from './state/calls.ts'
import type { Drafts } from './state/drafts.ts'
import { News } from './state/news.ts'
import { fetchJson } from './state/post-json.ts'
import { type Notice, type Page, PageContext } from './state/page.ts'
import type { Place } from './state/place.ts'
import { sessionAddress } from './state/session-place.ts'
import { usePlace } from './state/use-place.ts'

interface OpenQuestion extends Asked {
  readonly answer: (choice: Choice) => void
}

/** The page of a person who was let in: its calls, its news, its vaults and where it is. */
export function WholePage({
  drafts,
  onEnded,
  onLeft,
}: {
  readonly drafts: Drafts
  readonly onEnded: () => void
  readonly onLeft: () => void
}) {
  const { place, go } = usePlace()
  const [isConnected, setConnected] = useState(true)
  const [isReached, setReached] = useState(true)
  const [questions, setQuestions] = useState<readonly OpenQuestion[]>([])
  const [notice, setNotice] = useState<Notice | null>(null)
  const [vaults, setVaults] = useState<ResultOf<'list_vaults'> | null>(null)
  const [mayWrite, setMayWrite] = useState(true)
  const [served, setServed] = useState<ReadonlySet<unknown> | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [listScope, setListScope] = useState('*')

  const onLine = (isOpen: boolean) => {
    setConnected(isOpen)
    if (isOpen) setReached(true)
  }
  const news = useMemo(() => new News(onLine, onEnded), [])
  const kept = useMemo(() => new Map<string, unknown>(), [])
  const { call, act } = useMemo(
    () =>
      callServer({
        onEnded,
        onReached: setReached,
        onActed: () => {
          kept.clear()
          return news.acted()
        },
        ask: (asked) =>
          new Promise((answer) => setQuestions((waiting) => [...waiting, { ...asked, answer }])),
      }),
    [],
  )
  const loadVaults = async () => {
    const [outcome, rights] = await Promise.all([
      call('list_vaults', {}),
      fetchJson(sessionAddress('rights')),
    ])
    setMayWrite(rights?.body?.['may_write'] !== false)
    const calls = rights?.body?.['calls']
    setServed(Array.isArray(calls) ? new Set(calls) : null)
    if (outcome.kind === 'done') setVaults(outcome.result)
    setError(outcome.kind === 'failed' ? outcome.error : null)
  }
  // Nothing is painted before the vaults are known: they are asked for at once.
  useLayoutEffect(() => {
    void loadVaults()
    news.open()
    const stop = news.listen('registry', () => void loadVaults())
    return () => {
      stop()
      news.close()
    }
  }, [])

  const ownScope = scopeOf(place)
  useEffect(() => {
    if (ownScope !== null) setListScope(ownScope)
  }, [ownScope])

  if (vaults === null)
    return error && html`<main class="way-in">${failureBox(error, () => void loadVaults())}</main>`
  const page: Page = {
    call,
    act,
    isReached,
    news,
    kept,
    drafts,
    mayWrite,
    has: (name) => served?.has(name) !== false,
    go,
    say: setNotice,
    vaults: vaults.vaults,
    mainVault: vaults.vaults.find(({ id }) => id === vaults.current_vault) ?? vaults.vaults[0] ?? null,
    scope: ownScope ?? listScope,
    chooseScope: setListScope,
  }
  const [question] = questions
  return html`<${PageContext.Provider} value=${page}>
    ${h(Frame, { place, isConnected, notice, onRead: () => setNotice(null), onLeave: onLeft })}
    ${
      question !== undefined &&
      h(QuestionDialog, {
        asked: question,
        onChoice: (choice) => {
          setQuestions(([, ...rest]) => rest)
          question.answer(choice)
        },
      })
    }
  <//>`
}

/** The vaults that a list is of; null for views of one thing, which leave the choice as it was. */
function scopeOf(place: Place): string | null {
  switch (place.view) {
    case 'today':
    case 'search':
    case 'activity':
    case 'health':
      return place.vault
    default:
      return null
  }
}
