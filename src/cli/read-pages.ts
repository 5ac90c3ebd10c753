interface PageAsked {
  readonly limit: number
  readonly cursor?: string
}

interface PageRead<Item> {
  readonly items: readonly Item[]
  readonly total: number
  readonly next: string | undefined
}

/** Most items that a tool gives at once. */
const mostOfPage = 1_000

/** A list that comes by pages, up to `most` items of it. */
export async function readPages<Item>(
  most: number,
  read: (page: PageAsked) => Promise<PageRead<Item>>,
  ofPage = mostOfPage,
): Promise<{ readonly items: readonly Item[]; readonly total: number }> {
  const items: Item[] = []
  let cursor: string | undefined
  for (;;) {
    const limit = Math.max(1, Math.min(ofPage, most - items.length))
    const page = await read({ limit, ...(cursor !== undefined && { cursor }) })
    // One by one: a call takes no more than some hundred thousand arguments.
    for (const item of page.items) items.push(item)
    cursor = page.next
    if (cursor === undefined || items.length >= most)
      return { items: items.slice(0, most), total: page.total }
  }
}
