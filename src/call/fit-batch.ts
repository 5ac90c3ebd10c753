import { jsonBytes } from './fit-result.ts'
import { defaultMaxBytes } from './read-arguments.ts'

interface BatchItem {
  readonly success: boolean
  readonly result?:
    { readonly type?: string; readonly diff?: string; readonly agent_instructions?: string } | undefined
}

/** Room for the counts, the vault and the sentence about what was cut. */
const frameBytes = 1_000

/**
 * The results of a batch of writes. Where they do not all fit, they come without their diffs and each type's
 * instructions come once: a batch cannot be asked again for its rest, and which items failed matters more.
 */
export function fitBatch<Item extends BatchItem>(items: readonly Item[]): readonly Item[] {
  if (jsonBytes(items) <= defaultMaxBytes - frameBytes) return items
  const instructed = new Set<string | undefined>()
  return items.map((item) => {
    if (item.result === undefined) return item
    const { type, agent_instructions: instructions } = item.result
    const isTold = instructed.has(type)
    instructed.add(type)
    return {
      ...item,
      result: { ...item.result, diff: undefined, agent_instructions: isTold ? undefined : instructions },
    }
  })
}
