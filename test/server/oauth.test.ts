import { Buffer } from 'node:buffer'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { OAuthTokens } from '../../src/access/oauth/oauth-tokens.ts'
import type { OAuthRule } from '../../src/registry/oauth-schema.ts'
import { type IdentityProvider, madeUp, withIdentityProvider } from '../support/identity-provider.ts'
import { column } from '../support/plain.ts'
import { type HttpServer, initialize, withHttp, listen } from './http-server.ts'

const { audience, noon } = madeUp
const metadata = 'https://notes.example.com/.well-known/oauth-protected-resource/mcp'
const vaults = {
  work: { 'plan.md': '# Plan\n', 'site/home.md': '# Home\n' },
  diary: { 'today.md': '# Today\n' },
}
const editors: OAuthRule = { when: { groups: 'editors' }, vaults: 'all', folder: null, read_only: false }

interface Open extends HttpServer {
  readonly provider: IdentityProvider
  /** The status and `WWW-Authenticate` of a request that bears this. */
  readonly ask: (token: string | null) => Promise<{ status: number; header: string | null; text: string }>
  /** Sets the clock of the server: seconds after noon. */
  readonly afterNoon: (seconds: number) => void
}

/** A server that takes the tokens of a real issuer, and wants a token of everybody. */
async function withOAuth(
  use: (open: Open) => Promise<void>,
  rules: readonly OAuthRule[] = [editors],
  actor = 'sub',
): Promise<void> {
  await withIdentityProvider(async (provider) => {
    let clock = noon
    const now = () => new Date(clock)
    let revokedAt: (name: string) => Promise<number | null> = async () => null
    const { issuer } = provider
    const settings = { issuer, resource: audience, audience: null, scopes: ['notes'], actor, rules }
    const oauth = new OAuthTokens({ settings, revokedAt: (name) => revokedAt(name), now })
    await withHttp(
      vaults,
      async (server) => {
        revokedAt = (name) => server.book.revokedAt(name)
        await use({
          ...server,
          provider,
          afterNoon: (seconds) => {
            clock = noon + seconds * 1_000
          },
          ask: async (token) => {
            const headers = token === null ? {} : { authorization: `Bearer ${token}` }
            const response = await server.post(initialize, headers)
            const header = response.headers.get('www-authenticate')
            return { status: response.status, header, text: await response.text() }
          },
        })
      },
      { requireToken: true, oauth, clock: now },
    )
  })
}

/** A stream of notices that is there; `ended` once the server has ended it. */
async function openStream(post: HttpServer['post'], token: string): Promise<{ ended: Promise<unknown> }> {
  const response = await askForStream(post, token)
  expect(response.status).toBe(200)
  return { ended: response.text().catch(() => null) }
}

async function askForStream(post: HttpServer['post'], token: string): Promise<Response> {
  const headers = { ...listen.headers, authorization: `Bearer ${token}`, 'mcp-method': listen.body.method }
  return await post(listen.body, headers)
}

/** What `fetch` says of a connection that is closed before a status is sent. */
function closed(error: unknown): number {
  if (error instanceof TypeError && error.message === 'fetch failed') return 200
  throw error
}

function refusal(error: string, description: string): string {
  return `Bearer realm="flint-note", error="${error}", error_description="${description}", resource_metadata="${metadata}", scope="notes"`
}

test('a request without a token is told where one is made, and no error', () =>
  withOAuth(async ({ ask }) => {
    expect(await ask(null)).toMatchObject({
      status: 401,
      header: `Bearer realm="flint-note", resource_metadata="${metadata}", scope="notes"`,
    })
  }))

test('the document that says so is where the header says, and at the two usual places', () =>
  withOAuth(async ({ url, post, provider: { issuer } }) => {
    for (const path of ['', '/mcp']) {
      const address = new URL(`/.well-known/oauth-protected-resource${path}`, url)
      const response = await fetch(address)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        resource: audience,
        authorization_servers: [issuer],
        scopes_supported: ['notes'],
        bearer_methods_supported: ['header'],
        resource_name: 'flint',
      })
      expect((await post({}, {}, address.pathname)).status).toBe(405)
    }
    const elsewhere = await fetch(new URL('/.well-known/oauth-protected-resource/other', url))
    expect(elsewhere.status).toBe(404)
    expect((await fetch(new URL('/.well-known/oauth-authorization-server', url))).status).toBe(404)
  }))

