import type { MarkdownIt } from 'markdown-it'
import { readWikilink } from '../../markdown/read/read-wikilink.ts'

/** The type of tokens that hold a wikilink as it is written. */
export const wikilinkType = 'wikilink'

/** Finds `[[…]]` and `![[…]]`. What they become depends on where they stand, so that is decided later. */
export function useWikilinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'wikilink', (state, silent) => {
    const { src, pos, posMax } = state
    const open = src.charAt(pos) === '!' ? pos + 1 : pos
    if (!src.startsWith('[[', open)) return false
    const link = readWikilink(src, open, posMax)
    if (link === null) return false
    if (!silent) {
      const token = state.push(wikilinkType, '', 0)
      token.content = src.slice(pos, link.end)
    }
    state.pos = link.end
    return true
  })
}
