import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { CompletionKind } from '../offers/resources/complete.ts'
import { noteTemplate } from '../offers/resources/note-uri.ts'
import type { ToolContext } from '../call/tool-context.ts'

/** Completes the parts of the note template and the arguments of prompts. */
export function registerCompletions({ server }: McpServer, vaults: ToolContext['vaults']): void {
  server.registerCapabilities({ completions: {} })
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }) => {
    const kind =
      ref.type === 'ref/resource'
        ? templatePart(ref.uri, argument.name)
        : await promptArgument(ref.name, argument.name)
    if (kind === null) return { completion: { values: [], total: 0, hasMore: false } }
    const { complete } = await import('../offers/resources/complete.ts')
    const vaultId = context?.arguments?.['vault_id']
    const { values, ...counts } = await complete(kind, argument.value, { vaults, vaultId })
    return { completion: { values: [...values], ...counts } }
  })
}

function templatePart(uri: string, part: string): CompletionKind {
  if (uri !== noteTemplate)
    throw unknown(`There is no template "${uri}". resources/templates/list shows the one there is.`)
  if (part === 'vault_id') return 'vault'
  if (part === 'id') return 'note'
  throw unknown(`The template has no part "${part}": vault_id and id.`)
}

/** Null for an argument that can be anything. */
async function promptArgument(prompt: string, argument: string): Promise<CompletionKind | null> {
  const { allPrompts } = await import('../offers/prompts/all-prompts.ts')
  const named = allPrompts.find(({ name }) => name === prompt)
  if (named === undefined)
    throw unknown(`There is no prompt "${prompt}". prompts/list shows those there are.`)
  const part = named.arguments.find(({ name }) => name === argument)
  if (part === undefined) throw unknown(`${prompt} has no argument "${argument}".`)
  return part.completes ?? null
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
