import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { messageOf } from '../../model/error-code.ts'

const metadataShape = z.looseObject({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const keysShape = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(200) })

/**
 * The keys with which an identity provider signs now, found as RFC 8414 and OpenID Connect say. Fails with a sentence that
 * says what was tried, after some seconds at the most.
 */
export async function findKeys(issuer: string, patienceMs = 5_000): Promise<JSONWebKeySet> {
  const over = new AbortController()
  const timer = setTimeout(() => {
    over.abort(new Error(`${issuer} did not give its keys within ${patienceMs / 1_000} s`))
  }, patienceMs)
  try {
    return await lookForKeys(issuer, over.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function lookForKeys(issuer: string, signal: AbortSignal): Promise<JSONWebKeySet> {
  const uri = await findKeyAddress(issuer, signal)
  if (new URL(issuer).protocol === 'https:' && !uri.startsWith('https:')) {
    throw new Error(`the keys of ${issuer} are at an address that is not protected: ${uri}`)
  }
  const { data } = keysShape.safeParse(await explained(uri, signal))
  if (data === undefined) throw new Error(`${uri} holds no keys`)
  return data
}

async function findKeyAddress(issuer: string, signal: AbortSignal): Promise<string> {
  const failures: string[] = []
  for (const address of metadataAddresses(issuer)) {
    try {
      const { data } = metadataShape.safeParse(await explained(address, signal))
      if (data?.issuer === issuer) return data.jwks_uri
      failures.push(
        data === undefined
          ? `${address} is no description of an issuer`
          : `${address} names another issuer, ${data.issuer}`,
      )
    } catch (error) {
      signal.throwIfAborted()
      failures.push(messageOf(error))
    }
  }
  throw new Error(failures.join('; '))
}

function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`
  const openid = `${origin}/.well-known/openid-configuration${path}`
  return [...new Set([oauth, openid, `${origin}${path}/.well-known/openid-configuration`])]
}

/** What Node says of a failed connection is "fetch failed"; the reason lies below. */
async function explained(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await fetchJson(url, signal)
  } catch (error) {
    signal.throwIfAborted()
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = messageOf(cause)
    throw new Error(reason.includes(url) ? reason : `${url}: ${reason}`, { cause: error })
  }
}

const mostBytes = 512 * 1024

/** A JSON document of an identity provider's. Fails for another status, a redirect, and one that is huge. */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${url} answered ${response.status}`)
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader()
  // Once the body has begun, fetch itself forgets the signal with the next collection of garbage.
  const stop = () => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > mostBytes) {
      stop()
      throw new Error(`${url} sent more than ${mostBytes} bytes`)
    }
    parts.push(read.value)
  }
  signal.throwIfAborted()
  return JSON.parse(Buffer.concat(parts).toString())
}
