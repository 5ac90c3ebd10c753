import type { NoteLink } from '../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../model/text-edit.ts'
import { linkParts } from './link-parts.ts'
import { writeTarget } from './write-target.ts'

export type RewrittenLinks =
  | { readonly kind: 'rewritten'; readonly text: string; readonly count: number }
  /** No way of writing this link leads to what it means. */
  | { readonly kind: 'impossible'; readonly link: NoteLink }

/**
 * The text of a note or canvas with the links that `targetsOf` names targets for, the best first; null leaves a link as
 * it is. What comes out is read again: each link must say what it was to say, and no other link another thing.
 */
export function rewriteLinks(
  path: string,
  text: string,
  targetsOf: (link: NoteLink) => readonly string[] | null,
): RewrittenLinks {
  const edits: TextEdit[] = []
  const links: NoteLink[] = []
  const expected: string[] = []
  for (const part of linkParts(path, text)) {
    for (const link of part.links) {
      const targets = isLinkToSomething(link) ? targetsOf(link) : null
      const said = targets === null ? null : firstWritable(part.text, link, targets)
      if (targets !== null && said === null) return { kind: 'impossible', link }
      links.push(link)
      expected.push(said?.target ?? link.target)
      if (said !== null) edits.push(part.place(said.edit))
    }
  }
  if (edits.length === 0) return { kind: 'rewritten', text, count: 0 }
  const result = applyEdits(text, edits)
  const found = linkParts(path, result).flatMap((part) => part.links)
  const wrong = links.find((_link, index) => found[index]?.target !== expected[index])
  if (wrong !== undefined) return { kind: 'impossible', link: wrong }
  return { kind: 'rewritten', text: result, count: edits.length }
}

/** False for a link into its own note (`[[#Plan]]`), and for one to a folder. */
function isLinkToSomething({ target }: NoteLink): boolean {
  return target !== '' && !target.endsWith('/')
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
