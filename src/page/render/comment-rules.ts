import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** Leaves out what stands between `%%` marks, within a line or over many. A mark that nothing closes is text. */
export function useComments(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'comment', skipBlock, { alt: ['paragraph', 'blockquote', 'list'] })
  md.inline.ruler.before('emphasis', 'comment', skipInline)
}

const mark = '%%'

/** A comment that begins a line and ends on a later one. What follows it on its last line is read on. */
function skipBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  if (!state.src.startsWith(mark, start)) return false
  const lineEnd = state.eMarks[startLine] ?? 0
  const close = state.src.indexOf(mark, start + mark.length)
  if (close === -1 || close < lineEnd) return false
  let line = startLine + 1
  while (line < endLine && (state.eMarks[line] ?? 0) < close) line += 1
  if (line >= endLine) return false
  if (silent) return true
  const after = close + mark.length
  const isWhole = state.src.slice(after, state.eMarks[line]).trim() === ''
  if (!isWhole) {
    const shift = state.skipSpaces(after) - after
    state.bMarks[line] = after
    state.tShift[line] = shift
    state.sCount[line] = state.blkIndent
  }
  state.line = isWhole ? line + 1 : line
  return true
}

function skipInline(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith(mark, state.pos)) return false
  const close = state.src.indexOf(mark, state.pos + mark.length)
  if (close === -1 || close + mark.length > state.posMax) return false
  // Between two stretches of text there must be something, or they would be looked through as one.
  if (!silent) state.pushPending()
  state.pos = close + mark.length
  return true
}
