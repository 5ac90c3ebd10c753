// As many as Node's own threads for files can take, and some that wait.
const mostAtOnce = 8

/** Does the work for every item, a few at a time; returns how each ended, in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) [results[index]] = await Promise.allSettled([work(item)])
  }
  await Promise.all(Array.from({ length: mostAtOnce }, worker))
  return results
}
