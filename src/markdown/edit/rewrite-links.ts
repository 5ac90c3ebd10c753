import type { NoteLink } from '../../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { linkParts } from '../read/link-parts.ts'
import { writeHeading, type HeadingChange } from './write-heading.ts'
import { writeTarget } from './write-target.ts'

export type RewrittenLinks =
  | { readonly kind: 'rewritten'; readonly text: string; readonly count: number }
  /** This form of link cannot express the target. */
  | { readonly kind: 'impossible'; readonly link: NoteLink }

/** The change of a link. */
export interface LinkChange {
  /** Possible targets, the best first; null leaves the target as it is. */
  readonly targets: readonly string[] | null
  /** The renamed heading that it names; null where it names none. */
  readonly heading: HeadingChange | null
}

/**
 * Rewrites links of a note or canvas as `changeOf` says. The result is read again: each link must say what it should,
 * and no other link may have changed.
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
