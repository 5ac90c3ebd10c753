import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server'

/** Null for what the protocol will refuse. */
export function readMessage(value: unknown): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return null
  }
}
