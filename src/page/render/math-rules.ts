import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { element } from './write-html.ts'
import { ownToken, pushOwn } from './own-token.ts'
import type { RenderContext } from './render-context.ts'

/** `$…$` within a line, `$$…$$` within one or over many. What is no TeX stays as code. */
export function useMath(md: MarkdownIt, { renderMath }: Pick<RenderContext, 'renderMath'>): void {
  const toHtml = (tex: string, isBlock: boolean) =>
    renderMath(tex, isBlock) ?? element('code', { class: 'math-source' }, tex)
  md.inline.ruler.before('emphasis', 'math', (state, silent) => readInlineMath(state, silent, toHtml))
  md.block.ruler.before('fence', 'math', (...asked) => readBlockMath(asked, toHtml), {
    alt: ['paragraph', 'blockquote', 'list'],
  })
}

type ToHtml = (tex: string, isBlock: boolean) => string

const longestInline = 2_000

function readInlineMath(state: StateInline, silent: boolean, toHtml: ToHtml): boolean {
  const { src, pos, posMax } = state
  if (src.charAt(pos) !== '$') return false
  const marks = src.startsWith('$$', pos) ? '$$' : '$'
  const start = pos + marks.length
  const limit = Math.min(posMax, start + longestInline)
  let close = src.indexOf(marks, start)
  while (close !== -1 && close < limit && src.charAt(close - 1) === '\\')
    close = src.indexOf(marks, close + 1)
  if (close === -1 || close >= limit || close === start) return false
  const tex = src.slice(start, close)
  const isTight = !/^\s|\s$/.test(tex) && !/\d/.test(src.charAt(close + 1))
  if (marks === '$' && !isTight) return false
  if (!silent) pushOwn(state, toHtml(tex, marks === '$$'), tex)
  state.pos = close + marks.length
  return true
}

function readBlockMath(
  [state, startLine, endLine, silent]: [StateBlock, number, number, boolean],
  toHtml: ToHtml,
): boolean {
  const first = lineOf(state, startLine)
  if (!first.startsWith('$$')) return false
  const closesAtOnce = first.length > 4 && first.endsWith('$$')
  let line = startLine + 1
  if (!closesAtOnce) {
    if (first.slice(2).includes('$$')) return false
    while (line < endLine && !lineOf(state, line).endsWith('$$')) line += 1
    if (line >= endLine) return false
    line += 1
  }
  if (silent) return true
  const whole = state.getLines(startLine, line, state.blkIndent, false).trim()
  const html = `<div class="math-block" tabindex="0">${toHtml(whole.slice(2, -2).trim(), true)}</div>\n`
  const token = ownToken(state.Token, html)
  token.block = true
  token.map = [startLine, line]
  state.tokens.push(token)
  state.line = line
  return true
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd()
}
