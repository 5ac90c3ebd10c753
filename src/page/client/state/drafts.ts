import type { Place } from './place.ts'
import { readObject } from './post-json.ts'

/** A text that is being written, with the text of the note that it was made from. */
export interface Draft {
  readonly text: string
  readonly base: { readonly text: string; readonly hash: string }
  /** The act that was to save just this text, of which no answer came. */
  readonly sent?: SentDraft
}

export interface SentDraft {
  readonly key: string
  /** Whose acts no other session knows. */
  readonly session: string
}

/** What a draft is of. */
export interface DraftOf {
  readonly vault: string
  /** Empty for a thought that is being written for the inbox. */
  readonly note: string
}

/** What a person knows a draft by, and where it is written on. */
export function sayDraft({ vault, note }: DraftOf): { readonly name: string; readonly place: Place } {
  return note === ''
    ? { name: 'a thought for the inbox', place: { view: 'today', vault } }
    : { name: note, place: { view: 'note', vault, path: note, part: 'edit' } }
}

const prefix = 'flint draft '

/**
 * What was written on this page and not saved. It outlives a look at another view, the end of a session and, as far as
 * the browser has room, a reload. It is forgotten with the tab, and each tab has its own.
 */
export class Drafts {
  readonly #drafts = readAll()
  readonly #unstored = new Set<string>()
  readonly #listeners = new Set<() => void>()

  find(of: DraftOf): Draft | null {
    return this.#drafts.get(keyOf(of)) ?? null
  }

  all(): readonly DraftOf[] {
    return [...this.#drafts.keys()].map((key) => {
      const [, vault = '', note = ''] = /^([^ ]*) (.*)$/su.exec(key.slice(prefix.length)) ?? []
      return { vault, note }
    })
  }

  keep(of: DraftOf, draft: Draft): void {
    const key = keyOf(of)
    this.#drafts.set(key, draft)
    if (write(key, draft)) this.#unstored.delete(key)
    else this.#unstored.add(key)
    this.#tell()
  }

  forget(of: DraftOf): void {
    const key = keyOf(of)
    if (!this.#drafts.delete(key)) return
    this.#unstored.delete(key)
    sessionStorage.removeItem(key)
    this.#tell()
  }

  /** False for a draft that the browser had no room for: it is gone with a reload. */
  isStored(of: DraftOf): boolean {
    return !this.#unstored.has(keyOf(of))
  }

  /** Calls back when a draft was kept or forgotten. Returns how to stop. */
  listen(onChange: () => void): () => void {
    this.#listeners.add(onChange)
    return () => this.#listeners.delete(onChange)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function keyOf({ vault, note }: DraftOf): string {
  return `${prefix}${vault} ${note}`
}

function readAll(): Map<string, Draft> {
  const drafts = new Map<string, Draft>()
  for (const key of Object.keys(sessionStorage)) {
    const kept = key.startsWith(prefix) ? readObject(sessionStorage.getItem(key) ?? '') : null
    if (isDraft(kept)) drafts.set(key, kept)
  }
  return drafts
}

/** Nothing else is written under such a key. */
function isDraft(kept: object | null): kept is Draft {
  return kept !== null && 'text' in kept && 'base' in kept
}

function write(key: string, draft: Draft): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    // An older text must not come back in its place.
    sessionStorage.removeItem(key)
    return false
  }
}