test('a token that the issuer made for this server is let in, and so is one of flint’s own', () =>
  withOAuth(async ({ ask, token, provider: { sign, issuer }, callAs, read }) => {
    expect((await ask(await sign())).status).toBe(200)
    expect((await ask(await token())).status).toBe(200)
    await callAs(await sign(), 'append_to_note', { identifier: 'plan.md', content: 'From outside.' })
    expect(await read('plan.md')).toContain('From outside.')
    const { changes } = await callAs(await sign(), 'list_changes')
    expect(column(changes, 'actor')).toEqual([`token ${new URL(issuer).host}/anna`])
  }))

const wrong: Readonly<Record<string, (provider: IdentityProvider) => string | Promise<string>>> = {
  'the token has expired': ({ sign }) => sign({ exp: noon / 1_000 - 31 }),
  'the token is not valid yet': ({ sign }) => sign({ nbf: noon / 1_000 + 60 }),
  'the token is from the future': ({ sign }) => sign({ iat: noon / 1_000 + 60 }),
  'the token was made for another server': ({ sign }) => sign({ aud: 'https://other.example.com/mcp' }),
  'the token is from another issuer': ({ sign }) => sign({ iss: 'https://evil.example.com' }),
  'the signature of the token is wrong': async ({ sign, strangerKey }) =>
    await sign({}, { kid: 'first' }, await strangerKey()),
  'the token is signed with a key that its issuer does not have': async ({ sign, strangerKey }) =>
    await sign({}, {}, await strangerKey()),
  'the token is signed in a way that proves nothing': ({ issuer }) =>
    new UnsecuredJWT({ iss: issuer, aud: audience, sub: 'anna', groups: ['editors'] })
      .setIssuedAt(noon / 1_000)
      .setExpirationTime(noon / 1_000 + 600)
      .encode(),
  'this is no access token': ({ sign }) => sign({}, { typ: 'logout+jwt' }),
  'the token names no subject': ({ sign }) => sign({ sub: '' }),
  'the token cannot be read': () => 'a.b.c',
}

test.each(Object.keys(wrong))('%s: refused, with the reason in the header', (reason) =>
  withOAuth(async ({ ask, provider, logged }) => {
    const token = (await wrong[reason]?.(provider)) ?? ''
    const { status, header, text } = await ask(token)
    expect({ status, header }).toEqual({ status: 401, header: refusal('invalid_token', reason) })
    expect(text).toContain(reason)
    expect(logged.join('\n')).toContain(reason)
    expect(logged.join('\n')).not.toContain(token)
  }),
)

test('a secret made of the issuer’s public key signs nothing', () =>
  withOAuth(async ({ ask, provider: { issuer, publicKey } }) => {
    const jwk = publicKey()
    for (const secret of [JSON.stringify(jwk), String(jwk.x), `${jwk.x}${jwk.y}`]) {
      const token = await new SignJWT({ iss: issuer, aud: audience, sub: 'anna', groups: ['editors'] })
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .setIssuedAt(noon / 1_000)
        .setExpirationTime(noon / 1_000 + 600)
        .sign(Buffer.from(secret.padEnd(32, '.')))
      const { status, header } = await ask(token)
      expect(status).toBe(401)
      expect(header).toBe(refusal('invalid_token', 'the token is signed in a way that proves nothing'))
    }
  }))

