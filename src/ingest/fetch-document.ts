import type { IncomingMessage } from 'node:http'
import { VaultError } from '../model/vault-error.ts'
import { guardedRequest, type RequestRules } from './guarded-request.ts'
import { ingestFailed } from './ingest-error.ts'
import { readBody } from './read-body.ts'
import type { RobotsRules } from './robots-rules.ts'

export interface FetchLimits {
  readonly pageBytes: number
  readonly pdfBytes: number
  readonly redirects: number
  /** For the whole fetch, redirects included. */
  readonly totalMs: number
  readonly stallMs: number
}

export const usualLimits: FetchLimits = {
  pageBytes: 10_000_000,
  pdfBytes: 100_000_000,
  redirects: 5,
  totalMs: 60_000,
  stallMs: 15_000,
}

export interface FetchOptions {
  readonly rules: RequestRules
  readonly limits: FetchLimits
  readonly signal: AbortSignal
  /** Asked before each redirect; null asks nothing. */
  readonly robots: RobotsRules | null
}

export interface FetchedDocument {
  /** The final address. */
  readonly url: string
  readonly bytes: Buffer
  /** As declared: `text/html; charset=utf-8`. */
  readonly contentType: string
}

/** Fetches a document over http or https. Every address on the way is checked; INGEST_FAILED says what was wrong. */
export async function fetchDocument(start: URL, options: FetchOptions): Promise<FetchedDocument> {
  const { limits, signal: cancelled } = options
  const over = new AbortController()
  const timer = setTimeout(() => {
    over.abort()
  }, limits.totalMs)
  const signal = AbortSignal.any([cancelled, over.signal])
  try {
    const { url, response } = await follow(start, { ...options, signal })
    const bytes = await readBody(response, {
      stallMs: limits.stallMs,
      mostBytes: (start) => (looksLikePdf(start) ? limits.pdfBytes : limits.pageBytes),
    })
    return { url: url.href, bytes, contentType: response.headers['content-type'] ?? '' }
  } catch (error) {
    if (over.signal.aborted && !cancelled.aborted)
      throw ingestFailed(
        'too-slow',
        `${start.host} was not done after ${limits.totalMs / 1_000} s.`,
        'Try again later.',
      )
    cancelled.throwIfAborted()
    if (error instanceof VaultError) throw error
    throw ingestFailed('unreachable', `${start.host} broke off.`, 'Try again later.', {}, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function looksLikePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1_024).includes('%PDF-')
}

async function follow(
  start: URL,
  { rules, limits, signal, robots }: FetchOptions,
): Promise<{ readonly url: URL; readonly response: IncomingMessage }> {
  let url = start
  for (let hops = 0; hops <= limits.redirects; hops += 1) {
    requireWebUrl(url)
    const judgement = robots === null ? 'allowed' : await robots.judge(url, signal)
    if (judgement === 'refused') throw robotsRefuse(url)
    if (judgement === 'unread') throw robotsUnread(url)
    const response = await withStall(url, signal, limits.stallMs, (patience) =>
      guardedRequest(url, rules, { accept: accepted, signal: patience }),
    )
    const { statusCode: status = 0, headers } = response
    if (status >= 200 && status < 300) return { url, response }
    response.destroy()
    const { location } = headers
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) throw badStatus(url, status)
    const next = URL.parse(location, url.href)
    if (next === null) throw badStatus(url, status)
    url = next
  }
  throw ingestFailed(
    'redirects',
    `${start.host} leads on more than ${limits.redirects} times.`,
    'Open it in a browser and ingest the address at which it ends.',
  )
}

const accepted =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1'

/** Waits for the beginning of an answer no longer than for any other part. */
async function withStall<Result>(
  url: URL,
  signal: AbortSignal,
  stallMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const silent = new AbortController()
  const timer = setTimeout(() => {
    silent.abort()
  }, stallMs)
  try {
    return await work(AbortSignal.any([signal, silent.signal]))
  } catch (error) {
    if (!silent.signal.aborted || signal.aborted) throw error
    throw ingestFailed('too-slow', `${url.host} did not answer for ${stallMs / 1_000} s.`, 'Try again later.')
  } finally {
    clearTimeout(timer)
  }
}

/** INVALID_ARGUMENT for anything but a plain http or https address. */
export function requireWebUrl(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw ingestFailed(
      'blocked',
      `${url.protocol} addresses are not fetched.`,
      'Only http and https are; for a file give its path.',
    )
  if (url.username !== '' || url.password !== '')
    throw ingestFailed(
      'blocked',
      'The address carries a user name or a password.',
      'Give it without; pages behind a sign-in are saved in a browser and ingested as a file.',
    )
}

function robotsRefuse(url: URL): VaultError {
  return ingestFailed(
    'robots',
    `The robots.txt of ${url.host} does not allow flint-note to read this page.`,
    'Ask the user to save the page in a browser and ingest the file.',
    { url: url.href },
  )
}

function robotsUnread(url: URL): VaultError {
  return ingestFailed(
    'robots',
    `The robots.txt of ${url.host} could not be read, so that it is not known whether this page may be.`,
    'Try again later, or ask the user to save the page in a browser and ingest the file.',
    { url: url.href },
  )
}

function badStatus(url: URL, status: number): VaultError {
  const hint =
    status === 401 || status === 403
      ? 'It wants a sign-in or a browser: save the page there and ingest the file.'
      : status === 404 || status === 410
        ? 'It is not there: check the address.'
        : status === 429
          ? 'It was asked too often: wait before you try again.'
          : 'Check the address; try again later.'
  return ingestFailed('status', `${url.host} answered with status ${status}.`, hint, {
    url: url.href,
    status,
  })
}
