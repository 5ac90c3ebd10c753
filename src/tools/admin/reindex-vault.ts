import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../define-tool.ts'

export const reindexVault = defineVaultTool({
  name: 'reindex_vault',
  title: 'Rebuild the index',
  toolset: 'admin',
  description:
    'Read every note of the vault again. Only needed when search results are wrong: outside edits are followed by themselves. Notes are not touched; the present index stays usable meanwhile. Needs confirm: true.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  timeLimit: 3_600_000,
  input: z.object({
    confirm: z.boolean().describe('Must be true.'),
    scope: z.enum(['all', 'text', 'vectors', 'links']).default('all').describe('What to rebuild.'),
  }),
  output: z.object({
    notes_indexed: z.number(),
    duration_seconds: z.number(),
  }),
  async handler({ confirm, scope }, vault, ctx) {
    if (!confirm) {
      throw new VaultError('CONFIRMATION_REQUIRED', 'Rebuilding reads every note of the vault again.', {
        hint: 'Call reindex_vault with confirm: true.',
      })
    }
    const start = performance.now()
    // They are made anew in the background; a note that has not changed keeps them through any other rebuilding.
    if (scope === 'vectors') {
      await vault.forgetVectors()
      return { notes_indexed: 0, duration_seconds: 0 }
    }
    const { progress: onProgress, signal } = ctx
    const { read } = await vault.rebuildIndex(scope === 'links' ? 'links' : 'all', { onProgress, signal })
    signal.throwIfAborted()
    return { notes_indexed: read, duration_seconds: Number(((performance.now() - start) / 1_000).toFixed(2)) }
  },
})
