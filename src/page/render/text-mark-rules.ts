import type { MarkdownIt, StateInline } from 'markdown-it'
import { canStartTag, readTag, readWordsTag } from '../../markdown/read/read-tag.ts'
import { element } from './write-html.ts'
import { pushOwn } from './own-token.ts'
import { tagAddress } from './page-address.ts'
import type { RenderJob } from './render-context.ts'

/** `==marks==` */
export function useMarks(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mark', readMark)
}

// So many closing marks are tried for one that opens: a line of nothing but marks stays cheap.
const mostTries = 20

function readMark(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (!src.startsWith('==', pos) || /^\s|^=|^$/.test(src.charAt(pos + 2))) return false
  let close = src.indexOf('==', pos + 3)
  for (let tries = 0; close !== -1 && /\s/.test(src.charAt(close - 1)); tries += 1) {
    if (tries === mostTries) return false
    close = src.indexOf('==', close + 2)
  }
  if (close === -1 || close + 2 > posMax) return false
  if (!silent) {
    state.pos = pos + 2
    state.posMax = close
    state.push('mark_open', 'mark', 1)
    state.md.inline.tokenize(state)
    state.push('mark_close', 'mark', -1)
  }
  state.pos = close + 2
  state.posMax = posMax
  return true
}

/** `#a/b`, as links to what else bears the tag. */
export function useTags(
  md: MarkdownIt,
  { vaultId, tagStyle: { hashtags, multiwordTags } }: Pick<RenderJob, 'vaultId' | 'tagStyle'>,
): void {
  if (!hashtags) return
  md.inline.ruler.before('emphasis', 'tag', (state, silent) => {
    const { src, pos, posMax } = state
    if (src.charAt(pos) !== '#' || state.linkLevel > 0 || !canStartTag(src, pos, 0)) return false
    const words = multiwordTags ? readWordsTag(src, pos, posMax) : -1
    const end = words === -1 ? readTag(src, pos, posMax) : words
    if (end === -1) return false
    const written = src.slice(pos, end)
    const tag = written.replace(/^#|#$/g, '')
    if (!silent)
      pushOwn(state, element('a', { class: 'tag', href: tagAddress(vaultId, tag) }, written), written)
    state.pos = end
    return true
  })
}
