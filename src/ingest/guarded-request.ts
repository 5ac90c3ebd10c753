import { lookup as lookUp } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { errorCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'
import { ingestFailed } from './ingest-error.ts'
import { isPublicAddress } from './public-address.ts'

export interface Address {
  readonly address: string
  readonly family: number
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

export interface RequestRules {
  /** Origins, such as `http://wiki.intern:8080`, whose addresses need not be public. */
  readonly allowPrivate: readonly string[]
  /** Defaults to the system's resolver. */
  readonly resolve?: Resolve
}

/** The user agent sent to pages; robots.txt refers to the part before the slash. */
export const userAgent = 'flint-note/1 (reads single pages for their reader)'

/**
 * One request, without following redirects. It connects to the very addresses that were checked, so a name that
 * resolves differently the next time gains nothing.
 */
export async function guardedRequest(
  url: URL,
  { allowPrivate, resolve = resolveBySystem }: RequestRules,
  { accept, signal }: { readonly accept: string; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const isTrusted = allowPrivate.includes(url.origin)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An address is not looked up.
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw blocked(url)
  const lookup: LookupFunction = (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) callback(unreachable(url), '')
        else if (!isTrusted && !addresses.every(({ address }) => isPublicAddress(address)))
          callback(blocked(url), '')
        else if (options.all === true) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => {
        callback(unreachable(url, error), '')
      },
    )
  }
  return await new Promise((settle, fail) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      lookup,
      signal,
      // A connection of its own: a kept one could lead elsewhere.
      agent: false,
      headers: {
        'user-agent': userAgent,
        accept,
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'en, *;q=0.5',
      },
    })
    request.on('response', settle)
    request.on('error', (error) => {
      fail(error instanceof VaultError || signal.aborted ? error : unreachable(url, error))
    })
    request.end()
  })
}

async function resolveBySystem(hostname: string): Promise<readonly Address[]> {
  return await lookUp(hostname, { all: true, order: 'verbatim' })
}

function blocked(url: URL): VaultError {
  return ingestFailed(
    'blocked',
    `${url.host} is not on the open internet: its address is private, local or reserved.`,
    [
      `The user can allow it: ingest.allow_private: ["${url.origin}"] in flint's config.yml.`,
      { kind: 'find-config', what: 'that file' },
    ],
    { host: url.host },
  )
}

function unreachable(url: URL, cause?: unknown): VaultError {
  const code = errorCode(cause)
  return ingestFailed(
    'unreachable',
    `${url.host} could not be reached${code && ` (${code})`}.`,
    'Check the address; try again later.',
    { host: url.host },
    { cause },
  )
}
