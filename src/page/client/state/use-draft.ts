import { useState } from 'preact/hooks'
import { readObject } from './post-json.ts'

/** A text that is being written, with the text of the note that it was made from. */
export interface Draft {
  readonly text: string
  readonly base: { readonly text: string; readonly hash: string }
}

/** A draft outlives a look at another view and a reload, with what it was made from, and is forgotten with the tab. */
export function useDraft(name: string, start: Draft): readonly [Draft, (draft: Draft) => void, () => void] {
  const key = keyOf(name)
  const [draft, setDraft] = useState(() => keptDraft(name) ?? start)
  return [
    draft,
    (next) => {
      setDraft(next)
      write(key, next)
    },
    () => sessionStorage.removeItem(key),
  ]
}

/** Null where nothing was written, or it could not be kept. */
export function keptDraft(name: string): Draft | null {
  try {
    const kept = readObject(sessionStorage.getItem(keyOf(name)) ?? '')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

function keyOf(name: string): string {
  return `flint draft ${name}`
}

/** Nothing else is written under the key. */
function isDraft(kept: object | null): kept is Draft {
  return kept !== null && 'text' in kept && 'base' in kept
}

function write(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // An older text must not come back in its place; the one too long to be kept is still in its field.
    sessionStorage.removeItem(key)
  }
}
