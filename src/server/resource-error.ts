import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import type { Log } from '../model/log.ts'
import type { Said } from '../model/advice.ts'
import { isReplaced, startAgain } from '../model/program-replaced.ts'
import { VaultError } from '../model/vault-error.ts'
import { vaultErrorContent } from '../call/vault-error-content.ts'

/**
 * A failure for the protocol. A missing resource always has the same form, with nothing but the address as data, by
 * which clients recognise it. The message says what to do next.
 */
export function toResourceError(
  error: unknown,
  uri: string,
  { log, say }: { readonly log: Log; readonly say: (said: Said) => string },
): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (!(error instanceof VaultError)) {
    log.error('a resource could not be read', { uri, error })
    const message = isReplaced(error)
      ? `${error.message} ${startAgain}`
      : 'Reading the resource failed inside flint; the log says why.'
    return new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
  const { code, message, hint } = vaultErrorContent(error, say)
  const whole = hint === undefined ? message : `${message} ${hint}`
  if (code === 'NOT_FOUND' || code === 'VAULT_NOT_FOUND') return new ResourceNotFoundError(uri, whole)
  const kind = code === 'INVALID_ARGUMENT' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(kind, whole, { uri, code, ...(hint !== undefined && { hint }) })
}

/**
 * The revisions before 2026 have an error code of their own for a missing resource; the SDK uses the new one for all.
 * Call the result for each failing request of an older client.
 */
export function useOldNotFoundCode(connection: McpServer): (request: RequestId) => void {
  const failed = new Set<RequestId>()
  const connect = connection.connect.bind(connection)
  connection.connect = async (transport) => {
    const send = transport.send.bind(transport)
    transport.send = async (message, options) => {
      const isMeant = 'error' in message && message.id !== undefined && failed.delete(message.id)
      await send(isMeant ? { ...message, error: { ...message.error, code: oldNotFound } } : message, options)
    }
    await connect(transport)
  }
  return (request) => failed.add(request)
}

const oldNotFound = -32_002
