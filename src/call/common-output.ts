import { z } from 'zod'
import type { VaultScope } from './common-input.ts'
import { freshnessShape } from './asked-freshness.ts'
import { shapeOf } from './schema-walk.ts'
import type { Paging } from './tool.ts'
import { errorShape } from './vault-error-content.ts'

/** How a result names the vault that it acted on. */
export const vaultMark = z.object({ id: z.string(), name: z.string(), is_current: z.boolean() })

export type VaultMark = Readonly<z.output<typeof vaultMark>>

/** Of a list whose order is kept: whether it is the one that the pages before were cut from. No caller sees it. */
export const goesOnShape = z.boolean().meta({ unlisted: true }).optional()

/** What the result of any tool may tell beside what its handler returns. */
export interface CommonOutput extends Told {
  readonly vaults?: readonly PartTold[] | undefined
  readonly truncated?: string | undefined
}

/** One of several vaults, with why it could not answer. */
interface PartTold extends Told {
  readonly id: string
  readonly error?: Readonly<z.output<typeof errorShape>> | undefined
}

/** The type of what `publicOutput` describes. `Own` is what the handler returns. */
export type PublicOutput<Own, P, S extends VaultScope> = PublicOutputs<Own, P>[S] & {
  readonly truncated?: string | undefined
}

interface PublicOutputs<Own, P> {
  readonly none: Own & Page<P>
  readonly vault: Own & Page<P> & Told & { readonly vault: VaultMark }
  readonly vaults: Told & (P extends Paging ? MergedLists<Own, P> & Page<P> : OneOrSeveral<Own>)
}

type ToldShape = z.output<typeof told>
type Told = { readonly [Key in keyof ToldShape]: Readonly<ToldShape[Key]> }
type Page<P> = P extends Paging ? Readonly<z.output<typeof page>> : unknown
type Failing = Told & VaultMark & { readonly error?: Readonly<z.output<typeof errorShape>> | undefined }

/** Items of a list that may come from several vaults say which. */
type MergedLists<Own, P extends Paging> = {
  readonly [Key in keyof Own]: Key extends P['list']
    ? Own[Key] extends readonly (infer Item)[]
      ? readonly (Item & { readonly vault_id?: string | undefined })[]
      : Own[Key]
    : Own[Key]
} & { readonly vault?: VaultMark | undefined; readonly vaults?: readonly Failing[] | undefined }

type OneOrSeveral<Own> =
  | (Own & { readonly vault: VaultMark; readonly vaults?: undefined })
  | { readonly vault?: undefined; readonly vaults: readonly (Failing & Partial<Own>)[] }

/** The whole result of a tool: what its handler returns, its vault, and where the next page is. */
export function publicOutput(output: z.ZodObject, paged: Paging | undefined, scope: VaultScope): z.ZodObject {
  const isMany = scope === 'vaults'
  const own = isMany && paged !== undefined ? withVaultIds(output, paged.list) : output
  return (isMany && paged === undefined ? own.partial() : own).extend({
    ...(paged !== undefined && page.shape),
    ...(scope === 'vault' && { vault: vaultMark }),
    ...(isMany && { vault: vaultMark.optional(), vaults: z.array(partOf(own, paged)).optional() }),
    ...(scope !== 'none' && told.shape),
    truncated: z.string().optional(),
  })
}

const page = z.object({ total: z.number(), has_more: z.boolean(), next_cursor: z.string().optional() })

const told = z.object({ freshness: freshnessShape.optional(), notices: z.array(z.string()).optional() })

/** A vault of a call to several: its error, or without a merged list its own output. */
function partOf(own: z.ZodObject, paged: Paging | undefined): z.ZodObject {
  const mark = vaultMark.extend({ error: errorShape.optional(), ...told.shape })
  return paged === undefined ? mark.extend(shapeOf(own.partial())) : mark
}

function withVaultIds(output: z.ZodObject, list: string): z.ZodObject {
  const items = shapeOf(output)[list]
  if (!(items instanceof z.ZodArray) || !(items.element instanceof z.ZodObject)) return output
  return output.extend({ [list]: z.array(items.element.extend({ vault_id: z.string().optional() })) })
}
