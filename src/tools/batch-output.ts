import { z } from 'zod'
import { jsonBytes } from '../call/fit-result.ts'
import { defaultMaxBytes } from '../call/read-arguments.ts'
import type { ToolContext } from '../call/tool-context.ts'
import { errorShape, vaultErrorContent, type ErrorContent } from '../call/vault-error-content.ts'
import { VaultError } from '../model/vault-error.ts'

/** What a tool returns that takes one item or several: the item's own result, or how each of them fared. */
export function batchOutput<Result extends z.ZodRawShape>(result: Result) {
  return z.object({
    ...result,
    total: z.number().optional(),
    successful: z.number().optional(),
    failed: z.number().optional(),
    without_diff: z.string().optional(),
    results: z
      .array(
        z.object({
          input: z.record(z.string(), z.unknown()),
          success: z.boolean(),
          result: z.object(result).optional(),
          error: errorShape.optional(),
        }),
      )
      .optional(),
  })
}

interface Written {
  readonly type?: string
  readonly diff?: string
  readonly dry_run?: boolean
  readonly agent_instructions?: string
}

/** Carries out the writes of a batch, one after the other. `echo` says of an item what its result repeats. */
export async function runBatch<Item>(
  items: readonly Item[],
  { signal, say }: ToolContext,
  echo: (item: Item) => Record<string, unknown>,
  write: (item: Item) => Promise<Written>,
) {
  const results = []
  for (const item of items) {
    signal.throwIfAborted()
    results.push({ input: echo(item), ...(await attempt(say, async () => ({ result: await write(item) }))) })
  }
  const successful = results.filter(({ success }) => success).length
  return { total: items.length, successful, failed: items.length - successful, ...fitBatch(results) }
}

type Attempted<T> =
  (T & { readonly success: true }) | { readonly success: false; readonly error: ErrorContent }

/** What comes of one item of several, or why nothing does: one that fails keeps none of the others from it. */
export async function attempt<T extends object>(
  say: ToolContext['say'],
  work: () => Promise<T>,
): Promise<Attempted<T>> {
  try {
    return { success: true, ...(await work()) }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    return { success: false, error: vaultErrorContent(error, say) }
  }
}

/** Room for the counts, the vault and the sentence about what was left out. */
const frameBytes = 1_000

/**
 * The results of a batch. Where they do not all fit, each type's instructions come once and as many diffs as there is room for: a
 * batch cannot be asked again for its rest, and which items failed matters more.
 */
function fitBatch<Item extends { readonly success: boolean; readonly result?: Written }>(
  items: readonly Item[],
): { readonly results: readonly Item[]; readonly without_diff?: string } {
  const most = defaultMaxBytes - frameBytes
  if (jsonBytes(items) <= most) return { results: items }
  const instructed = new Set<string | undefined>()
  const short = items.map((item) => {
    if (item.result === undefined) return item
    const { type, agent_instructions: instructions } = item.result
    const isTold = instructed.has(type)
    instructed.add(type)
    return {
      ...item,
      result: { ...item.result, diff: undefined, agent_instructions: isTold ? undefined : instructions },
    }
  })
  let used = jsonBytes(short)
  let left = 0
  const results = short.map((item, index) => {
    const diff = items[index]?.result?.diff
    if (diff === undefined || diff === '') return item
    const bytes = jsonBytes({ diff })
    if (used + bytes > most) {
      left++
      return item
    }
    used += bytes
    return { ...item, result: { ...item.result, diff } }
  })
  if (left === 0) return { results }
  const isPlanned = items.some(({ result }) => result?.dry_run === true)
  const more = isPlanned ? 'repeat the dry run with those items alone for theirs' : 'read those notes'
  return {
    results,
    without_diff: `${left} of ${items.length} results have no diff, as there is no room: ${more}.`,
  }
}
