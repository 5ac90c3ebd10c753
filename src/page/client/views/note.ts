import { h } from 'preact'
import { useEffect } from 'preact/hooks'
import { isObject } from '../../../model/is-record.ts'
import { localDay } from '../../../model/local-day.ts'
import { stemOf } from '../../../model/note-path.ts'
import { html } from '../html.ts'
import { CopyButton } from '../parts/copy-button.ts'
import { loadedPart } from '../parts/loaded-part.ts'
import { NoteAside } from '../parts/note-aside.ts'
import { NoteEditor } from '../parts/note-editor.ts'
import { noteHead } from '../parts/note-head.ts'
import { NoteHistory } from '../parts/note-history.ts'
import { noteProperties } from '../parts/note-properties.ts'
import { RenderedHtml } from '../parts/rendered-html.ts'
import type { Failure, RenderedNote } from '../state/calls.ts'
import { focusHeading, sectionNamed } from '../state/focus-heading.ts'
import { linkToFile } from '../state/link-to.ts'
import type { Draft } from '../state/drafts.ts'
import { usePage } from '../state/page.ts'
import { addressOf, noteAddress, type PlaceOf } from '../state/place.ts'
import { useThrowAway } from '../state/use-throw-away.ts'
import { useDrafts } from '../state/use-drafts.ts'
import { useNote, useResult } from '../state/use-loaded.ts'
import { useTitle } from '../state/use-title.ts'
import { keepLineEnds, wholeText } from '../text/keep-line-ends.ts'
import { sayDone } from '../text/say-done.ts'

/** One note, to read, to edit, or through its history; beside it what belongs to it. */
export function Note({ place }: { readonly place: PlaceOf<'note'> }) {
  const { vault, path, part } = place
  const page = usePage()
  const { go, drafts, mayWrite } = page
  const rendered = useNote(vault, path)
  const isMissing = rendered.error?.code === 'NOT_FOUND'
  const movedTo = typeof rendered.error?.moved_to === 'string' ? rendered.error.moved_to : null
  // Nothing is left to be read or ticked of a note that has gone while it was shown; who writes in it goes on.
  const note = isMissing && part !== 'edit' ? { ...rendered, result: null } : rendered
  const rights = useResult(
    'get_vault_rights',
    isMissing ? { vault_id: vault, day: localDay(new Date()) } : null,
    'registry',
  )
  useTitle(note.result?.title ?? path)
  // Whoever came here by a link hears what the note, or its section that the link names, is called.
  const shown = note.result?.id
  useEffect(() => {
    const { activeElement: active } = document
    if (shown === undefined || active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)
      return
    focusHeading(sectionNamed())
  }, [shown])
  // Who writes in a note stays with its file, whatever comes to bear its title meanwhile.
  const file = note.isStale ? undefined : shown
  useEffect(() => {
    if (part === 'edit' && file !== undefined && file !== path) go({ ...place, path: file }, 'replace')
  }, [part, file, path])
  // Who leaves the editor hears which note is shown; its own controls are gone.
  useEffect(() => {
    if (part !== 'edit' && document.activeElement === document.body) focusHeading()
  }, [part])
  const read = () => go({ ...place, part: 'read' })
  const whyNot = ({ why_not_edited: why }: RenderedNote) => (mayWrite ? why : 'This page changes nothing.')
  // What was written before is shown in any case.
  const isWritten = (result: RenderedNote) =>
    whyNot(result) === null || drafts.find({ vault, note: result.id }) !== null
  const show = (result: RenderedNote) =>
    html`<div class="note-layout">
      <article class="note" aria-label=${result.title}>
        ${noteHead(place, result, page)}
        ${part === 'edit' && !isWritten(result) && html`<p class="empty">${whyNot(result)}</p>`}
        ${part === 'edit' && isWritten(result) && h(NoteEditor, { key: result.id, vault, note: result, isStale: note.isStale, isGone: isMissing, onDone: read })}
        ${part === 'history' && h(NoteHistory, { vault, path: result.id })}
        ${part === 'read' && noteProperties(vault, result)}
        ${part === 'read' && result.html.trim() === '' && html`<p class="empty">This note has no text yet.</p>`}
        ${part === 'read' && h(RenderedHtml, { vault, note: result })}
      </article>
      ${part !== 'edit' && h(NoteAside, { vault, note: result })}
    </div>`
  return html`<section class="note-view">
    ${note.result === null && html`<h1 class=${note.error === null ? 'visually-hidden' : ''} tabindex="-1" dir="auto">${path}</h1>`}
    ${loadedPart(note, show)}
    ${
      note.result === null &&
      typeof note.error?.file === 'string' &&
      html`<p><a ...${linkToFile(vault, note.error.file)} dir="auto">Open ${note.error.file}</a></p>`
    }
    ${
      note.error !== null &&
      (note.result === null || isMissing) &&
      note.error.file === undefined &&
      html`<div class="not-there">
        ${movedTo !== null && h(MovedNote, { vault, path, movedTo })} ${meantNotes(vault, note.error)}
        <p class="buttons">
          ${mayWrite && movedTo === null && rights.result?.may_change === true && isMissing && h(MakeNote, { place })}
          <a href=${searchFor(vault, path)}>Search for “${stemOf(path)}”</a>
        </p>
      </div>`
    }
    ${isMissing && note.result === null && h(LeftDraft, { vault, path })}
  </section>`
}

