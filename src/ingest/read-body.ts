import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { ingestFailed } from './ingest-error.ts'

export interface BodyLimits {
  /** Most bytes, as sent and as unpacked. Asked again once the first bytes are there. */
  readonly mostBytes: (start: Buffer) => number
  /** Milliseconds without a byte. */
  readonly stallMs: number
  /** Whether what is beyond the most bytes is left out; otherwise it is an error. */
  readonly isCut?: boolean
}

/** The body, unpacked. Stops reading at the first byte beyond the limit. */
export async function readBody(response: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const encodings = (response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > 1) throw unreadable(`packed more than once (${encodings.join(', ').slice(0, 80)})`)
  return await new Promise((settle, fail) => {
    const chunks: Buffer[] = []
    let received = 0
    let unpacked = 0
    let most = limits.mostBytes(Buffer.alloc(0))
    let unpack: Transform | null = null
    let stall: NodeJS.Timeout | undefined
    const stop = (error: unknown) => {
      clearTimeout(stall)
      // First, because ending the response also emits an error.
      fail(error instanceof Error ? error : new Error(String(error)))
      response.destroy()
      unpack?.destroy()
    }
    const watch = () => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        stop(tooSlow(limits.stallMs))
      }, limits.stallMs)
    }
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      unpacked += chunk.length
      if (unpacked - chunk.length < sniffed) most = limits.mostBytes(Buffer.concat(chunks))
      if (unpacked <= most) return
      if (limits.isCut !== true) stop(tooLarge(most))
      else {
        done()
        response.destroy()
        unpack?.destroy()
      }
    }
    const done = () => {
      clearTimeout(stall)
      settle(Buffer.concat(chunks).subarray(0, most))
    }
    const declared = Number(response.headers['content-length'] ?? 0)
    watch()
    response.on('error', stop)
    response.on('aborted', () => {
      stop(unreadable('cut off'))
    })
    response.on('data', (chunk: Buffer) => {
      watch()
      received += chunk.length
      // Nothing meant to be read gets smaller by unpacking.
      if (received > most && (limits.isCut !== true || unpack !== null)) stop(tooLarge(most))
      else if (encodings[0] !== undefined && unpack === null) {
        const opened = unpackerFor(encodings[0], chunk)
        if (opened === null) {
          stop(unreadable(`packed as ${encodings[0].slice(0, 40)}`))
          return
        }
        unpack = opened
        unpack.on('data', take)
        unpack.on('end', done)
        unpack.on('error', () => {
          stop(unreadable('damaged'))
        })
        unpack.write(chunk)
      } else if (unpack !== null) {
        if (!unpack.write(chunk)) {
          response.pause()
          unpack.once('drain', () => response.resume())
        }
      } else {
        take(chunk)
        // The first bytes decide how long the rest may be.
        if (declared > most && limits.isCut !== true) stop(tooLarge(most))
      }
    })
    response.on('end', () => {
      if (unpack === null) done()
      else unpack.end()
    })
  })
}

const sniffed = 1_024

function unpackerFor(encoding: string, start: Buffer): Transform | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      // Some servers send raw deflate without the zlib header.
      return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
    default:
      return null
  }
}

function tooLarge(most: number) {
  return ingestFailed(
    'too-large',
    `It is larger than ${Math.round(most / 1_000_000)} MB.`,
    'Save the part that matters as a file and ingest that.',
  )
}

function tooSlow(ms: number) {
  return ingestFailed('too-slow', `Nothing came for ${ms / 1_000} s.`, 'Try again later.')
}

function unreadable(how: string) {
  return ingestFailed('damaged', `What the server sent is ${how}.`, 'Try again, or save the page as a file.')
}
