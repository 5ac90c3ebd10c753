import {
  type GetPromptResult,
  type McpServer,
  type Prompt as ListedPrompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Prompt, PromptValues } from '../offers/prompts/prompt.ts'
import type { Tool } from '../call/tool.ts'

/** Serves the prompts that can be followed with these tools. They are loaded when first asked for. */
export function servePrompts({ server }: McpServer, tools: () => Promise<readonly Tool[]>): void {
  const load = async () => {
    const [{ pickPrompts }, served] = await Promise.all([import('../offers/prompts/all-prompts.ts'), tools()])
    const names = new Set(served.map(({ name }) => name))
    const has = (tool: string) => names.has(tool)
    return { prompts: pickPrompts(has), has }
  }
  server.registerCapabilities({ prompts: {} })
  server.setRequestHandler('prompts/list', async () => {
    const { prompts } = await load()
    return { prompts: prompts.map(describePrompt) }
  })
  // With the protocol's own schema the SDK answers a wrong type with an internal error, in its own words.
  const schemas = {
    params: z.looseObject({ name: z.unknown().optional(), arguments: z.unknown().optional() }),
  }
  server.setRequestHandler('prompts/get', schemas, async (params): Promise<GetPromptResult> => {
    const { prompts, has } = await load()
    const prompt = prompts.find(({ name }) => name === params.name)
    if (prompt === undefined) throw invalid(unknownPrompt(params.name, prompts))
    const text = prompt.text(checkValues(prompt, params.arguments ?? {}), has)
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

function describePrompt({ name, title, description, arguments: args }: Prompt): ListedPrompt {
  const listed = args.map(({ name, description, required }) => ({ name, description, required }))
  return { name, title, description, arguments: listed }
}

/** The given values, without the empty strings that clients send for skipped fields. */
function checkValues({ name, arguments: args }: Prompt, given: unknown): PromptValues {
  const takes = args.map((argument) => argument.name).join(', ')
  const values = z.record(z.string(), z.unknown()).safeParse(given)
  if (!values.success) throw invalid(`arguments of ${name} must be an object. It takes: ${takes}.`)
  const texts = Object.entries(values.data).map(([key, value]): [string, string] => {
    if (!args.some((argument) => argument.name === key)) {
      throw invalid(`${name} has no argument "${key}". It takes: ${takes}.`)
    }
    if (typeof value !== 'string') throw invalid(`${name}: ${key} must be text, not ${kindOf(value)}.`)
    return [key, value]
  })
  const filled = texts.filter(([, value]) => value.trim() !== '')
  const missing = args.find(({ name: key, required }) => required && !filled.some(([other]) => other === key))
  if (missing !== undefined) throw invalid(`${name} needs ${missing.name}: ${missing.description}`)
  return Object.fromEntries(filled)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function unknownPrompt(name: unknown, prompts: readonly Prompt[]): string {
  const names = prompts.map((prompt) => prompt.name).join(', ')
  const what = typeof name === 'string' ? `There is no prompt "${name}" here.` : 'name must be text.'
  return `${what} ${names === '' ? 'No prompt fits the tools that are served.' : `There are: ${names}.`}`
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
