import robotsParser from 'robots-parser'
import { z } from 'zod'
import { guardedRequest, userAgent, type RequestRules } from './guarded-request.ts'
import { readBody } from './read-body.ts'

interface Robot {
  isAllowed(url: string, userAgent: string): boolean | undefined
}

// Its types claim an ES module, which it is not.
const parseRobots = z
  .custom<(url: string, text: string) => Robot>((value) => typeof value === 'function')
  .parse(robotsParser)

export interface RobotsRules {
  /** What the site's robots.txt says of flint reading this page; `unread` where it could not be read. */
  judge(url: URL, signal: AbortSignal): Promise<'allowed' | 'refused' | 'unread'>
}

/** What follows is ignored (RFC 9309, 2.5). */
const mostBytes = 512_000
const mostRedirects = 5
const usualPatienceMs = 10_000

/**
 * The robots.txt of each site, read once (RFC 9309): a missing one allows everything; one that cannot be fetched,
 * because the server fails or is silent, allows nothing.
 */
export function createRobotsRules(rules: RequestRules, patienceMs = usualPatienceMs): RobotsRules {
  const known = new Map<string, Promise<Robot | 'allowed' | 'unread'>>()
  return {
    async judge(url, signal) {
      const found = known.get(url.origin) ?? readRules(url.origin, { rules, patienceMs, signal })
      known.set(url.origin, found)
      const robots = await found
      if (typeof robots === 'string') return robots
      return robots.isAllowed(decodeUnreserved(url.href), userAgent) === false ? 'refused' : 'allowed'
    },
  }
}

async function readRules(
  origin: string,
  {
    rules,
    patienceMs,
    signal,
  }: { readonly rules: RequestRules; readonly patienceMs: number; readonly signal: AbortSignal },
): Promise<Robot | 'allowed' | 'unread'> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  let url = new URL('/robots.txt', origin)
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    // A problem with the site itself is reported when its page is fetched.
    const response = await guardedRequest(url, rules, { accept: 'text/plain', signal: limited }).catch(
      (error: unknown) => {
        if (!limited.aborted || signal.aborted) throw error
        return null
      },
    )
    if (response === null) return 'unread'
    const { statusCode: status = 0, headers } = response
    const next = headers.location
    if (status >= 300 && status < 400 && next !== undefined && URL.canParse(next, url.href)) {
      response.destroy()
      url = new URL(next, url)
      if (!/^https?:$/.test(url.protocol)) return 'allowed'
      continue
    }
    if (status < 200 || status >= 300) {
      response.destroy()
      return status >= 500 || status === 429 ? 'unread' : 'allowed'
    }
    const body = await readBody(response, {
      stallMs: patienceMs,
      mostBytes: () => mostBytes,
      isCut: true,
    }).catch(() => null)
    if (body === null) return 'unread'
    return parseRobots(new URL('/robots.txt', origin).href, decodeUnreserved(body.toString('utf8')))
  }
  return 'allowed'
}

/** Both sides of a comparison are written the same (RFC 9309, 2.2.2): `/%6eo` is `/no`. */
function decodeUnreserved(text: string): string {
  return text.replace(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA])|%5F|%7E/gi, (code) => decodeURIComponent(code))
}
