import type { IncomingMessage } from 'node:http'

export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  /** Too many others are being received. */
  | { readonly kind: 'no-room' }

/** Reads the bodies of requests, with a limit for each and for all together. */
export class BodyReader {
  readonly #maxTogether: number
  #receiving = 0

  constructor(maxTogether: number) {
    this.#maxTogether = maxTogether
  }

  /** Keeps nothing of a refused body; the caller must read the rest of it. */
  async read(request: IncomingMessage, maxBytes: number): Promise<Body> {
    if (Number(request.headers['content-length']) > maxBytes) return { kind: 'too-large' }
    return await new Promise<Body>((resolve, reject) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const settle = (body: Body | Error): void => {
        request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
        this.#receiving -= bytes
        if (body instanceof Error) reject(body)
        else resolve(body)
      }
      const onData = (chunk: Buffer): void => {
        bytes += chunk.length
        this.#receiving += chunk.length
        if (bytes > maxBytes) settle({ kind: 'too-large' })
        else if (this.#receiving > this.#maxTogether) settle({ kind: 'no-room' })
        else chunks.push(chunk)
      }
      const onEnd = (): void => {
        settle({ kind: 'read', bytes: Buffer.concat(chunks) })
      }
      const onError = (error: Error): void => {
        settle(error)
      }
      const onClose = (): void => {
        settle(new Error('The client went away.'))
      }
      request.on('data', onData).once('end', onEnd).once('error', onError).once('close', onClose)
    })
  }
}
