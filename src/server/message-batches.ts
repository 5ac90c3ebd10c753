import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server'

interface Batch {
  readonly waiting: Set<RequestId>
  readonly answers: JSONRPCMessage[]
}

/** The batches of requests under way: all answers of one go out together, as one message. */
export class MessageBatches {
  readonly #open = new Set<Batch>()

  begin(requests: readonly RequestId[]): void {
    if (requests.length > 0) this.#open.add({ waiting: new Set(requests), answers: [] })
  }

  /** What goes out now: the message itself, with the last answer of a batch all of them, until then nothing. */
  take(message: JSONRPCMessage): JSONRPCMessage | readonly JSONRPCMessage[] | null {
    if ('method' in message || message.id === undefined) return message
    const batch = this.#withRequest(message.id)
    if (batch === undefined) return message
    batch.answers.push(message)
    return this.drop(message.id)
  }

  /** A request that is cancelled gets no answer: those of the rest of its batch may be what goes out now. */
  drop(request: RequestId): readonly JSONRPCMessage[] | null {
    const batch = this.#withRequest(request)
    batch?.waiting.delete(request)
    if (batch === undefined || batch.waiting.size > 0) return null
    this.#open.delete(batch)
    return batch.answers.length > 0 ? batch.answers : null
  }

  #withRequest(request: RequestId): Batch | undefined {
    return [...this.#open].find(({ waiting }) => waiting.has(request))
  }
}
