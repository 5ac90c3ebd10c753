import type { Outcome } from './calls.ts'

interface Page {
  readonly next_cursor?: string | undefined
}

/** As many as one call gives at most. */
export const atOnce = 1_000

/** Page by page, until there are as many items as are wanted or no more: the last page, with the items of all. */
export async function loadMost<Item, One extends Page>(
  most: number,
  ask: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Outcome<One>>,
  itemsOf: (page: One) => readonly Item[],
): Promise<Outcome<One & { readonly items: readonly Item[] }>> {
  const items: Item[] = []
  let cursor: string | undefined
  for (;;) {
    const limit = Math.min(atOnce, most - items.length)
    const outcome = await ask({ limit, ...(cursor !== undefined && { cursor }) })
    if (outcome.kind === 'failed') return outcome
    items.push(...itemsOf(outcome.result))
    cursor = outcome.result.next_cursor
    if (cursor === undefined || items.length >= most)
      return { kind: 'done', result: { ...outcome.result, items } }
  }
}
