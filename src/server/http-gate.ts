import type { IncomingMessage } from 'node:http'
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'

export interface GateOptions {
  /** The configured address to listen on. */
  readonly host: string
  /** Names that clients may use besides this machine's own: `--allowed-host`. */
  readonly allowedHosts: readonly string[]
  /** Whether this machine itself needs a token as well: `--require-token`. */
  readonly requireToken?: boolean
}

export type Passage =
  /** `needsToken`: the request came, or may have come, from another machine. */
  | { readonly kind: 'open'; readonly hostname: string; readonly needsToken: boolean }
  | { readonly kind: 'refused'; readonly reason: 'host' | 'origin'; readonly message: string }

/**
 * Decides whether a request may come in. A web page in the user's browser can send requests to this machine under a
 * host name of its own, so both the Host and the Origin, if any, must be names of this machine. Only what certainly
 * comes from this machine needs no token.
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
    // A proxy on this machine forwards requests of others.
    !Object.keys(headers).some((name) => /^(?:forwarded|x-forwarded-.+|x-real-ip|via)$/.test(name))
  return { kind: 'open', hostname: host.hostname, needsToken: requireToken || !isLocal }
}

/** The bearer token of a request: null without one, an empty text for anything else in its place. */
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

/** As a URL writes it: IPv6 in brackets, IPv4-mapped addresses as IPv4. */
function bracketed(host: string): string {
  const name = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  return name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
}