test('a changed claim breaks the signature, and what is needed must be there', () =>
  withOAuth(async ({ ask, provider: { sign } }) => {
    const [head, body = '', signature] = (await sign()).split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'boss' })).toString('base64url')
    expect((await ask([head, forged, signature].join('.'))).header).toContain('signature')
    for (const claim of ['sub', 'exp', 'iat'])
      expect((await ask(await sign({ [claim]: undefined }))).status, claim).toBe(401)
    // Clocks may differ by half a minute.
    expect((await ask(await sign({ exp: noon / 1_000 - 20 }))).status).toBe(200)
    expect((await ask(await sign({ iat: noon / 1_000 + 20, nbf: noon / 1_000 + 20 }))).status).toBe(200)
  }))

test('a new key of the issuer is found at once, the old one is refused, and strangers do not make it asked', () =>
  withOAuth(async ({ ask, afterNoon, provider: { sign, rotate, strangerKey, keysAsked } }) => {
    const before = await sign()
    expect((await ask(before)).status).toBe(200)
    expect(keysAsked()).toBe(1)
    const stranger = await strangerKey()
    for (let round = 0; round < 20; round++)
      expect((await ask(await sign({}, {}, stranger))).status).toBe(401)
    expect(keysAsked()).toBe(1)
    afterNoon(11)
    await rotate()
    expect((await ask(await sign())).status).toBe(200)
    expect((await ask(before)).header).toBe(
      refusal('invalid_token', 'the token is signed with a key that its issuer does not have'),
    )
    expect(keysAsked()).toBe(2)
  }))

test('a token that does not say which of several keys has signed it is good when one of them has', () =>
  withOAuth(async ({ ask, provider: { sign, rotate, strangerKey } }) => {
    const older = await sign({}, { kid: undefined })
    await rotate(true)
    expect((await ask(older)).status).toBe(200)
    expect((await ask(await sign({}, { kid: undefined }))).status).toBe(200)
    const stranger = await sign({}, { kid: undefined }, await strangerKey())
    expect((await ask(stranger)).header).toBe(refusal('invalid_token', 'the signature of the token is wrong'))
    const expired = await sign({ exp: noon / 1_000 - 31 }, { kid: undefined })
    expect((await ask(expired)).header).toBe(refusal('invalid_token', 'the token has expired'))
  }))

test('where the issuer cannot be asked its keys are used for an hour, then nothing is said of tokens', () =>
  withOAuth(async ({ ask, afterNoon, token, logged, provider: { sign, setBroken } }) => {
    const long = await sign({ exp: noon / 1_000 + 86_400 })
    setBroken(true)
    const unknown = await ask(long)
    expect(unknown).toMatchObject({ status: 503, header: null })
    expect(logged.join('\n')).toContain('answered 500')
    expect((await ask(await token())).status).toBe(200)
    setBroken(false)
    afterNoon(11)
    expect((await ask(long)).status).toBe(200)
    setBroken(true)
    afterNoon(3_500)
    expect((await ask(long)).status).toBe(200)
    afterNoon(3_700)
    expect((await ask(long)).status).toBe(503)
  }))

test('a revoked bearer is refused with what they have, their streams end, and a later token is let in', () =>
  withOAuth(async ({ ask, afterNoon, book, post, provider: { sign, issuer } }) => {
    const name = `${new URL(issuer).host}/anna`
    const [annas, berts] = [await sign(), await sign({ sub: 'bert' })]
    expect((await ask(annas)).status).toBe(200)
    const { ended } = await openStream(post, annas)
    afterNoon(60)
    await book.revokeBearer(name)
    const replayed = await ask(annas)
    expect(replayed).toMatchObject({ status: 401, header: refusal('invalid_token', 'the token was revoked') })
    expect((await ask(berts)).status).toBe(200)
    await ended
    afterNoon(120)
    expect((await ask(await sign({ iat: noon / 1_000 + 100 }))).status).toBe(200)
    expect((await ask(annas)).status).toBe(401)
  }))

