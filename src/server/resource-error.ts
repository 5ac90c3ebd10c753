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
import { changeSent } from './change-sent.ts'

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
  const { code, message, hint: said, known_vaults: known } = vaultErrorContent(error, say)
  const hint = knownVaults(known) ?? said
  const whole = hint === undefined ? message : `${message} ${hint}`
  if (code === 'NOT_FOUND' || code === 'VAULT_NOT_FOUND') return new ResourceNotFoundError(uri, whole)
  const kind = code === 'INVALID_ARGUMENT' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(kind, whole, { uri, code, ...(hint !== undefined && { hint }) })
}

/** An address has no parameter for the id of another vault. */
function knownVaults(ids: unknown): string | null {
  if (!isTexts(ids) || ids.length === 0) return null
  const more = ids.length > mostNamed ? ' and others' : ''
  return `The vaults are ${ids.slice(0, mostNamed).join(', ')}${more}: flint-note://vaults lists them.`
}

const mostNamed = 20

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/**
 * The revisions before 2026 have an error code of their own for a missing resource; the SDK uses the new one for all.
 * Call the result for each failing request of an older client.
 */
export function useOldNotFoundCode(connection: McpServer): (request: RequestId) => void {
  const failed = new Set<RequestId>()
  changeSent(connection, (message) => {
    const isMeant = 'error' in message && message.id !== undefined && failed.delete(message.id)
    return isMeant ? { ...message, error: { ...message.error, code: oldNotFound } } : message
  })
  return (request) => failed.add(request)
}

const oldNotFound = -32_002
