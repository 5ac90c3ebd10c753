import type { NoteLink } from '../../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { linkParts } from '../read/link-parts.ts'
import { writeHeading, type HeadingChange } from './write-heading.ts'
import { writeTarget } from './write-target.ts'

export type RewrittenLinks =
  | { readonly kind: 'rewritten'; readonly text: string; readonly count: number }
  /** No way of writing this link leads to what it means. */
  | { readonly kind: 'impossible'; readonly link: NoteLink }

/** What becomes of a link. */
export interface LinkChange {
  /** Targets that it may say, the best first; null leaves its target as it is. */
  readonly targets: readonly string[] | null
  /** The heading that it names and that has other words now; null where it names none such. */
  readonly heading: HeadingChange | null
}

/**
 * The text of a note or canvas with its links as `changeOf` wants them. What comes out is read again: each link must say
 * what it was to say, and no other link another thing.
 */
export function rewriteLinks(
  path: string,
  text: string,
  changeOf: (link: NoteLink) => LinkChange,
): RewrittenLinks {
  const edits: TextEdit[] = []
  const links: NoteLink[] = []
  const expected: string[] = []
  let count = 0
  for (const part of linkParts(path, text)) {
    for (const link of part.links) {
      const { targets, heading } = changeOf(link)
      const said = targets === null ? null : firstWritable(part.text, link, targets)
      if (targets !== null && said === null) return { kind: 'impossible', link }
      links.push(link)
      expected.push(said?.target ?? link.target)
      const renamed = heading === null ? null : writeHeading(part.text, link, heading)
      for (const edit of [said?.edit ?? null, renamed]) if (edit !== null) edits.push(part.place(edit))
      if (said !== null || renamed !== null) count += 1
    }
  }
  if (count === 0) return { kind: 'rewritten', text, count }
  const result = applyEdits(text, edits)
  const found = linkParts(path, result).flatMap((part) => part.links)
  const wrong = links.find((_link, index) => found[index]?.target !== expected[index])
  if (wrong !== undefined) return { kind: 'impossible', link: wrong }
  return { kind: 'rewritten', text: result, count }
}

function firstWritable(
  text: string,
  link: NoteLink,
  targets: readonly string[],
): { readonly target: string; readonly edit: TextEdit } | null {
  for (const target of targets) {
    const edit = writeTarget(text, link, target)
    if (edit !== null) return { target, edit }
  }
  return null
}
