import { h } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { Failure, RenderedNote, ResultOf } from '../state/calls.ts'
import { unknownOutcome } from '../state/call-server.ts'
import { usePage } from '../state/page.ts'
import { actOf } from '../state/session-place.ts'
import { isChecked, valueOf } from '../state/value-of.ts'
import type { Draft } from '../state/drafts.ts'
import { useThrowAway } from '../state/use-throw-away.ts'
import { useDrafts } from '../state/use-drafts.ts'
import { carryOver } from '../text/carry-over.ts'
import { diffTexts } from '../text/diff-texts.ts'
import { inField, keepLineEnds, wholeText } from '../text/keep-line-ends.ts'
import { sayDone } from '../text/say-done.ts'
import { DiffView } from './diff-view.ts'
import { failureBox } from './failure-box.ts'

/**
 * The whole file as plain text. It is saved after a look at the diff, and only over the text that it was made from: where
 * the note has changed since, both are shown.
 */
export function NoteEditor({
  vault,
  note,
  isStale,
  isGone,
  onDone,
}: {
  readonly vault: string
  readonly note: RenderedNote
  /** Whether the note is shown as it was before, and is being asked for. */
  readonly isStale: boolean
  /** Whether there is no such note any more: nothing can be saved in it. */
  readonly isGone: boolean
  readonly onDone: () => void
}) {
  const { call, act, say, isReached } = usePage()
  const drafts = useDrafts()
  const throwAway = useThrowAway()
  const now = { text: note.text, hash: note.content_hash }
  const of = { vault, note: note.id }
  const draft = drafts.find(of)
  // An editor in which nothing was written shows the note as it is.
  const { text, base, sent } = draft ?? { text: inField(note.text), base: now }
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const review = useRef<HTMLHeadingElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  // Who opens the editor means to write; from the beginning, as the note is seen from there.
  useEffect(() => {
    field.current?.setSelectionRange(0, 0)
    field.current?.focus({ preventScroll: true })
  }, [])
  const isShown = useRef(true)
  useEffect(() => () => void (isShown.current = false), [])
  const [isReviewing, setReviewing] = useState(false)
  useEffect(() => {
    if (isReviewing) review.current?.focus()
  }, [isReviewing])
  const [error, setError] = useState<Failure | null>(null)
  const [wraps, setWraps] = useState(true)
  const isChanged = text !== inField(base.text)
  const isOvertaken = !isSaving && base.hash !== note.content_hash
  const isThere = isOvertaken && draft !== null && text === inField(note.text)
  useLayoutEffect(() => {
    if (!isThere) return
    drafts.forget(of)
    say({ text: 'Saved.' })
    onDone()
  }, [isThere])
  // The change may be this very text, saved without an answer: the server is asked until it says so.
  const isAskedAgain = isOvertaken && !isThere && sent !== undefined && actOf(sent) === sent
  useEffect(() => {
    if (isAskedAgain) void save()
  }, [isAskedAgain])
  const mayBeSaved = isChanged && !isOvertaken && !isGone && !isSaving

  const keep = (mine: string, from: Draft['base']) => {
    if (mine === inField(from.text)) drafts.forget(of)
    else drafts.keep(of, { text: mine, base: from })
  }
  const save = async () => {
    const whole = keepLineEnds(base.text, text)
    const own = actOf(sent)
    setSaving(true)
    const args = { vault_id: vault, identifier: note.id, content_hash: base.hash }
    const outcome = await act('update_note', { ...args, ...wholeText(base.text, whole) }, own.key)
    if (outcome.kind === 'done') await settle(text, outcome.result)
    else {
      const isUnknown = outcome.error.code === unknownOutcome
      if (drafts.find(of)?.text === text) drafts.keep(of, { text, base, ...(isUnknown && { sent: own }) })
      if (!isAskedAgain) toField()
      setError(outcome.error)
    }
    setSaving(false)
  }
  /** What was typed while the note was being saved goes over the note as it was saved. */
  const settle = async (sent: string, written: ResultOf<'update_note'>) => {
    const typed = () => drafts.find(of)?.text ?? sent
    const saved =
      typed() === sent ? null : await call('render_note', { vault_id: vault, identifier: note.id })
    if (typed() === sent) {
      drafts.forget(of)
      say({ text: sayDone('Saved.', written) })
      if (isShown.current) onDone()
      return
    }
    setReviewing(false)
    say({ text: sayDone('Saved, but for what you have typed since.', written) })
    if (saved?.kind !== 'done' || saved.result.content_hash !== written.content_hash) return
    const { text: file, content_hash: savedHash } = saved.result
    const carried = carryOver(sent, typed(), inField(file))
    if (carried !== typed()) caret.current = field.current?.selectionEnd ?? null
    drafts.keep(of, { text: carried, base: { text: file, hash: savedHash } })
  }
  const toField = () => {
    setReviewing(false)
    setError(null)
    field.current?.focus()
  }
  const goOn = () => {
    keep(text, now)
    toField()
  }
  const putTogether = async () => {
    const mine = keepLineEnds(base.text, text)
    const args = { vault_id: vault, identifier: note.id, before: base.text, mine, shown_hash: now.hash }
    const outcome = await call('join_texts', args)
    // What was typed since is in neither.
    if (drafts.find(of)?.text !== text) return
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    else {
      keep(inField(outcome.result.text), now)
      toField()
    }
  }
  const takeTheirs = () => {
    throwAway(of)
    toField()
  }
  // The button stays where it is: a second click on it must not meet another.
  const look = () => {
    setReviewing(true)
    review.current?.focus()
  }
  const giveUp = () => {
    throwAway(of)
    onDone()
  }
  /** The usual key for saving: it never saves what was not looked at. */
  const onKey = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, shiftKey, altKey, key } = event
    if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!mayBeSaved || event.repeat) return
    if (isReviewing) void save()
    else look()
  }

  return html`<div class="editor" onKeyDown=${onKey}>
    ${error !== null && failureBox(isReached && error.code === unknownOutcome ? { ...error, hint: undefined } : error)}
    ${
      isOvertaken &&
      !isThere &&
      !isAskedAgain &&
      html`<div class="failure" role="alert">
        <p class="failure-message">The note has changed since you began. Nothing of yours is lost.</p>
        <p>From its text as it is now (−) to yours (+):</p>
        ${h(DiffView, { hunks: diffTexts(inField(note.text), text), label: 'the note as it is now, and your text' })}
        <div class="buttons">
          <button class="button" type="button" onClick=${putTogether}>Put both together</button>
          <button class="button" type="button" onClick=${goOn}>Go on with my text</button>
          <button class="button" type="button" onClick=${takeTheirs}>Take the note as it is now</button>
        </div>
      </div>`
    }
    <label class="visually-hidden" for="editor-text">The whole text of the note</label>
    <textarea
      ref=${field}
      id="editor-text"
      class=${wraps ? 'editor-text' : 'editor-text editor-wide'}
      spellcheck=${false}
      readonly=${isStale && draft === null}
      value=${text}
      rows=${Math.min(40, Math.max(14, text.split('\n').length + 2))}
      onInput=${(event: Event) => {
        keep(valueOf(event), base)
        setReviewing(false)
      }}
    ></textarea>
    ${
      !drafts.isStored(of) &&
      html`<p class="problem" role="status">
        The browser has no room to keep this text: until you save it, it is gone when this tab is closed or
        loaded again.
      </p>`
    }
    <div class="buttons">
      <button class="button main-button" type="button" disabled=${!mayBeSaved} onClick=${look}>
        Look at the changes
      </button>
      <button class="button" type="button" onClick=${giveUp}>${isChanged ? 'Throw away' : 'Back'}</button>
      <label class="tick-line">
        <input type="checkbox" checked=${wraps} onChange=${(event: Event) => setWraps(isChecked(event))} />
        <span>Wrap lines</span>
      </label>
    </div>
    ${
      isReviewing &&
      !isOvertaken &&
      html`<section class="review">
        <h2 ref=${review} tabindex="-1">What will be saved</h2>
        ${h(DiffView, { hunks: diffTexts(inField(base.text), text), label: note.id })}
        <div class="buttons">
          <button class="button main-button" type="button" disabled=${isGone || isSaving} onClick=${save}>
            Save
          </button>
        </div>
      </section>`
    }
  </div>`
}
