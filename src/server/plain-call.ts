import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJsonContentType,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isRecord } from '../model/is-record.ts'

/** A request to call a tool that wants nothing else of the protocol. */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly args: object
  /** Of the newest revision, whose requests say who sends them and whose answers say who answered. */
  readonly isModern: boolean
  /** What the client calls itself; empty where it does not say. */
  readonly client: string
  /** Whether the client can ask its user. */
  readonly canAsk: boolean
}

/**
 * Null for whatever is odd in any way, which the SDK answers: another method, a batch, progress or an answer to a question,
 * headers that do not fit the body, members that are not known here.
 */
export function readPlainCall(headers: IncomingHttpHeaders, message: unknown): PlainCall | null {
  const { accept = '' } = headers
  if (!isJsonContentType(headers['content-type']) || 'last-event-id' in headers) return null
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return null
  const read = callShape.safeParse(message)
  if (!read.success) return null
  const { id, params } = read.data
  const { name, arguments: args = {}, _meta: meta = {} } = params
  const call = { id, name, args }
  const said = Object.keys(meta).filter((key) => key === 'progressToken' || key.startsWith(ofProtocol))
  if (said.length === 0)
    return isOldEnough(headers) ? { ...call, isModern: false, client: '', canAsk: false } : null
  const envelope = envelopeShape.safeParse(meta)
  if (!envelope.success || said.length !== Object.keys(envelope.data).length) return null
  if (
    headers['mcp-protocol-version'] !== newestVersion ||
    headers['mcp-method'] !== method ||
    headers['mcp-name'] !== name
  )
    return null
  const { [CLIENT_INFO_META_KEY]: client, [CLIENT_CAPABILITIES_META_KEY]: capabilities } = envelope.data
  return { ...call, isModern: true, client: client.name, canAsk: 'elicitation' in capabilities }
}

const method = 'tools/call'
/** Whose requests each say their version. */
export const newestVersion = '2026-07-28'
/** Keys of the protocol in what goes with a request. */
const ofProtocol = 'io.modelcontextprotocol/'

// As it is: copying it would drop a key that tools refuse.
const anyObject = z.custom<object>(isRecord)

const callShape = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]),
  method: z.literal(method),
  params: z.strictObject({ name: z.string(), arguments: anyObject.optional(), _meta: anyObject.optional() }),
})

const envelopeShape = z.object({
  [PROTOCOL_VERSION_META_KEY]: z.literal(newestVersion),
  [CLIENT_INFO_META_KEY]: z.strictObject({
    name: z.string(),
    version: z.string(),
    title: z.string().optional(),
  }),
  [CLIENT_CAPABILITIES_META_KEY]: z.record(z.string(), anyObject),
})

function isOldEnough({ 'mcp-protocol-version': version, ...headers }: IncomingHttpHeaders): boolean {
  if ('mcp-method' in headers || 'mcp-name' in headers) return false
  if (version === undefined) return true
  return (
    typeof version === 'string' && version < newestVersion && SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  )
}
