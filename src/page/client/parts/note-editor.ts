import { h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { RenderedNote } from '../state/person-calls.ts'
import type { Failure } from '../state/calls.ts'
import { usePage } from '../state/page.ts'
import { isChecked, valueOf } from '../state/value-of.ts'
import { useDraft } from '../state/use-draft.ts'
import { diffTexts } from '../text/diff-texts.ts'
import { keepLineEnds } from '../text/keep-line-ends.ts'
import { DiffView } from './diff-view.ts'
import { failureBox } from './failure-box.ts'

/**
 * The whole file as plain text. It is saved after a look at the diff, and only over the text that it was made from: where
 * the note has changed since, both are shown.
 */
export function NoteEditor({
  vault,
  note,
  onDone,
}: {
  readonly vault: string
  readonly note: RenderedNote
  readonly onDone: () => void
}) {
  const { call, say } = usePage()
  const now = { text: note.text, hash: note.content_hash }
  const [{ text, base }, setDraft, forget] = useDraft(vault, note.id, {
    text: plain(note.text),
    base: now,
  })
  const [isReviewing, setReviewing] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const [wraps, setWraps] = useState(true)
  const isChanged = text !== plain(base.text)
  const isOvertaken = note.content_hash !== base.hash
  useUnloadGuard(isChanged)

  const save = async () => {
    const whole = keepLineEnds(base.text, text)
    const change = base.text === '' ? { content: whole } : { edits: [{ old: base.text, new: whole }] }
    const outcome = await call('update_note', {
      vault_id: vault,
      identifier: note.id,
      content_hash: base.hash,
      ...change,
    })
    if (outcome.kind === 'failed') {
      setReviewing(false)
      setError(outcome.error)
      return
    }
    forget()
    say({ text: 'Saved.' })
    onDone()
  }
  const goOnFromNow = (mine: string) => {
    setDraft({ text: mine, base: now })
    setReviewing(false)
    setError(null)
  }
  const giveUp = () => {
    forget()
    onDone()
  }

  return html`<div class="editor">
    ${error !== null && failureBox(error)}
    ${
      isOvertaken &&
      html`<div class="failure" role="alert">
        <p class="failure-message">The note has changed since you began. Nothing of yours is lost.</p>
        <p>From its text as it is now (−) to yours (+):</p>
        ${h(DiffView, { hunks: diffTexts(note.text, text), label: 'the note as it is now, and your text' })}
        <div class="buttons">
          <button class="button" type="button" onClick=${() => goOnFromNow(text)}>Go on with my text</button>
          <button class="button" type="button" onClick=${() => goOnFromNow(plain(note.text))}>
            Take the note as it is now
          </button>
        </div>
      </div>`
    }
    <label class="visually-hidden" for="editor-text">The whole text of the note</label>
    <textarea
      id="editor-text"
      class=${wraps ? 'editor-text' : 'editor-text editor-wide'}
      spellcheck=${false}
      value=${text}
      rows=${Math.min(40, Math.max(14, text.split('\n').length + 2))}
      onInput=${(event: Event) => {
        setDraft({ text: valueOf(event), base })
        setReviewing(false)
      }}
    ></textarea>
    <div class="buttons">
      ${
        !isReviewing &&
        html`<button
          class="button main-button"
          type="button"
          disabled=${!isChanged || isOvertaken}
          onClick=${() => setReviewing(true)}
        >
          Look at the changes
        </button>`
      }
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
        <h2>What will be saved</h2>
        ${h(DiffView, { hunks: diffTexts(base.text, text), label: note.id })}
        <div class="buttons">
          <button class="button main-button" type="button" onClick=${save}>Save</button>
        </div>
      </section>`
    }
  </div>`
}

/** A text as a field of a browser has it. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

function useUnloadGuard(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [isChanged])
}
