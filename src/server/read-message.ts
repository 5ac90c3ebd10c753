import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/server'

/** Null for what the protocol will refuse. */
export function readMessage(text: string): JSONRPCMessage | null {
  try {
    return deserializeMessage(text)
  } catch {
    return null
  }
}
