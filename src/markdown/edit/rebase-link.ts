import { encodePath } from '../text/encode-path.ts'
import { joinPath, relativePath, segmentsOf } from '../../model/note-path.ts'
import type { NoteLink } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'

/**
 * Paths that a link may mean, read from its own folder; the first existing one counts. None for links that are resolved
 * by name or from the vault's root, which mean the same everywhere.
 *
 *     // [plan](plan.md) in work/a.md
 *     relativeTargets(link, 'work')   // ['work/plan.md', 'work/plan.md.md']
 */
export function relativeTargets({ form, target }: NoteLink, folder: string): readonly string[] {
  if (target === '' || target.startsWith('/')) return []
  const isDotted = /^\.\.?\//.test(target)
  if (!isDotted && form !== 'markdown' && form !== 'reference') return []
  const path = joinPath(folder, target)
  return path === null || path === '' ? [] : [path, `${path}.md`]
}

/**
 * The edit that keeps the target of a relative link when its note moves from `from` to `to`. The path's own segments
 * stay as written; null where nothing changes.
 */
export function rebaseLink(
  text: string,
  { targetRange: { start, end }, form }: NoteLink,
  { from, to }: { readonly from: string; readonly to: string },
): TextEdit | null {
  const written = text.slice(start, end)
  const isEncoded = form !== 'wikilink' && text[start - 1] !== '<'
  const write = isEncoded ? encodePath : (segment: string) => segment
  const target = segmentsOf(from).map(write)
  for (const segment of written.split('/')) {
    if (segment === '..') target.pop()
    else if (segment !== '.' && segment !== '') target.push(segment)
  }
  const path = relativePath(segmentsOf(to).map(write).join('/'), target.join('/'))
  const insert = /^\.\.?\//.test(written) && !path.startsWith('../') ? `./${path}` : path
  return insert === written ? null : { start, end, insert }
}
