import type { Said } from '../../model/advice.ts'
import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { defineVaultTool } from '../../call/define-tool.ts'

export const reindexVault = defineVaultTool({
  name: 'reindex_vault',
  title: 'Rebuild the index',
  toolset: 'admin',
  description:
    'Make the index again: when search results are wrong, or to accept a folder that is VAULT_UNAVAILABLE because it is another one or has lost its notes. Notes are not touched; the old index answers until the new one is whole.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  timeLimit: 3_600_000,
  takesAnyFolder: true,
  input: z.object({
    confirm: z.boolean().describe('Must be true.'),
    scope: z.enum(['all', 'text', 'vectors', 'links']).default('all').describe('What to rebuild.'),
  }),
  output: z.object({
    notes_indexed: z.number(),
    chunks_created: z.number(),
    duration_seconds: z.number(),
    message: z.string().optional(),
  }),
  async handler({ confirm, scope }, vault, ctx) {
    const fault = await folderFault(vault)
    if (!confirm) {
      const what =
        fault === null
          ? 'Rebuilding reads every note of the vault again.'
          : `${fault.message} Rebuilding takes this folder for the vault's: what the index knows of the notes that are not in it is forgotten.`
      throw new VaultError('CONFIRMATION_REQUIRED', what, { hint: { kind: 'reindex' } })
    }
    if (fault !== null && scopes[scope] !== 'all') throw fault
    const start = performance.now()
    const { progress: onProgress, signal } = ctx
    const { read, chunks = 0 } = await vault.index.rebuild(scopes[scope], { onProgress, signal })
    signal.throwIfAborted()
    return {
      notes_indexed: read,
      chunks_created: chunks,
      duration_seconds: Number(((performance.now() - start) / 1_000).toFixed(2)),
      ...(scope === 'vectors' && { message: ctx.say(await whenVectorsAreMade(vault)) }),
    }
  },
})

/** Why the folder that lies there is not taken for the vault's; null where it is. */
async function folderFault(vault: VaultContext): Promise<VaultError | null> {
  try {
    await vault.condition.hasNewFolder()
    return null
  } catch (error) {
    if (error instanceof VaultError) return error
    throw error
  }
}

/** A note that has not changed keeps its vectors, unless those are what is to be made again. */
const scopes = { all: 'all', text: 'all', vectors: 'vectors', links: 'links' } as const

async function whenVectorsAreMade({ embedding }: VaultContext): Promise<Said> {
  const { pending = null, reason = null } = (await embedding?.inform()) ?? {}
  if (pending === null)
    return ['No vectors are made:', reason ?? 'nothing that could make them is installed.']
  return `${pending} vectors are being made again in the background; the old ones answer until then.`
}
