import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { findKeys } from '../../src/access/oauth/find-keys.ts'
import { OAuthTokens } from '../../src/access/oauth/oauth-tokens.ts'
import { oauthSchema } from '../../src/registry/oauth-schema.ts'
import { collectGarbage } from '../../src/runtime/collect-garbage.ts'

const noon = Date.parse('2030-05-01T12:00:00Z')
const resource = 'https://notes.example.com/mcp'

/** An issuer that answers as it is told to. */
async function withIssuer(
  answer: (path: string, response: ServerResponse, issuer: string) => void,
  use: (issuer: string) => Promise<void>,
): Promise<void> {
  let issuer = ''
  const server = createServer((request, response) => {
    answer(request.url ?? '', response, issuer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  try {
    await use(issuer)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const withKeys = (keys: readonly object[], use: (tokens: OAuthTokens, issuer: string) => Promise<void>) =>
  withIssuer(
    (path, response, issuer) =>
      response.end(JSON.stringify(path === '/jwks' ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` })),
    async (issuer) => {
      const rules = [{ when: { groups: 'editors' }, vaults: 'all' }]
      const settings = oauthSchema().parse({ issuer, resource, actor: 'preferred_username', rules })
      await use(
        new OAuthTokens({
          settings,
          revokedAt: async (name) => (revoked.has(name) ? noon + 60_000 : null),
          now: () => new Date(noon),
        }),
        issuer,
      )
    },
  )

const revoked = new Set<string>()

async function rsaKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid } satisfies JWK }
}

/** Half of a modulus is a key that is too short. */
const tooShort = ({ n = '', ...rest }: JWK) => ({ ...rest, n: n.slice(0, n.length / 2) })

function tokenOf(claims: object, header: object, key: Awaited<ReturnType<typeof rsaKey>>['privateKey']) {
  const times = { iat: noon / 1_000, exp: noon / 1_000 + 600 }
  return new SignJWT({ aud: resource, groups: ['editors'], sub: 'anna', ...times, ...claims })
    .setProtectedHeader({ alg: 'RS256', ...header })
    .sign(key)
}

test('an answer of an issuer that goes on and on is given up, whatever the garbage collector does', () =>
  withIssuer(
    (_path, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(' ')
    },
    async (issuer) => {
      const finding = findKeys(issuer, 400)
      // The answer has begun by then, and what waits for its end is known to nobody else.
      const timer = setInterval(collectGarbage, 60)
      await expect(finding).rejects.toThrow(`${issuer} did not give its keys within 0.4 s`)
      clearInterval(timer)
    },
  ))

test('keys that cannot be used keep no token from being checked', async () => {
  const good = await rsaKey('good')
  const short = tooShort((await rsaKey('short')).jwk)
  const damaged = { kty: 'RSA', kid: 'damaged', n: '!!', e: 'AQAB' }
  await withKeys([short, damaged, good.jwk], async (tokens, iss) => {
    const kindOf = async (header: object, key = good.privateKey) =>
      (await tokens.judge(await tokenOf({ iss }, header, key))).kind
    expect(await kindOf({ kid: 'good' })).toBe('let-in')
    expect(await kindOf({})).toBe('let-in')
    expect(await kindOf({}, (await rsaKey('other')).privateKey)).toBe('void')
    expect(await kindOf({ kid: 'short' })).toBe('void')
    expect(await kindOf({ kid: 'damaged' })).toBe('void')
  })
})

test('a subject is text', async () => {
  const { privateKey, jwk } = await rsaKey('one')
  await withKeys([jwk], async (tokens, iss) => {
    for (const sub of [null, false, 0, [], ['anna'], {}, { toString: 'x' }, ''])
      expect((await tokens.judge(await tokenOf({ iss, sub }, { kid: 'one' }, privateKey))).kind).toBe('void')
  })
})

test('who looks the same in the history is revoked together, and by their subject whatever they call themselves', async () => {
  const { privateKey, jwk } = await rsaKey('one')
  await withKeys([jwk], async (tokens, iss) => {
    const host = new URL(iss).host
    const judge = async (preferred_username: string, sub: string) =>
      await tokens.judge(await tokenOf({ iss, sub, preferred_username }, { kid: 'one' }, privateKey))
    const names = [
      'ren\u00e9',
      'rene\u0301',
      'ren\u00e9\u200b',
      ' ren\u00e9',
      'ren\u00e9\u{e0041}',
      'ren\u00e9\u3164',
    ]
    for (const name of names)
      expect(await judge(name, 'r')).toMatchObject({ kind: 'let-in', bearer: { name: `${host}/ren\u00e9` } })
    const before = await judge('anna', 'a-1')
    revoked.add(`${host}/ren\u00e9`).add(`${host}/a-1`)
    for (const name of names) expect((await judge(name, 'r')).kind).toBe('void')
    for (const name of ['anna', 'somebody']) expect((await judge(name, 'a-1')).kind).toBe('void')
    expect(before.kind === 'let-in' && (await tokens.isValid(before.bearer))).toBe(false)
    expect((await judge('anna', 'a-2')).kind).toBe('let-in')
  })
})

test('a rule with a claim that would be left out is none', () => {
  const when = JSON.parse('{ "__proto__": "x", "groups": "interns" }')
  const settings = { issuer: 'https://id.example.com', resource, rules: [{ when, vaults: 'all' }] }
  expect(oauthSchema().safeParse(settings).success).toBe(false)
})
