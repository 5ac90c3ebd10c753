import { bodyOffset, findFrontmatter } from './find-frontmatter.ts'
import { lineEnd } from '../text/line-bounds.ts'

/**
 * Splits a note into its frontmatter plus one line, whose break is used for new lines, and the rest. An edit of the
 * frontmatter then works on that part alone, however long the rest is.
 *
 *     splitHead('---\na: 1\n---\none\ntwo\n')   // { head: '---\na: 1\n---\none\n', rest: 'two\n' }
 */
export function splitHead(text: string): { readonly head: string; readonly rest: string } {
  const end = lineEnd(text, findFrontmatter(text)?.bodyStart ?? bodyOffset(text))
  return { head: text.slice(0, end), rest: text.slice(end) }
}
