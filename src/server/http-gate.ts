import type { IncomingMessage } from 'node:http'
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'

export interface GateOptions {
  /** Where the server listens, as it was told. */
  readonly host: string
  /** Names that clients may call it by beside this machine's own: `--allowed-host`. */
  readonly allowedHosts: readonly string[]
  /** Whether this machine itself needs a token as well: `--require-token`. */
  readonly requireToken?: boolean
}

export type Passage =
  /** Where `needsToken` the request came, or may have come, from another machine. */
  | { readonly kind: 'open'; readonly hostname: string; readonly needsToken: boolean }
  | { readonly kind: 'refused'; readonly reason: 'host' | 'origin'; readonly message: string }

/**
 * Says whether a request may come in. A web page in the user's browser can send requests to this machine, under a
 * name of its own that it points here: so the Host must be a name of this machine and the Origin, where there is one,
 * too. Only what certainly comes from this machine needs no token.
 */
export function passGate({ headers, socket }: IncomingMessage, options: GateOptions): Passage {
  const { requireToken = false } = options
  const allowed = [...allowedNames(options), bracketed(socket.localAddress ?? '')]
  const host = validateHostHeader(headers.host, allowed)
  if (!host.ok) return { kind: 'refused', reason: 'host', message: hostRefused }
  const origin = validateOriginHeader(headers.origin, allowed)
  if (!origin.ok) return { kind: 'refused', reason: 'origin', message: originRefused }
  const isLocal =
    isLoopback(options.host) &&
    isLoopback(host.hostname) &&
    isLoopback(socket.remoteAddress ?? '') &&
    // A proxy on this machine passes on what comes from others.
    !['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers)
  return { kind: 'open', hostname: host.hostname, needsToken: requireToken || !isLocal }
}

/** The token that a request bears: null without one, an empty text for anything else in its place. */
export function bearerOf({ headers: { authorization } }: IncomingMessage): string | null {
  if (authorization === undefined) return null
  return /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1] ?? ''
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|(?:::ffff:)127(?:\.\d{1,3}){3})$/i.test(host)
}

const hostRefused =
  'This server is not to be called by that name. Start it with --allowed-host NAME to allow it.'
const originRefused = 'Requests from web pages of that origin are not served.'

function allowedNames({ host, allowedHosts }: GateOptions): readonly string[] {
  return [...localhostAllowedHostnames(), ...[host, ...allowedHosts].map(bracketed)]
}

/** As an URL writes it: IPv6 in brackets, IPv4 that came in over IPv6 without its prefix. */
function bracketed(host: string): string {
  const name = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  return name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
}
