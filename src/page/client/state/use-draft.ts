import { useState } from 'preact/hooks'
import { readObject } from './post-json.ts'

/** A text that is being written, with the text of the note that it was made from. */
export interface Draft {
  readonly text: string
  readonly base: { readonly text: string; readonly hash: string }
}

/** A draft outlives a look at another view and a reload, with what it was made from, and is forgotten with the tab. */
export function useDraft(
  vault: string,
  note: string,
  start: Draft,
): readonly [Draft, (draft: Draft) => void, () => void] {
  const key = keyOf(vault, note)
  const [draft, setDraft] = useState(() => keptDraft(vault, note) ?? start)
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
export function keptDraft(vault: string, note: string): Draft | null {
  try {
    const kept = readObject(sessionStorage.getItem(keyOf(vault, note)) ?? '')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

function keyOf(vault: string, note: string): string {
  return `flint draft ${vault} ${note}`
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
