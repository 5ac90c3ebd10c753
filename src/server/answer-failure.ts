import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { say } from '../call/say-advice.ts'
import { servedTo } from '../call/served-to.ts'
import { vaultErrorContent } from '../call/vault-error-content.ts'
import type { VaultError } from '../model/vault-error.ts'
import { answerJson } from './refuse-http.ts'

const shape = z.object({ id: z.union([z.string(), z.number()]), method: z.string() })

/** Answers a request that reached no vault as the vault would have: a call with a result that says why. */
export function answerFailure(response: ServerResponse, body: Buffer, error: VaultError): void {
  const { id, method } = shape.parse(JSON.parse(body.toString()))
  const told = vaultErrorContent(error, (said) => say(said, servedTo([])))
  if (method !== 'tools/call') {
    answerJson(response, 200, {
      jsonrpc: '2.0',
      id,
      error: { code: -32_603, message: told.message, data: told },
    })
    return
  }
  const content = { error: told }
  const result = {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
    isError: true,
  }
  answerJson(response, 200, { jsonrpc: '2.0', id, result: { ...result, resultType: 'complete' } })
}
