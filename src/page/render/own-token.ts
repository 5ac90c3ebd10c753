import type { StateInline, Token } from 'markdown-it'

/** The type of tokens that carry HTML of ours: nothing else is passed through as it is. */
export const ownType = 'own'

/** Makes a token of HTML that is safe by the way it was made; `plain` is what of it a heading's text shows. */
export function ownToken(TokenType: typeof Token, html: string, plain = ''): Token {
  const token = new TokenType(ownType, '', 0)
  token.content = html
  token.info = plain
  return token
}

/** Adds such a token to a line of text. */
export function pushOwn(state: StateInline, html: string, plain: string): void {
  const token = state.push(ownType, '', 0)
  token.content = html
  token.info = plain
}

/** What tokens show, without markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, info, children }) => {
      if (type === ownType) return info
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      return children === null ? content : plainText(children)
    })
    .join('')
}
