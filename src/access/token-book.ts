import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AccessToken, hasExpired, type TokenPlace } from '../model/access-token.ts'
import { defined } from '../model/defined.ts'
import { VaultError } from '../model/vault-error.ts'
import { plainName } from '../model/actor.ts'
import type { KeptTokens, RevokedBearer, StoredToken } from './stored-token.ts'
import type { TokenStore } from './token-store.ts'

export interface TokenGrant extends Pick<
  AccessToken,
  'name' | 'vaults' | 'places' | 'folder' | 'readOnly' | 'expires'
> {
  /** An agent's when left out. */
  readonly person?: boolean
}

/** Which token a request bears. Follows where they are kept: a revoked token is void at once. */
export class TokenBook {
  readonly #store: TokenStore
  readonly #now: () => Date
  #kept: KeptTokens = { tokens: [], revoked: [] }
  #mark: string | null = null
  /** One for all who bear what nobody knows: they cost no more than one of them. */
  #again: Promise<KeptTokens> | null = null

  constructor(store: TokenStore, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  /** An agent's token; null for one that is unknown, not in force or a person's. Takes as long for one as for the other. */
  async find(bearer: string): Promise<AccessToken | null> {
    return await this.#find(bearer, false)
  }

  /** A person's token, which lets into the page; null for any other, an agent's too. */
  async findPerson(bearer: string): Promise<AccessToken | null> {
    return await this.#find(bearer, true)
  }

  async #find(bearer: string, isPerson: boolean): Promise<AccessToken | null> {
    const sha256 = hash('sha256', bearer, 'buffer')
    let found = bearing(sha256, await this.#read())
    if (found === undefined && this.#store.mayLag) found = bearing(sha256, await this.#readAgain())
    return this.#ifInForce(found, isPerson)
  }

  /** An agent's token that was found before, as it is by now; null where it would not be found again. */
  async findAgain({ id }: Pick<AccessToken, 'id'>): Promise<AccessToken | null> {
    return await this.#findAgain(id, false)
  }

  /** A person's token that was found before, as it is by now; null where it would not be found again. */
  async findPersonAgain({ id }: Pick<AccessToken, 'id'>): Promise<AccessToken | null> {
    return await this.#findAgain(id, true)
  }

  async #findAgain(id: string, isPerson: boolean): Promise<AccessToken | null> {
    const found = (await this.#read()).tokens.find((token) => token.id === id)
    return this.#ifInForce(found, isPerson)
  }

  #ifInForce(found: StoredToken | undefined, isPerson: boolean): AccessToken | null {
    if (found?.person !== isPerson || !isInForce(found, this.#now())) return null
    return withoutHash(found)
  }

  async list(): Promise<readonly AccessToken[]> {
    return (await this.#read()).tokens.map(withoutHash)
  }

  /** Makes a token. Its text is handed out here and kept nowhere. */
  async create(grant: TokenGrant): Promise<{ readonly text: string; readonly token: AccessToken }> {
    const text = `flint_${randomBytes(32).toString('base64url')}`
    const token: AccessToken = {
      id: randomBytes(6).toString('hex'),
      person: false,
      ...grant,
      created: this.#now().toISOString(),
      lastFour: text.slice(-4),
    }
    const sha256 = hash('sha256', text)
    await this.#store.change(({ tokens, ...rest }) => {
      if (tokens.some(({ name }) => name === grant.name)) throw nameTaken(grant.name)
      return { ...rest, tokens: [...tokens, { ...token, sha256 }] }
    })
    return { text, token }
  }

  /** The tokens that were given this id, whichever folder it stood for. */
  async naming(id: string): Promise<readonly AccessToken[]> {
    return (await this.list()).filter(({ vaults }) => vaults?.includes(id) === true)
  }

  /** Tokens of an earlier flint know an id alone: from now on it stands for this folder in them. */
  async keepPlace(place: TokenPlace): Promise<void> {
    const lacksIt = ({ vaults, places = [] }: AccessToken) =>
      vaults?.includes(place.id) === true && !places.some(({ id }) => id === place.id)
    if (!(await this.list()).some(lacksIt)) return
    await this.#store.change(({ tokens, ...rest }) => ({
      ...rest,
      tokens: tokens.map((token) =>
        lacksIt(token) ? { ...token, places: [...(token.places ?? []), place] } : token,
      ),
    }))
  }

  /** Makes a token void, by its name. */
  async revoke(name: string): Promise<AccessToken> {
    const found = (await this.list()).find((token) => token.name === name)
    if (found === undefined) throw unknownToken(name, await this.list())
    await this.#store.change(({ tokens, ...rest }) => ({
      ...rest,
      tokens: tokens.filter(({ id }) => id !== found.id),
    }))
    return found
  }

  /** Makes void what the bearer of access tokens of an identity provider has got until now. */
  async revokeBearer(name: string): Promise<RevokedBearer> {
    const revoked = { name, until: this.#now().toISOString() }
    await this.#store.change((kept) => ({
      ...kept,
      revoked: [...kept.revoked.filter((other) => other.name !== name), revoked],
    }))
    return revoked
  }

  async listRevoked(): Promise<readonly RevokedBearer[]> {
    return (await this.#read()).revoked
  }

  /** Until when the access tokens of such a bearer are void, in milliseconds; null where none was revoked. */
  async revokedAt(name: string): Promise<number | null> {
    const found = (await this.#read()).revoked.find((revoked) => plainName(revoked.name) === name)
    return found === undefined ? null : Date.parse(found.until)
  }

  async #readAgain(): Promise<KeptTokens> {
    // One that has begun already may have missed it.
    await this.#again?.catch(() => undefined)
    this.#again ??= this.#read({ isAsked: true }).finally(() => {
      this.#again = null
    })
    return await this.#again
  }

  async #read({ isAsked = false } = {}): Promise<KeptTokens> {
    // Taken before they are read: what changes in between is read again by the next call.
    const mark = await this.#store.mark()
    if (isAsked || mark === null || mark !== this.#mark) {
      this.#mark = null
      this.#kept = await this.#store.read()
      this.#mark = mark
    }
    return this.#kept
  }
}

/** Every token is compared, so that the time tells nothing about which of them is near. */
function bearing(borne: Buffer, { tokens }: KeptTokens): StoredToken | undefined {
  const [found] = tokens.filter(({ sha256 }) => timingSafeEqual(Buffer.from(sha256, 'hex'), borne))
  return found
}

function isInForce(token: StoredToken, now: Date): boolean {
  return token.later === undefined && !hasExpired(token, now)
}

function withoutHash(stored: StoredToken): AccessToken {
  const { id, name, vaults, places, folder, readOnly, person, expires, created, lastFour, later } = stored
  const told = { id, name, vaults, folder, readOnly, person, expires, created, lastFour }
  return { ...told, ...defined({ places }), ...(later !== undefined && { isOfLaterVersion: true }) }
}

function nameTaken(name: string): VaultError {
  return new VaultError('ALREADY_EXISTS', `There is a token "${name}" already.`, {
    name,
    hint: 'Choose another name, or revoke it first.',
  })
}

function unknownToken(name: string, tokens: readonly AccessToken[]): VaultError {
  return new VaultError('NOT_FOUND', `There is no token "${name}".`, {
    name,
    known_tokens: tokens.map((token) => token.name),
    hint: { kind: 'list-tokens' },
  })
}
