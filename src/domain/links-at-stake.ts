import { findLinks } from '../index-db/link-queries.ts'
import { findNotesByPath } from '../index-db/note-queries.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/** Links to notes that are about to go, from notes that stay. */
export interface LinksAtStake {
  readonly examples: readonly {
    readonly id: string
    readonly target: string
    readonly line_number: number
    readonly context: string
  }[]
  /** Null without a whole index: then the number is not known. */
  readonly total: number | null
}

const mostExamples = 20

/**
 * Those to these notes: the backlinks that a person sees, or of all links the ones that `isMeant` picks by the link's key. A
 * definition below its own wikilink is no backlink more, yet may be the one that breaks.
 */
export async function linksAtStake(
  vault: VaultContext,
  leaving: readonly { readonly path: string }[],
  isMeant?: (link: number) => boolean,
): Promise<LinksAtStake> {
  await vault.index.settled()
  if (!vault.index.isThere) return { examples: [], total: null }
  const { isWhole } = vault.index.freshness
  const paths = leaving.map(({ path }) => path)
  const going = new Set(paths)
  const notes = await vault.index.queryWhole(({ queries }) => findNotesByPath(queries, paths))
  const kind = isMeant === undefined ? 'seen-to' : 'to'
  const found = []
  for (const { key, path } of notes) {
    const { links } = await vault.index.queryWhole(({ queries }) =>
      findLinks(queries, { kind, note: key }, { limit: 10_000, offset: 0 }),
    )
    for (const { id: link, source_note_id: id, line_number, context } of links) {
      if (!going.has(id) && isMeant?.(link) !== false) found.push({ id, target: path, line_number, context })
    }
  }
  // A link from a note that may not be seen would break: that is not for this caller alone to decide.
  for (const { id } of found) vault.scope?.checkRead(id)
  return { examples: found.slice(0, mostExamples), total: isWhole ? found.length : null }
}
