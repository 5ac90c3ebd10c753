import { bodyOffset, findFrontmatter } from './find-frontmatter.ts'
import { lineEnd } from '../text/line-bounds.ts'

/**
 * A note's text as its frontmatter with one line more, by whose break new lines are written, and all that follows. What is
 * changed in the frontmatter is changed in that part alone, however long the rest is.
 *
 *     splitHead('---\na: 1\n---\none\ntwo\n')   // { head: '---\na: 1\n---\none\n', rest: 'two\n' }
 */
export function splitHead(text: string): { readonly head: string; readonly rest: string } {
  const end = lineEnd(text, findFrontmatter(text)?.bodyStart ?? bodyOffset(text))
  return { head: text.slice(0, end), rest: text.slice(end) }
}
