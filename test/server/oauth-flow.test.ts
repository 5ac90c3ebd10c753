import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { dump } from 'js-yaml'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Flint, withFlint } from '../cli/with-flint.ts'
import { freePort } from '../support/free-port.ts'
import { signIn, withIdentityProvider } from '../support/identity-provider.ts'
import { column } from '../support/plain.ts'
import { callOver, initialize, startHttp } from './http-server.ts'

const backTo = 'http://127.0.0.1/callback'

test('the SDK’s client goes all the way: refused, registered, signed in, let in, and revoked', () =>
  withIdentityProvider(
    async ({ issuer }) => {
      await withFlint({ 'work/plan.md': '# Plan\n', 'diary/today.md': '# Today\n' }, async (flint) => {
        const port = await freePort()
        const resource = `http://127.0.0.1:${port}/mcp`
        await register(flint, {
          oauth: {
            issuer,
            resource,
            scopes: ['notes'],
            rules: [{ when: { groups: 'editors' }, vaults: ['work'] }],
          },
        })
        const server = await startHttp(flint, ['--port', String(port), '--require-token'])
        expect(server.url).toBe(resource)
        const anna = await signedIn(resource, 'anna')
        expect(anna.asked.get('resource')).toBe(resource)
        expect(anna.asked.get('code_challenge_method')).toBe('S256')
        expect(anna.asked.get('scope')).toBe('notes')
        const client = await anna.connect()
        expect(column((await callOver(client, 'list_vaults')).vaults, 'id')).toEqual(['work'])
        await callOver(client, 'append_to_note', { identifier: 'plan.md', content: 'Signed in.' })
        expect(await readFile(join(flint.folder, 'work/plan.md'), 'utf8')).toContain('Signed in.')
        const name = `${new URL(issuer).host}/anna`
        const { changes } = await flint.json(['history', '--vault', 'work'])
        expect(column(changes, 'actor')).toContain(`token ${name}`)

        const eve = await signedIn(resource, 'eve')
        const forbidden = await post(resource, { authorization: `Bearer ${eve.token}` })
        expect(forbidden.status).toBe(403)
        expect(forbidden.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="notes"/)

        // What was let in is played again by somebody who has stolen it.
        const stolen = { authorization: `Bearer ${anna.token}` }
        expect((await post(resource, stolen)).status).toBe(200)
        const revoked = await flint.run(['token', 'revoke', name])
        expect(revoked.stdout).toContain(`The access tokens that ${name} has got until now are void`)
        expect(revoked.stdout).toContain('in the next 30 seconds')
        const refused = await post(resource, stolen)
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toMatch(
          /^Bearer .*error="invalid_token", error_description="the token was revoked", resource_metadata="http:/,
        )
        expect(JSON.stringify(await flint.json(['token', 'list']))).toContain(name)
        await client.close().catch(() => undefined)
        expect(server.stderr()).not.toContain(anna.token)
        expect(await server.stop()).toBe(0)
      })
    },
    { anna: ['editors'], eve: ['guests'] },
  ))

test('flint doctor asks the issuer, and looks at what the rules name', () =>
  withIdentityProvider(async ({ issuer, setBroken }) => {
    await withFlint({ 'work/plan.md': '# Plan\n' }, async (flint) => {
      const oauth = { issuer, resource: 'https://notes.example.com/mcp' }
      const findings = async () => {
        const { findings } = await flint.json(['doctor'])
        if (!Array.isArray(findings)) throw new Error('It found nothing.')
        return JSON.stringify(findings.filter(({ check }) => check === 'issuer'))
      }
      await register(flint, {
        oauth: { ...oauth, rules: [{ when: { groups: 'a' }, vaults: ['work', 'attic'] }] },
      })
      expect(await findings()).toMatch(
        /"state":"ok","message":"http:[^"]* 1 key.*"warning".*not there: attic/,
      )
      await register(flint, { oauth })
      expect(await findings()).toContain('No rule gives anything')
      setBroken(true)
      expect(await findings()).toMatch(/"problem".*answered 500/)
      await register(flint, { oauth: { ...oauth, issuer: `${issuer}/other` } })
      setBroken(false)
      expect(await findings()).toMatch(/"problem"/)
      await register(flint, {})
      expect(await findings()).toBe('[]')
    })
  }))

test('a name of flint’s own tokens is never one that an issuer’s could have', () =>
  withFlint({}, async (flint) => {
    const made = await flint.run(['token', 'create', 'id.example.com/anna'])
    expect(made.code).not.toBe(0)
    const unknown = await flint.run(['token', 'revoke', 'id.example.com/anna'])
    expect(unknown.stderr).toContain('There is no token "id.example.com/anna"')
  }))

async function register({ folder, env }: Flint, mcpServer: object): Promise<void> {
  const config = env['FLINT_CONFIG_DIR'] ?? ''
  await mkdir(config, { recursive: true })
  const entry = (id: string) => ({ name: id, path: join(folder, id) })
  const vaults = { work: entry('work'), diary: entry('diary') }
  await writeFile(
    join(config, 'config.yml'),
    dump({ vaults, current_vault: 'work', search: { model: 'none' }, mcp_server: mcpServer }),
  )
}

/** A client whose person has signed in at the issuer that the server names. */
async function signedIn(resource: string, name: string) {
  let opened: URL | null = null
  let client: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let discovered: OAuthDiscoveryState | undefined
  let kept = ''
  const provider: OAuthClientProvider = {
    redirectUrl: backTo,
    clientMetadata: {
      client_name: 'a test',
      redirect_uris: [backTo],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => client,
    saveClientInformation: (information) => void (client = information),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void (opened = url),
    saveCodeVerifier: (verifier) => void (kept = verifier),
    codeVerifier: () => kept,
    discoveryState: () => discovered,
    saveDiscoveryState: (state) => void (discovered = state),
  }
  const begin = () => {
    const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider })
    const info = { name: 'test', version: '1' }
    const made = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    return { transport, made, connected: made.connect(transport) }
  }
  const first = begin()
  await expect(first.connected).rejects.toThrow(UnauthorizedError)
  const start = z.instanceof(URL).parse(opened)
  await first.transport.finishAuth(await signIn(start, name, backTo))
  return {
    asked: start.searchParams,
    token: z.object({ access_token: z.string() }).parse(tokens).access_token,
    connect: async () => {
      const { made, connected } = begin()
      await connected
      return made
    },
  }
}

async function post(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(initialize),
  })
}
