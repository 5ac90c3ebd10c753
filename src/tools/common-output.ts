import { z } from 'zod'
import type { VaultScope } from './common-input.ts'
import { shapeOf } from './schema-walk.ts'
import type { Paging } from './tool.ts'
import { errorShape } from './vault-error-content.ts'

/** How a result names the vault that it acted on. */
export const vaultMark = z.object({ id: z.string(), name: z.string(), is_current: z.boolean() })

export type VaultMark = Readonly<z.output<typeof vaultMark>>

/** The whole result of a tool: what its handler returns, its vault, and where the next page is. */
export function publicOutput(output: z.ZodObject, paged: Paging | undefined, scope: VaultScope): z.ZodObject {
  const isMany = scope === 'vaults'
  const own = isMany && paged !== undefined ? withVaultIds(output, paged.list) : output
  return (isMany && paged === undefined ? own.partial() : own).extend({
    ...(paged !== undefined && pageShape),
    ...(scope === 'vault' && { vault: vaultMark }),
    ...(isMany && { vault: vaultMark.optional(), vaults: z.array(partOf(own, paged)).optional() }),
    ...(scope !== 'none' && { notices: z.array(z.string()).optional() }),
    truncated: z.string().optional(),
  })
}

const pageShape = { total: z.number(), has_more: z.boolean(), next_cursor: z.string().optional() }

/** A vault of a call to several: its error, or without a merged list its own output. */
function partOf(own: z.ZodObject, paged: Paging | undefined): z.ZodObject {
  const mark = vaultMark.extend({ error: errorShape.optional() })
  return paged === undefined ? mark.extend(shapeOf(own.partial())) : mark
}

function withVaultIds(output: z.ZodObject, list: string): z.ZodObject {
  const items = shapeOf(output)[list]
  if (!(items instanceof z.ZodArray) || !(items.element instanceof z.ZodObject)) return output
  return output.extend({ [list]: z.array(items.element.extend({ vault_id: z.string().optional() })) })
}
