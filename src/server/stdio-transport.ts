import { isUtf8 } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server'
import { withoutHalfCharacters } from '../model/half-characters.ts'
import { isObject } from '../model/is-record.ts'
import { parseJson } from '../model/parse-json.ts'
import { LineReader } from './line-reader.ts'
import { MessageBatches } from './message-batches.ts'
import { newestVersion } from './plain-call.ts'
import { readMessage } from './read-message.ts'

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
  readonly #ended = Promise.withResolvers<number>()
  readonly #closed = Promise.withResolvers<undefined>()
  /** Resolves once the whole input has been read and handed on, with the milliseconds since its first byte. */
  readonly inputEnd = this.#ended.promise
  /** Resolves once the connection is closed, by us or because the client stopped reading. */
  readonly closed = this.#closed.promise
  readonly #input: Readable
  readonly #output: Writable
  readonly #lines = new LineReader(
    maxMessageBytes,
    (line) => {
      this.#receive(line)
    },
    () => {
      this.#refuse({ code: ProtocolErrorCode.ParseError, message: 'The message is longer than 64 MB.' })
    },
  )
  readonly #batches = new MessageBatches()
  #version: string | null = null
  readonly #unanswered = new Set<RequestId>()
  readonly #waiters: (() => void)[] = []
  #firstByteAt: number | null = null
  #isClosed = false

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
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
      const ready = this.#batches.take(message)
      if (ready !== null) await this.#write(ready)
    } finally {
      this.#noteSent(message)
    }
  }

  /** Called with the revision that an older client has agreed to. */
  setProtocolVersion(version: string): void {
    this.#version = version
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#input.off('data', this.#onData)
    this.#input.pause()
    this.#settleAll()
    this.#closed.resolve(undefined)
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
    this.#ended.resolve(now - (this.#firstByteAt ?? now))
  }

  #receive(line: Buffer): void {
    // What is no UTF-8 would silently become U+FFFD.
    if (!isUtf8(line)) {
      this.#refuse({ code: ProtocolErrorCode.ParseError, message: 'The line is no UTF-8.' })
      return
    }
    const text = line.toString()
    if (text.trim() === '') return
    const value = parseJson(text)
    if (Array.isArray(value) && value.length > 0) this.#receiveBatch(value)
    else this.#receiveOne(value)
  }

  #receiveBatch(parts: readonly unknown[]): void {
    const ids = parts.map(idOf).filter((id) => id !== null)
    if (this.#version === versionWithBatches) {
      this.#batches.begin(ids)
      for (const part of parts) this.#receiveOne(part)
      return
    }
    const error = { code: ProtocolErrorCode.InvalidRequest, message: noBatches }
    if (ids.length === 0) this.#refuse(error)
    for (const id of ids) this.#refuse(error, id)
  }

  #receiveOne(value: unknown): void {
    const message = readMessage(value)
    if (message === null) {
      const id = idOf(value)
      if (id === null) this.#refuse(noMessage)
      else this.#refuse(noRequest, id)
      return
    }
    this.#noteReceived(message)
    const error = refusedVersion(message)
    if (error !== null && 'id' in message) this.#refuse(error, message.id)
    else this.onmessage?.(message)
  }

  /** An unreadable request has no id to answer to; the client is told all the same. */
  #refuse({ code, message, data }: JSONRPCErrorResponse['error'], id?: RequestId): void {
    this.onerror?.(new Error(message))
    const error = { code, message, ...(data !== undefined && { data }) }
    this.send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error }).catch(this.#onFailure)
  }

  readonly #onFailure = (failure: unknown): void => {
    this.onerror?.(failure instanceof Error ? failure : new Error(String(failure)))
  }

  async #write(message: object): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#output.write(`${withoutHalfCharacters(JSON.stringify(message))}\n`, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  }

  #noteReceived(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    // A subscription is answered when the connection ends.
    if ('id' in message) {
      if (message.method !== 'subscriptions/listen') this.#unanswered.add(message.id)
    } else if (message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId']
      if (typeof id !== 'string' && typeof id !== 'number') return
      const rest = this.#batches.drop(id)
      if (rest !== null) this.#write(rest).catch(this.#onFailure)
      this.#settle(id)
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
    for (const resolve of this.#waiters.splice(0)) resolve()
  }
}

/** The one revision that has batches. */
const versionWithBatches = '2025-03-26'
const noBatches = `Only protocol version ${versionWithBatches} has batches, once it is agreed to: send each message on a line of its own.`

const noMessage = { code: ProtocolErrorCode.ParseError, message: 'The line is no JSON-RPC message.' }
const noRequest = {
  code: ProtocolErrorCode.InvalidRequest,
  message: 'This is no request as JSON-RPC 2.0 has it.',
}

/** Each request of the newest revision states its version, of which the SDK looks at the first alone. */
function refusedVersion(message: JSONRPCMessage): JSONRPCErrorResponse['error'] | null {
  if (!('method' in message)) return null
  const requested = message.params?._meta?.[PROTOCOL_VERSION_META_KEY]
  if (typeof requested !== 'string' || requested === newestVersion) return null
  return new UnsupportedProtocolVersionError({ supported: [newestVersion], requested })
}

/** The id under which a client waits for an answer to a malformed request; null where it waits for none. */
function idOf(value: unknown): RequestId | null {
  if (!isObject(value) || !('method' in value)) return null
  const { id } = value
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
