import type { SourceRange } from '../../model/parsed-note.ts'

/** Adjacent tags, as in `:one:two:`. */
export interface ColonTags {
  readonly names: readonly SourceRange[]
  /** After the last colon. */
  readonly end: number
}

/**
 * The tags whose first colon is at `at`, or null. zk's rule: letters and digits of any script and some marks, no
 * spaces, not dashes alone, and none of those characters right before.
 */
export function readColonTags(text: string, at: number, limit: number): ColonTags | null {
  if (at > 0 && /[:#\p{L}\p{N}/@'~_$%&+=-]$/u.test(text.slice(Math.max(0, at - 2), at))) return null
  const names: SourceRange[] = []
  let end = at + 1
  for (;;) {
    name.lastIndex = end
    const [found] = name.exec(text) ?? []
    if (found === undefined || end + found.length > limit) break
    names.push({ start: end, end: end + found.length - 1 })
    end += found.length
  }
  return names.length === 0 ? null : { names, end }
}

const name = /(?!-+:)[#\p{L}\p{N}/@'~_$%&+=-]+:/uy
