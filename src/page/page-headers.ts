import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a browser may do with the page: run and load what comes from here, and be framed by nobody. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

/** Headers of the page itself and of what it is made of. */
export const pageHeaders = { ...everywhere, 'content-security-policy': policy } as const

/** Headers of a vault's own files: SVG and HTML are programs, and run nowhere. */
export const vaultFileHeaders = {
  ...everywhere,
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'cache-control': 'private, no-cache',
} as const

/**
 * Whether a request comes from the page itself and not from another site's or another port's: browsers say so in headers
 * that no script can set.
 */
export function isFromThePage({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin, host } = headers
  if (origin === undefined) return method === 'GET' || method === 'HEAD'
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}

/** A cookie belongs to a host and not to a port: two servers on one machine need two names. */
function cookieName({ socket }: IncomingMessage): string {
  return `flint_ui_${socket.localPort ?? 0}`
}

/** The session's cookie; empty where there is none. */
export function cookieOf(request: IncomingMessage): string {
  const name = `${cookieName(request)}=`
  const all = (request.headers.cookie ?? '').split(';').map((one) => one.trim())
  return all.find((one) => one.startsWith(name))?.slice(name.length) ?? ''
}

/** The cookie is sent to the place of its session: other servers of this host, whatever their port, do not know it. */
export function setCookie(
  request: IncomingMessage,
  response: ServerResponse,
  place: string,
  value: string | null,
): void {
  // A proxy with a certificate stands before flint: then the cookie never travels without one.
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : ''
  const ends = value === null ? '; Max-Age=0' : ''
  const cookie = `${cookieName(request)}=${value ?? ''}; HttpOnly; SameSite=Strict; Path=/ui/s/${place}/${secure}${ends}`
  response.setHeader('set-cookie', cookie)
}
