import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { ownToken } from './own-token.ts'
import { textDirection } from './text-direction.ts'
import { openTag } from './write-html.ts'

/** Quotes that begin with `[!kind]` become callouts, those with a `-` or `+` behind it such that fold. */
export function useCallouts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'callouts', (state) => {
    state.tokens = withCallouts(state)
  })
}

function withCallouts({ tokens, Token: TokenType }: StateCore): Token[] {
  const result: Token[] = []
  /** What closes each quote that is open; null for one that is only a quote. */
  const closing: (string | null)[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) continue
    if (token.type === 'blockquote_open') {
      const text = tokens[at + 2]
      const callout = tokens[at + 1]?.type === 'paragraph_open' ? readHead(text?.content ?? '') : null
      closing.push(callout === null ? null : callout.isFolding ? '</details>' : '</div>')
      if (callout === null || text === undefined) {
        result.push(token)
        continue
      }
      const own = (html: string) => ownToken(TokenType, html)
      const inline = new TokenType('inline', '', 0)
      inline.content = callout.title
      inline.children = []
      inline.map = text.map === null ? null : [text.map[0], text.map[0] + 1]
      result.push(own(headOf(callout)), inline, own(callout.isFolding ? '</summary>' : '</div>'))
      result.push(own('<div class="callout-body">\n'))
      // The paragraph loses its first line, or is left out with it.
      if (callout.rest === '') at += 3
      else {
        text.content = callout.rest
        if (text.map !== null) text.map = [text.map[0] + 1, text.map[1]]
      }
    } else if (token.type === 'blockquote_close') {
      const end = closing.pop() ?? null
      result.push(end === null ? token : ownToken(TokenType, `</div>${end}\n`))
    } else result.push(token)
  }
  return result
}

interface CalloutHead {
  readonly kind: string
  readonly title: string
  /** The title as it is written; empty where the kind stands for it. */
  readonly given: string
  readonly isFolding: boolean
  readonly isOpen: boolean
  /** What of the paragraph follows the title. */
  readonly rest: string
}

function readHead(content: string): CalloutHead | null {
  const [head, written = '', fold = '', given = ''] =
    /^\[!([^\]\n]{1,100})\]([-+]?)(?:[ \t]+([^\n]*))?(?:\n|$)/.exec(content) ?? []
  if (head === undefined) return null
  const name = (written.split('|')[0] ?? '').trim().toLowerCase()
  const kind = /^[a-z][a-z0-9-]*$/.test(name) ? name : 'note'
  const title = given.trim()
  return {
    kind,
    title: title === '' ? kind.charAt(0).toUpperCase() + kind.slice(1) : title,
    given: title,
    isFolding: fold !== '',
    isOpen: fold === '+',
    rest: content.slice(head.length),
  }
}

function headOf({ kind, given, rest, isFolding, isOpen }: CalloutHead): string {
  const outer = {
    class: `callout callout-${kind}`,
    dir: textDirection(`${given} ${rest}`) === 'rtl' ? 'rtl' : null,
  }
  const title = openTag(isFolding ? 'summary' : 'div', { class: 'callout-title', dir: 'auto' })
  return `${isFolding ? openTag('details', { ...outer, open: isOpen }) : openTag('div', outer)}\n${title}`
}