/** Notes that may be meant: those of one name, or with ids like one that is not there. */
function meantNotes(vault: string, { similar, candidates }: Failure) {
  const listed = [similar, candidates].flatMap((list): readonly unknown[] =>
    Array.isArray(list) ? list : [],
  )
  const ids = listed.map((one) => (isObject(one) ? one['id'] : one)).filter((id) => typeof id === 'string')
  if (ids.length === 0) return null
  return html`<ul>
    ${ids.map((id) => html`<li key=${id}><a href=${noteAddress(vault, id)} dir="auto">${id}</a></li>`)}
  </ul>`
}

/** Where a note that was here lies now, and the way there with what was being written in it. */
function MovedNote({
  vault,
  path,
  movedTo,
}: {
  readonly vault: string
  readonly path: string
  readonly movedTo: string
}) {
  const { go } = usePage()
  const drafts = useDrafts()
  const from = { vault, note: path }
  const to = { vault, note: movedTo }
  const draft = drafts.find(from)
  const takeAlong = (taken: Draft) => {
    drafts.keep(to, taken)
    drafts.forget(from)
    go({ view: 'note', vault, path: movedTo, part: 'edit' }, 'replace')
  }
  return html`<p class="buttons">
    <a href=${noteAddress(vault, movedTo)} dir="auto">${movedTo}</a>
    ${
      draft !== null &&
      drafts.find(to) === null &&
      html`<button class="button main-button" type="button" onClick=${() => takeAlong(draft)}>
        Go on there with your text
      </button>`
    }
  </p>`
}

/** Makes the note that an address or a broken link names, with what was being written in one that was there. */
function MakeNote({ place }: { readonly place: PlaceOf<'note'> }) {
  const { call, act, say, go } = usePage()
  const { vault, path } = place
  const drafts = useDrafts()
  const of = { vault, note: path }
  const draft = drafts.find(of)
  /** What is written keeps its frontmatter as it stands: it goes over what a new note of the vault has. */
  const write = async ({ text, base }: Draft) => {
    const made = await call('render_note', { vault_id: vault, identifier: path })
    if (made.kind === 'failed') return made
    const { text: old, content_hash: hash } = made.result
    const written = await act('update_note', {
      vault_id: vault,
      identifier: path,
      content_hash: hash,
      ...wholeText(old, keepLineEnds(base.text, text)),
    })
    if (written.kind === 'failed') drafts.keep(of, { text, base: { text: old, hash } })
    else if (drafts.find(of)?.text === text) drafts.forget(of)
    return written
  }
  const make = async () => {
    const file = path.endsWith('.md') ? path : `${path}.md`
    const outcome = await act('create_note', {
      vault_id: vault,
      title: stemOf(path),
      path: file,
      content: '',
    })
    const written = outcome.kind === 'done' && draft !== null ? await write(draft) : null
    const last = written?.kind === 'failed' ? written : outcome
    const text = last.kind === 'failed' ? last.error.message : sayDone('', last.result)
    if (text !== '') say({ text, isProblem: last.kind === 'failed' })
    if (written?.kind === 'done') go({ ...place, part: 'read' }, 'replace')
  }
  return html`<button class="button" type="button" onClick=${make}>
    Make this note${draft !== null && ' with your text'}
  </button>`
}

/** What was being written in a note that is gone. */
function LeftDraft({ vault, path }: { readonly vault: string; readonly path: string }) {
  const draft = useDrafts().find({ vault, note: path })
  const throwAway = useThrowAway()
  if (draft === null) return null
  return html`<div class="editor">
    <p>You were writing in this note. Your text is still here.</p>
    <textarea class="editor-text" readonly rows="14" aria-label="Your text" value=${draft.text}></textarea>
    <p class="buttons">
      ${h(CopyButton, { text: draft.text, label: 'Copy your text' })}
      <button class="button" type="button" onClick=${() => throwAway({ vault, note: path })}>
        Throw away
      </button>
    </p>
  </div>`
}

function searchFor(vault: string, path: string): string {
  return addressOf({ view: 'search', vault, query: stemOf(path), type: '', tag: '', since: '' })
}
