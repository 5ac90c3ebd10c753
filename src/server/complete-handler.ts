import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { CompletionKind } from '../tools/resources/complete.ts'
import { noteTemplate } from '../tools/resources/note-uri.ts'
import type { VaultAccess } from '../tools/tool-context.ts'

export interface CompletionOptions {
  readonly vaults: VaultAccess
  /** What an argument of a prompt is; null for one that can be anything, undefined where there is no such prompt. */
  readonly promptArgument?: (prompt: string, argument: string) => CompletionKind | null | undefined
}

/** Completes the parts of the note template and the arguments of prompts. */
export function registerCompletions({ server }: McpServer, options: CompletionOptions): void {
  server.registerCapabilities({ completions: {} })
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }) => {
    const kind =
      ref.type === 'ref/resource'
        ? templatePart(ref.uri, argument.name)
        : promptArgument(options, ref.name, argument.name)
    if (kind === null) return { completion: { values: [], total: 0, hasMore: false } }
    const { complete } = await import('../tools/resources/complete.ts')
    const vaultId = context?.arguments?.['vault_id']
    const { values, ...counts } = await complete(kind, argument.value, { vaults: options.vaults, vaultId })
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

function promptArgument(
  { promptArgument: kindOf }: CompletionOptions,
  prompt: string,
  argument: string,
): CompletionKind | null {
  const kind = kindOf?.(prompt, argument)
  if (kind === undefined) throw unknown(`There is no prompt "${prompt}". prompts/list shows those there are.`)
  return kind
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
