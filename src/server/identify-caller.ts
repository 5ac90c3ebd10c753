import type { IncomingMessage } from 'node:http'
import type { Bearer, JudgedToken } from '../model/access-token.ts'
import { bearerOf } from './http-gate.ts'
import { challenge, type ProtectedResource } from './protected-resource.ts'
import type { Tokens } from './watched-tokens.ts'
import { messageOf } from '../model/error-code.ts'

/** Access tokens that an identity provider makes for this server, besides flint's own. */
export interface OutsideTokens extends ProtectedResource {
  /** Fails where nothing can be said of any token at this moment. */
  judge(token: string): Promise<JudgedToken>
  isValid(bearer: Bearer): Promise<boolean>
  /** Whether a bearer was let in by one of these. */
  knows(bearer: Bearer): boolean
}

export type Identified =
  /** `until`: when the right ends of itself, in milliseconds; null where somebody has to end it. */
  | { readonly kind: 'caller'; readonly token: Bearer | null; readonly until: number | null }
  | {
      readonly kind: 'refused'
      /** For the log; null for what it says already. */
      readonly reason: string | null
      readonly status: 401 | 403 | 503
      readonly message: string
      readonly headers: Readonly<Record<string, string>>
    }

/** Who sends a request, by its token. `needsToken`: without one it is refused. */
export async function identifyCaller(
  request: IncomingMessage,
  needsToken: boolean,
  tokens: Pick<Tokens, 'find'>,
  oauth: OutsideTokens | null,
): Promise<Identified> {
  const text = bearerOf(request)
  if (text === null) return needsToken ? withoutToken(oauth) : { kind: 'caller', token: null, until: null }
  if (oauth !== null && isSigned(text)) return await judge(text, oauth)
  try {
    const token = await tokens.find(text)
    if (token !== null) return { kind: 'caller', token, until: null }
  } catch {
    return unsure(null)
  }
  const message = 'The token is unknown, was revoked or has expired.'
  return invalid('invalid token', message, 'unknown, revoked or expired', oauth)
}

/** Three parts of base64url: a JWT. A token of flint's own has no dots. */
function isSigned(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)
}

async function judge(text: string, oauth: OutsideTokens): Promise<Identified> {
  try {
    const judged = await oauth.judge(text)
    switch (judged.kind) {
      case 'let-in':
        return { kind: 'caller', token: judged.bearer, until: judged.until }
      case 'void':
        return invalid(judged.reason, `The access token is refused: ${judged.reason}.`, judged.reason, oauth)
      case 'without-rights':
        return withoutRights(judged.name, oauth)
    }
  } catch (error) {
    return unsure(messageOf(error))
  }
}

function withoutToken(oauth: OutsideTokens | null): Identified {
  const ask = 'send it as "Authorization: Bearer TOKEN"'
  return {
    kind: 'refused',
    reason: 'no token',
    status: 401,
    message:
      oauth === null
        ? `A token is needed: ${ask}. For one ask the person to run \`flint token create NAME\`.`
        : `A token is needed: ${ask}. It comes from ${oauth.issuer}; for another one ask the person to run \`flint token create NAME\`.`,
    headers: { 'www-authenticate': challenge(oauth, null) },
  }
}

function invalid(
  reason: string,
  message: string,
  description: string,
  oauth: OutsideTokens | null,
): Identified {
  const headers = { 'www-authenticate': challenge(oauth, 'invalid_token', description) }
  return { kind: 'refused', reason, status: 401, message, headers }
}

function withoutRights(name: string, oauth: OutsideTokens): Identified {
  const why = 'no rule of this server gives its bearer anything'
  return {
    kind: 'refused',
    reason: `no rule fits ${name}`,
    status: 403,
    message: `The access token is right, but ${why}: ask the owner of the notes.`,
    headers: { 'www-authenticate': challenge(oauth, 'insufficient_scope', why) },
  }
}

function unsure(reason: string | null): Identified {
  return {
    kind: 'refused',
    reason,
    status: 503,
    message: 'No token can be checked at this moment: the log of the server says why.',
    headers: { 'retry-after': '10' },
  }
}
