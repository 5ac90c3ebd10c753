import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/server'
import { type Subscriptions, tooManySubscriptions } from './subscriptions.ts'

/**
 * Tells subscriptions what a client listens to before the SDK answers that request by itself. Everything else passes
 * unchanged.
 */
export function withListening(inner: Transport, subscriptions: Subscriptions): Transport {
  const waiting = new Set<unknown>()
  const outer: Transport = {
    async start() {
      inner.onclose = () => outer.onclose?.()
      inner.onerror = (error) => outer.onerror?.(error)
      inner.onmessage = (message, extra) => void receive(message, extra)
      await inner.start()
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
    setProtocolVersion(version) {
      inner.setProtocolVersion?.(version)
    },
  }

  async function receive(message: JSONRPCMessage, extra?: MessageExtraInfo): Promise<void> {
    if ('method' in message && 'id' in message && message.method === 'subscriptions/listen') {
      waiting.add(message.id)
      const isTaken = await subscriptions.listen(message)
      // Cancelled before it was answered.
      if (!waiting.delete(message.id)) return
      if (!isTaken) {
        const error = { code: ProtocolErrorCode.InvalidParams, message: tooManySubscriptions }
        await inner.send({ jsonrpc: '2.0', id: message.id, error })
        return
      }
    } else if ('method' in message && !('id' in message) && message.method === 'notifications/cancelled') {
      waiting.delete(message.params?.['requestId'])
      void subscriptions.listen(message)
    }
    outer.onmessage?.(message, extra)
  }
  return outer
}
