import { expect, test } from 'vitest'
import { bearerOf, isLoopback, passGate } from '../../src/server/http-gate.ts'

/** A request as the gate sees it. */
function request(
  headers: Readonly<Record<string, string>>,
  { from = '127.0.0.1', to = '127.0.0.1' }: { readonly from?: string; readonly to?: string } = {},
) {
  return { headers, socket: { remoteAddress: from, localAddress: to } } as never
}

const local = { host: '127.0.0.1', allowedHosts: [] }
const open = { host: '0.0.0.0', allowedHosts: ['notes.local', 'BOX.tail1.ts.net'] }
const lan = { from: '192.168.1.9', to: '192.168.1.5' }

test.each([
  [local, '127.0.0.1:1065'],
  [local, 'localhost:1065'],
  [local, '[::1]:1065'],
  [open, '192.168.1.5:1065'],
  [open, 'notes.local'],
  [open, 'box.tail1.ts.net:443'],
  [{ host: '192.168.1.5', allowedHosts: [] }, '192.168.1.5:1065'],
])('%j is open to Host %s', (options, host) => {
  const { kind } = passGate(request({ host }, lan), options)
  expect(kind).toBe('open')
})

test.each([
  'evil.example',
  'evil.example:1065',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  'notes.local.evil.example',
  '192.168.1.6',
  '',
  'a b',
])('Host "%s" is refused on every bind', (host) => {
  for (const options of [local, open])
    expect(passGate(request({ host }, lan), options)).toMatchObject({ kind: 'refused', reason: 'host' })
})

test.each([
  'http://evil.example',
  'https://localhost.evil.example',
  'null',
  'file://',
  'http://192.168.1.6:1065',
  'nonsense',
])('Origin %s is refused on every bind', (origin) => {
  for (const options of [local, open]) {
    const passage = passGate(request({ host: 'localhost', origin }), options)
    expect(passage).toMatchObject({ kind: 'refused', reason: 'origin' })
  }
})

test('a request from a page of this machine or of an allowed name passes', () => {
  for (const origin of ['http://localhost:6274', 'https://notes.local'])
    expect(passGate(request({ host: 'notes.local', origin }, lan), open).kind).toBe('open')
})

test.each([
  ['this machine asks itself', local, { host: 'localhost:1065' }, {}, false],
  ['the server listens to others too', open, { host: 'localhost:1065' }, {}, true],
  ['it comes from another machine', open, { host: 'notes.local' }, lan, true],
  [
    'a proxy here passes it on under its name',
    { host: '127.0.0.1', allowedHosts: ['notes.local'] },
    { host: 'notes.local' },
    {},
    true,
  ],
  [
    'a proxy here says for whom it asks',
    local,
    { host: '127.0.0.1', 'x-forwarded-for': '100.64.0.7' },
    {},
    true,
  ],
  [
    'it comes over IPv6',
    { host: '::1', allowedHosts: [] },
    { host: '[::1]:1065' },
    { from: '::1', to: '::1' },
    false,
  ],
])('where %s, a token is needed or not', (_when, options, headers, socket, needsToken) => {
  expect(passGate(request(headers, socket), options)).toMatchObject({ kind: 'open', needsToken })
})

test('what an address of this machine is asked by another is not from this machine', () => {
  const redirected = request({ host: 'localhost:1065' }, { from: '192.168.1.9', to: '127.0.0.1' })
  expect(passGate(redirected, local)).toMatchObject({ kind: 'open', needsToken: true })
})

test('whatever only a proxy says tells that it was passed on', () => {
  const said = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']
  const needing = said.filter((name) => {
    const passage = passGate(request({ host: '127.0.0.1:1065', [name]: 'x' }), local)
    return passage.kind === 'open' && passage.needsToken
  })
  expect(needing).toEqual(said)
})

test('where a token is required this machine needs one, too', () => {
  const passage = passGate(request({ host: 'localhost:1065' }), { ...local, requireToken: true })
  expect(passage).toMatchObject({ kind: 'open', needsToken: true })
})

test('what counts as this machine', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'].every(isLoopback)).toBe(
    true,
  )
  const others = ['0.0.0.0', '::', '128.0.0.1', 'localhost.evil.example', '127.0.0.1.evil.example', '']
  expect(others.some(isLoopback)).toBe(false)
})

test('a token is what follows Bearer; anything else in its place is no valid one', () => {
  const bearer = (authorization?: string) =>
    bearerOf(request(authorization === undefined ? {} : { authorization }))
  expect(bearer()).toBe(null)
  expect(bearer('Bearer abc')).toBe('abc')
  expect(bearer('bearer  abc_-. '.trimEnd())).toBe('abc_-.')
  for (const other of ['', 'Bearer', 'Basic abc', 'Bearer a b', 'abc']) expect(bearer(other)).toBe('')
})
