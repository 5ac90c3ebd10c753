import type { Readable, Writable } from 'node:stream'
import {
  deserializeMessage,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import { LineReader } from './line-reader.ts'

/** A note of 10 MB as JSON, escapes included. */
const maxMessageBytes = 64_000_000

/**
 * One message a line, in and out. Unlike the SDK's own it does not close at the end of its input: open requests can
 * still be answered, and `whenAnswered` says when they are.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Resolves once the whole input has been read and handed on, with the milliseconds since its first byte. */
  readonly inputEnd: Promise<number>
  /** Resolves once the connection is closed, by us or because the client stopped reading. */
  readonly closed: Promise<void>
  readonly #input: Readable
  readonly #output: Writable
  readonly #lines = new LineReader(
    maxMessageBytes,
    (line) => {
      this.#receive(line)
    },
    () => {
      this.#refuse('The message is longer than 64 MB.')
    },
  )
  readonly #unanswered = new Set<RequestId>()
  #waiters: (() => void)[] = []
  #firstByteAt: number | null = null
  #isClosed = false
  #resolveInputEnd: (ms: number) => void = () => undefined
  #resolveClosed: () => void = () => undefined

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
    this.inputEnd = new Promise((resolve) => (this.#resolveInputEnd = resolve))
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve))
  }

  async start(): Promise<void> {
    this.#output.on('error', (error) => {
      this.onerror?.(error)
      void this.close()
    })
    this.#input.on('error', (error) => this.onerror?.(error))
    this.#input.on('data', this.#onData)
    this.#input.once('end', this.#onEnd)
    this.#input.once('close', this.#onEnd)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed.')
    try {
      await new Promise<void>((resolve, reject) => {
        this.#output.write(`${JSON.stringify(message)}\n`, (error) => {
          if (error) reject(error)
          else resolve()
        })
      })
    } finally {
      this.#noteSent(message)
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#input.off('data', this.#onData)
    this.#input.pause()
    this.#settleAll()
    this.#resolveClosed()
    this.onclose?.()
  }

  /** Resolves when no request waits for its answer: at once, or after the last one was written. */
  async whenAnswered(): Promise<void> {
    if (this.#unanswered.size === 0) return
    await new Promise<void>((resolve) => {
      this.#waiters.push(resolve)
    })
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#firstByteAt ??= performance.now()
    this.#lines.add(chunk)
  }

  readonly #onEnd = (): void => {
    this.#lines.endLine()
    const now = performance.now()
    this.#resolveInputEnd(now - (this.#firstByteAt ?? now))
  }

  #receive(line: string): void {
    if (line.trim() === '') return
    const message = parseMessage(line)
    if (message === null) {
      const id = idOf(line)
      if (id === null) this.#refuse('The line is no JSON-RPC message.')
      else this.#refuse('This is no request as JSON-RPC 2.0 has it.', { id, code: invalidRequestCode })
      return
    }
    this.#noteReceived(message)
    this.onmessage?.(message)
  }

  /** An unreadable request has no id to answer to; the client is told all the same. */
  #refuse(reason: string, { id, code = parseErrorCode }: { id?: RequestId; code?: number } = {}): void {
    this.onerror?.(new Error(reason))
    const error = { code, message: reason }
    this.send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error }).catch((failure: unknown) => {
      this.onerror?.(failure instanceof Error ? failure : new Error(String(failure)))
    })
  }

  #noteReceived(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    // A subscription is answered when the connection ends.
    if ('id' in message) {
      if (message.method !== 'subscriptions/listen') this.#unanswered.add(message.id)
    } else if (message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId']
      if (typeof id === 'string' || typeof id === 'number') this.#settle(id)
    }
  }

  #noteSent(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return
    this.#settle(message.id)
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id)
    if (this.#unanswered.size === 0) this.#settleAll()
  }

  #settleAll(): void {
    const waiters = this.#waiters
    this.#waiters = []
    waiters.forEach((resolve) => {
      resolve()
    })
  }
}

const parseErrorCode = -32_700
const invalidRequestCode = -32_600

/** The id under which a client waits for an answer to a malformed request; null where it waits for none. */
function idOf(line: string): RequestId | null {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || !('method' in value) || !('id' in value)) return null
    return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null
  } catch {
    return null
  }
}

function parseMessage(line: string): JSONRPCMessage | null {
  try {
    return deserializeMessage(line)
  } catch {
    return null
  }
}
