import { hash } from 'node:crypto'
import { type CryptoKey, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Bearer, JudgedToken } from '../../model/access-token.ts'
import { plainName } from '../../model/actor.ts'
import type { OAuthSettings } from '../../registry/oauth-schema.ts'
import { claimOf, type Rights, rightsOf } from './claim-rules.ts'
import { findKeys } from './find-keys.ts'
import { IssuerKeys, IssuerUnreachable } from './issuer-keys.ts'

interface OAuthTokensOptions {
  readonly settings: OAuthSettings
  /** Of a bearer, by one of their names: the tokens that they got until then are void, in milliseconds. Null for no time. */
  readonly revokedAt: (name: string) => Promise<number | null>
  readonly now: () => Date
}

interface Seen {
  /** By which their tokens can be revoked: as the history names them, and by their subject, which stays. */
  readonly names: readonly string[]
  /** The last time before this that the bearer's tokens were revoked. */
  readonly epoch: number | null
  /** When the last of their tokens ends. */
  readonly until: number
}

// Each with a public key: a shared secret, or none at all, proves nothing about who has signed.
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
/** By which the clocks of this machine and the issuer's may differ. */
const leewayMs = 30_000
/** As long as a caller's active vault and consents stay after the last token that named them has ended. */
const rememberedMs = 24 * 3_600_000
const mostRemembered = 10_000

/**
 * Access tokens of an identity provider: signed JWTs, made for this server. What they give is said by the rules. Nothing is
 * asked of the issuer before a token is there.
 */
export class OAuthTokens {
  readonly resource: string
  readonly issuer: string
  readonly scopes: readonly string[]
  readonly #options: OAuthTokensOptions
  readonly #keys: IssuerKeys
  readonly #seen = new Map<string, Seen>()

  constructor(options: OAuthTokensOptions) {
    this.#options = options
    const { resource, issuer, scopes } = options.settings
    this.#keys = new IssuerKeys({ findKeys: () => findKeys(issuer), now: options.now })
    this.resource = resource
    this.issuer = issuer
    this.scopes = scopes
  }

  /** Fails with `IssuerUnreachable` where nothing can be said of a token now. */
  async judge(token: string): Promise<JudgedToken> {
    const { settings } = this.#options
    const read = await this.#verify(token)
    if (typeof read === 'string') return { kind: 'void', reason: read }
    const { sub, exp = 0, iat = 0 } = read
    // A claim may be anything.
    if (typeof sub !== 'string' || plainName(sub) === '')
      return { kind: 'void', reason: 'the token names no subject' }
    if (iat * 1_000 > this.#now() + leewayMs) return { kind: 'void', reason: 'the token is from the future' }
    const actor = claimOf(read, settings.actor)
    const name = this.#nameOf(typeof actor === 'string' && plainName(actor) !== '' ? actor : sub)
    const names = [...new Set([name, this.#nameOf(sub)])]
    const epoch = await this.#revokedAt(names)
    // The clock of the issuer may be ahead: what it made just after is void as well.
    if (epoch !== null && iat * 1_000 <= epoch + leewayMs)
      return { kind: 'void', reason: 'the token was revoked' }
    const rights = rightsOf(read, settings.rules)
    if (rights === null) return { kind: 'without-rights', name }
    const client = claimOf(read, 'client_id') ?? claimOf(read, 'azp')
    const id = idOf({ sub, client, epoch, name, rights })
    const until = exp * 1_000 + leewayMs
    this.#remember(id, { names, epoch, until })
    return { kind: 'let-in', bearer: { id, name, ...rights }, until }
  }

  /** Whether requests of a bearer who was let in may go on. */
  async isValid({ id }: Pick<Bearer, 'id'>): Promise<boolean> {
    const seen = this.#seen.get(id)
    if (seen === undefined || seen.until + rememberedMs < this.#now()) {
      this.#seen.delete(id)
      return false
    }
    return (await this.#revokedAt(seen.names)) === seen.epoch
  }

  /** Whether a bearer was let in here, and not by a token of flint's own. */
  knows({ id }: Pick<Bearer, 'id'>): boolean {
    return id.startsWith(idPrefix)
  }

  /** The claims, or why the token is void. */
  async #verify(token: string): Promise<JWTPayload | string> {
    const { settings, now } = this.#options
    const needed = {
      algorithms,
      issuer: settings.issuer,
      audience: settings.audience ?? settings.resource,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: leewayMs / 1_000,
      currentDate: now(),
    }
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys.find, needed).catch(
        async (error: unknown) => {
          if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
          return await verifyWithAny(error, async (key) => await jwtVerify(token, key, needed))
        },
      )
      return isAccessToken(protectedHeader.typ) ? payload : 'this is no access token'
    } catch (error) {
      if (error instanceof IssuerUnreachable) throw error
      return error instanceof errors.JOSEError ? describe(error) : 'the token names a key that cannot be used'
    }
  }

  /** When tokens of a bearer were revoked last, by whichever of their names. */
  async #revokedAt(names: readonly string[]): Promise<number | null> {
    const times = await Promise.all(names.map(async (name) => await this.#options.revokedAt(name)))
    return times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null)
  }

  /** With a sign that no token of flint's own may have in its name, so that none is taken for another. */
  #nameOf(who: string): string {
    const name = `${new URL(this.issuer).host}/${plainName(who)}`
    if (name.length <= longestName) return name
    return `${name.slice(0, longestName - 9)}~${hash('sha256', name).slice(0, 8)}`
  }

  #remember(id: string, seen: Seen): void {
    const until = Math.max(seen.until, this.#seen.get(id)?.until ?? 0)
    this.#seen.delete(id)
    this.#seen.set(id, { ...seen, until })
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > mostRemembered && oldest !== undefined) this.#seen.delete(oldest)
  }

  #now(): number {
    return this.#options.now().getTime()
  }
}

const idPrefix = 'oauth-'
/** As long as the history keeps of a name, with a word before it. */
const longestName = 80

/** Another one whenever something differs that a caller may do, so that no two share a session that must not. */
function idOf(parts: {
  readonly sub: string
  readonly client: unknown
  readonly epoch: number | null
  readonly name: string
  readonly rights: Rights
}): string {
  return `${idPrefix}${hash('sha256', JSON.stringify(parts))}`
}

/** Issuers give their access tokens this type or none; an identity token or a logout says something else. */
function isAccessToken(type: string | undefined): boolean {
  return type === undefined || /^(?:application\/)?(?:at\+)?jwt$/i.test(type)
}

/** A token that does not say which of its issuer's keys has signed it is good when one of them has. */
async function verifyWithAny<Verified>(
  keys: errors.JWKSMultipleMatchingKeys,
  verify: (key: CryptoKey) => Promise<Verified>,
): Promise<Verified> {
  for await (const key of keys) {
    try {
      return await verify(key)
    } catch (error) {
      // Said of a token whose signature is right; whatever else is wrong may be the key.
      if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

function describe(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'the token is signed in a way that proves nothing'
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'the token is signed with a key that its issuer does not have'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature of the token is wrong'
  if (error instanceof errors.JWTClaimValidationFailed) return describeClaim(error.claim)
  return 'the token cannot be read'
}

function describeClaim(claim: string): string {
  switch (claim) {
    case 'aud':
      return 'the token was made for another server'
    case 'iss':
      return 'the token is from another issuer'
    case 'nbf':
      return 'the token is not valid yet'
    default:
      return `the token has no right '${/^\w+$/.test(claim) ? claim : 'claim'}'`
  }
}
