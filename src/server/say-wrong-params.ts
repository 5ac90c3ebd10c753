import { type McpServer, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { parseJson } from '../model/parse-json.ts'
import { changeSent } from './change-sent.ts'

/**
 * Wrong parameters of a request are the client's fault and told in a sentence: the SDK calls them an internal error of the
 * server, with the list of its validator as the message.
 */
export function sayWrongParams(connection: McpServer): void {
  changeSent(connection, (message) => {
    const said = 'error' in message ? wrongParams(message.error.message) : null
    return said === null ? message : { ...message, error: said }
  })
}

const validatorsList = z
  .array(
    z.object({ code: z.string(), path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
  )
  .min(1)

/** Null for another message. */
function wrongParams(message: string): { readonly code: number; readonly message: string } | null {
  const start = message.indexOf('[\n')
  const list = start < 0 ? null : (validatorsList.safeParse(parseJson(message.slice(start))).data ?? null)
  if (list === null) return null
  const problems = list.slice(0, mostNamed).map(({ path, message: problem }) => {
    const what = problem.replace(/^Invalid input: /, '')
    return `\`${path.join('.')}\`: ${what}`
  })
  return { code: ProtocolErrorCode.InvalidParams, message: `Wrong parameters. ${problems.join('; ')}.` }
}

const mostNamed = 10
