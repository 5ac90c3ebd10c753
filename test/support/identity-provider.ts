import { once } from 'node:events'
import { createServer } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** A real issuer on this machine, whose keys a test holds. */
export interface IdentityProvider {
  readonly issuer: string
  /** Requests so far for the keys. */
  readonly keysAsked: () => number
  /** A token that the issuer could have made: everything right but what is said. */
  readonly sign: (
    claims?: object,
    header?: Readonly<Record<string, unknown>>,
    key?: SigningKey,
  ) => Promise<string>
  /** Signs with another key from now on; the one before is gone, or still good. */
  readonly rotate: (keepsOld?: boolean) => Promise<void>
  /** A key that is not the issuer's. */
  readonly strangerKey: () => Promise<SigningKey>
  readonly publicKey: () => JWK
  /** While true each request is refused. */
  setBroken: (isBroken: boolean) => void
}

export interface SigningKey {
  readonly jwk: JWK
  /** What everybody may know of it. */
  readonly shown: JWK
  readonly sign: CryptoKey
}

const audience = 'https://notes.example.com/mcp'
const noon = Date.parse('2030-05-01T12:00:00Z')

/** The time and the resource of tests that need no real clock. */
export const madeUp = { audience, noon } as const

/** Runs an issuer that lets everybody in under the name that they type; `groups` says what their tokens hold. */
export async function withIdentityProvider(
  use: (provider: IdentityProvider) => Promise<void>,
  groups: Readonly<Record<string, readonly string[]>> = {},
): Promise<void> {
  let key = await newKey('first')
  let olderKeys: readonly SigningKey[] = []
  let keysAsked = 0
  let isBroken = false
  let made = 1
  let answer: ReturnType<Provider['callback']> | null = null
  const server = createServer((request, response) => {
    if (request.url === '/jwks') keysAsked += 1
    if (isBroken || answer === null) response.writeHead(500).end()
    else void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen.')
  const issuer = `http://127.0.0.1:${address.port}`
  const open = () => {
    answer = provider(issuer, [key, ...olderKeys], groups).callback()
  }
  open()
  try {
    await use({
      issuer,
      keysAsked: () => keysAsked,
      sign: async (claims = {}, header = {}, by = key) =>
        await new SignJWT({
          iss: issuer,
          aud: audience,
          sub: 'anna',
          groups: ['editors'],
          iat: noon / 1_000,
          exp: noon / 1_000 + 600,
          ...claims,
        })
          .setProtectedHeader({ alg: 'ES256', kid: by.jwk.kid ?? '', typ: 'at+jwt', ...header })
          .sign(by.sign),
      rotate: async (keepsOld = false) => {
        made += 1
        olderKeys = keepsOld ? [key] : []
        key = await newKey(`key ${made}`)
        open()
      },
      strangerKey: async () => await newKey('stranger'),
      publicKey: () => key.shown,
      setBroken: (broken) => {
        isBroken = broken
      },
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function newKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const about = { kid, alg: 'ES256', use: 'sig' }
  const [jwk, shown] = [await exportJWK(privateKey), await exportJWK(publicKey)]
  return { jwk: { ...jwk, ...about }, shown: { ...shown, ...about }, sign: privateKey }
}

function provider(
  issuer: string,
  keys: readonly SigningKey[],
  groups: Readonly<Record<string, readonly string[]>>,
): Provider {
  return new Provider(issuer, {
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    cookies: { keys: ['a key of a test'] },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    extraTokenClaims: (_context, token) =>
      'accountId' in token ? { groups: groups[token.accountId] ?? [] } : {},
    scopes: ['openid', 'offline_access', 'notes'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          scope: 'notes',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60 },
  })
}

/**
 * What a person's browser does with the address that a client opens: signs in under a name, agrees, and is sent back to the
 * client, with an answer that is handed over.
 */
export async function signIn(start: URL, name: string, backTo: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | null = null
  for (let step = 0; step < 12; step++) {
    if (url.href.startsWith(backTo)) return url.searchParams
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form !== null && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(key, value)
    }
    const text = await response.text()
    const next = response.headers.get('location')
    if (next !== null) {
      url = new URL(next, url)
      form = null
      continue
    }
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? []
    if (action === undefined) throw new Error(`The issuer says: ${response.status} ${text}`)
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? ''
    url = new URL(action, url)
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: name, password: 'x' }) })
  }
  throw new Error('The way through the issuer has no end.')
}
