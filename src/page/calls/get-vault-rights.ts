import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { dailyPath } from '../../domain/open-day.ts'
import { sameTimeOn } from '../../model/same-time-on.ts'
import { mayChange } from './why-not-edited.ts'

/** What a view offers in a vault, asked before it offers anything. */
export const getVaultRights = defineVaultTool({
  name: 'get_vault_rights',
  title: 'What may be done in a vault',
  toolset: 'person',
  description:
    'Whether notes of the vault may be changed, and whether the note of a day may be made or opened.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({ day: z.iso.date().describe('The day that it is where the person is.') }),
  output: z.object({ may_change: z.boolean(), may_open_day: z.boolean() }),
  async handler({ day }, vault) {
    const may_change = mayChange(vault)
    const isSeen = async () => {
      if (vault.scope === null) return true
      // Where a vault keeps daily notes may lie outside of what is seen.
      const path = await dailyPath(vault, sameTimeOn(day, vault.writer.now())).catch(() => null)
      return path !== null && vault.scope.includes(path)
    }
    return { may_change, may_open_day: may_change && (await isSeen()) }
  },
})
