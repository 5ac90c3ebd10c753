import { openLinkGraph } from '../../index-db/link-graph.ts'
import type { IndexReader } from '../../index-db/index-reader.ts'
import { isFileKind } from '../../model/link-names.ts'
import { linkKeys, resolveLink } from '../../model/resolve-link.ts'
import type { LinkMeaning, RenderContext } from '../render/render-context.ts'

/** Resolves links as the index does, also those of a text that it has not read yet. */
export function resolveInIndex(
  { db }: IndexReader,
  { isWhole }: { readonly isWhole: boolean },
): RenderContext['resolve'] {
  const graph = openLinkGraph(db)
  const nowhere: LinkMeaning = { kind: isWhole ? 'missing' : 'unknown' }
  return (target, source) => {
    const bearer = resolveLink(linkKeys(target, source), { ...source, target }, graph.bearersOf)
    if (bearer === null) return nowhere
    const { id, kind, path } = bearer
    if (isFileKind(kind)) return { kind: 'file', path }
    return { kind: 'note', path, title: graph.titleOf(id) ?? path }
  }
}