test('who is let in by no rule gets 403, whatever they call themselves', () =>
  withOAuth(
    async ({ ask, provider: { sign } }) => {
      const why = 'no rule of this server gives its bearer anything'
      for (const claims of [
        { groups: [] },
        { groups: undefined },
        { groups: { editors: true } },
        { groups: 'guests editors' },
        { groups: [], name: 'editors' },
        { groups: [], realm_access: { roles: ['notes'] } },
        { groups: [], realm_access: { roles: ['notes'] }, email_verified: 'true' },
      ]) {
        const { status, header } = await ask(await sign(claims))
        expect({ status, header }).toEqual({ status: 403, header: refusal('insufficient_scope', why) })
      }
    },
    [editors, { ...editors, when: { 'realm_access.roles': 'notes', email_verified: true } }],
  ))

test('rules give what a token of flint’s own gives: vaults, a folder, reading alone', () =>
  withOAuth(
    async ({ connect, callAs, provider: { sign } }) => {
      const reader = await sign({ groups: ['guests'], scope: 'openid notes' })
      const { vaults: seen } = await callAs(reader, 'list_vaults')
      expect(column(seen, 'id')).toEqual(['work'])
      expect(column((await callAs(reader, 'list_notes')).notes, 'id')).toEqual(['site/home.md'])
      const outside = await callAs(reader, 'get_note', { identifier: 'plan.md' })
      expect(outside.error.code).toBe('PERMISSION_DENIED')
      const { tools } = await (await connect(reader)).listTools()
      expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
      const elsewhere = await callAs(reader, 'get_note', { identifier: 'today.md', vault_id: 'diary' })
      expect(elsewhere.error.code).toBe('VAULT_NOT_FOUND')
      const nested = await sign({ groups: [], realm_access: { roles: ['boss'] } })
      expect(column((await callAs(nested, 'list_vaults')).vaults, 'id')).toEqual(['work', 'diary'])
    },
    [
      { when: { scope: 'notes', groups: 'guests' }, vaults: ['work'], folder: 'site', read_only: true },
      { ...editors, when: { 'realm_access.roles': 'boss' } },
    ],
  ))

test('a renewed token goes on with the same active vault; another client’s begins with its own', () =>
  withOAuth(async ({ callAs, afterNoon, provider: { sign } }) => {
    const first = await sign({ client_id: 'phone' })
    await callAs(first, 'switch_vault', { vault_id: 'diary' })
    afterNoon(300)
    const renewed = await sign({ client_id: 'phone', iat: noon / 1_000 + 300, exp: noon / 1_000 + 900 })
    expect((await callAs(renewed, 'get_current_vault')).vault).toBe('diary')
    expect((await callAs(await sign({ client_id: 'desk' }), 'get_current_vault')).vault).toBe('work')
    expect((await callAs(await sign({ sub: 'bert', client_id: 'phone' }), 'get_current_vault')).vault).toBe(
      'work',
    )
  }))

test('a stream ends with its token', () =>
  // The clock of the server stands at noon of a day to come; that of the timers does not.
  withOAuth(async ({ post, afterNoon, provider: { sign } }) => {
    const past = Math.floor(Date.now() / 1_000) - 3_600
    afterNoon(past - noon / 1_000)
    const stream = askForStream(post, await sign({ iat: past, exp: past + 600 }))
    // It may be there for a moment.
    const status = await stream.then(async (response) => {
      await response.text().catch(() => null)
      return response.status
    }, closed)
    expect(status).toBe(200)
  }))

test('a claim may name who did it, and no name is taken for a token’s', () =>
  withOAuth(
    async ({ callAs, provider: { sign, issuer } }) => {
      const by = async (claims: object) => {
        const token = await sign(claims)
        await callAs(token, 'append_to_note', { identifier: 'plan.md', content: 'x' })
        const { changes } = await callAs(token, 'list_changes', { limit: 1 })
        return column(changes, 'actor')[0]
      }
      const { host } = new URL(issuer)
      expect(await by({ preferred_username: 'Anna' })).toBe(`token ${host}/Anna`)
      expect(await by({})).toBe(`token ${host}/anna`)
      const [one, other] = [
        await by({ preferred_username: `${'x'.repeat(100)}1` }),
        await by({ preferred_username: `${'x'.repeat(100)}2` }),
      ]
      expect(one).not.toBe(other)
    },
    [editors],
    'preferred_username',
  ))
