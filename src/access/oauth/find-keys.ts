import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { messageOf } from '../../model/error-code.ts'

const metadataShape = z.looseObject({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const keysShape = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(200) })

/**
 * The keys with which an identity provider signs now, found as RFC 8414 and OpenID Connect say. Fails with a sentence that
 * says what was tried.
 */
export async function findKeys(issuer: string): Promise<JSONWebKeySet> {
  const uri = await findKeyAddress(issuer)
  if (new URL(issuer).protocol === 'https:' && !uri.startsWith('https:')) {
    throw new Error(`the keys of ${issuer} are at an address that is not protected: ${uri}`)
  }
  const { data } = keysShape.safeParse(await explained(uri))
  if (data === undefined) throw new Error(`${uri} holds no keys`)
  return data
}

async function findKeyAddress(issuer: string): Promise<string> {
  const failures: string[] = []
  for (const address of metadataAddresses(issuer)) {
    try {
      const { data } = metadataShape.safeParse(await explained(address))
      if (data?.issuer === issuer) return data.jwks_uri
      failures.push(
        data === undefined
          ? `${address} is no description of an issuer`
          : `${address} names another issuer, ${data.issuer}`,
      )
    } catch (error) {
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
async function explained(url: string): Promise<unknown> {
  try {
    return await fetchJson(url)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = messageOf(cause)
    throw new Error(reason.includes(url) ? reason : `${url}: ${reason}`, { cause: error })
  }
}

const patienceMs = 5_000
const mostBytes = 512 * 1024

/** A JSON document of an identity provider's. Fails for another status, a redirect, one that is slow, and one that is huge. */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${url} answered ${response.status}`)
  }
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader()
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > mostBytes) throw new Error(`${url} sent more than ${mostBytes} bytes`)
    parts.push(read.value)
  }
  return JSON.parse(Buffer.concat(parts).toString())
}
