import {
  type GetPromptResult,
  type McpServer,
  type Prompt as ListedPrompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Prompt, PromptValues } from '../tools/prompts/prompt.ts'
import type { Tool } from '../tools/tool.ts'

/** Serves the prompts that can be followed with these tools. They are loaded when first asked for. */
export function servePrompts({ server }: McpServer, tools: () => Promise<readonly Tool[]>): void {
  const load = async () => {
    const [{ pickPrompts }, served] = await Promise.all([import('../tools/prompts/index.ts'), tools()])
    const names = new Set(served.map(({ name }) => name))
    const has = (tool: string) => names.has(tool)
    return { prompts: pickPrompts(has), has }
  }
  server.registerCapabilities({ prompts: {} })
  server.setRequestHandler('prompts/list', async () => {
    const { prompts } = await load()
    return { prompts: prompts.map(describePrompt) }
  })
  server.setRequestHandler('prompts/get', async ({ params }): Promise<GetPromptResult> => {
    const { prompts, has } = await load()
    const prompt = prompts.find(({ name }) => name === params.name)
    if (prompt === undefined) throw invalid(unknownPrompt(params.name, prompts))
    const text = prompt.text(checkValues(prompt, params.arguments ?? {}), has)
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

function describePrompt({ name, title, description, arguments: args }: Prompt): ListedPrompt {
  return {
    name,
    title,
    description,
    arguments: args.map((argument) => ({
      name: argument.name,
      description: argument.description,
      required: argument.required,
    })),
  }
}

/** What was given, without the empty strings that clients send for a field that was skipped. */
function checkValues(
  { name, arguments: args }: Prompt,
  given: Readonly<Record<string, string>>,
): PromptValues {
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== '')
  const unknown = filled.find(([key]) => !args.some((argument) => argument.name === key))
  const takes = args.map((argument) => argument.name).join(', ')
  if (unknown !== undefined) throw invalid(`${name} has no argument "${unknown[0]}". It takes: ${takes}.`)
  const missing = args.find(({ name: key, required }) => required && !filled.some(([other]) => other === key))
  if (missing !== undefined) throw invalid(`${name} needs ${missing.name}: ${missing.description}`)
  return Object.fromEntries(filled)
}

function unknownPrompt(name: string, prompts: readonly Prompt[]): string {
  const names = prompts.map((prompt) => prompt.name).join(', ')
  return `There is no prompt "${name}" here. ${names === '' ? 'No prompt fits the tools that are served.' : `There are: ${names}.`}`
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
