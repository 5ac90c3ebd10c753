import { openLinkGraph } from '../index-db/link-graph.ts'
import { isInside, isNotePath } from '../model/note-path.ts'
import { relink } from '../model/relink.ts'
import type { FileChange } from '../changes/change-plan.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { trashFolder } from '../files/own-places.ts'
import { futureNames, withNames, type NamedFile } from './future-names.ts'
import { linksAtStake, type LinksAtStake } from './links-at-stake.ts'
import type { MovedFile } from './moved-files.ts'

/** Links that a plan which rewrites none would break, from notes and canvases that it leaves as they are. */
export async function linksLost(vault: VaultContext, changes: readonly FileChange[]): Promise<LinksAtStake> {
  if (!vault.index.isThere || vault.index.freshness.state !== 'ready') return { examples: [], total: null }
  await vault.index.refresh('')
  const files: NamedFile[] = []
  for (const change of changes) {
    const named = await textAfter(vault, change)
    if (named !== null) files.push(await withNames(vault, named))
  }
  const folders = changes.flatMap((change) =>
    change.kind === 'move-folder' ? [{ from: change.path, to: change.to }] : [],
  )
  const isRestored = (path: string) =>
    files.some(({ from }) => from === path) || folders.some(({ from }) => isInside(path, from))
  const { lost, notes } = await vault.index.queryWhole(({ db }) =>
    Promise.resolve(
      db.transaction(() => {
        const graph = openLinkGraph(db)
        const names = futureNames(graph, files, folders, vault)
        const links = [...names.keys]
          .flatMap(graph.linksWaitingFor)
          .filter(({ from }) => !isRestored(from))
          .filter(({ target, form, from }) => {
            const change = relink({ target, form, from, fromAfter: from }, names)
            return change.kind === 'breaks' || (change.kind === 'changes' && change.isLost)
          })
        const paths = [...files.map(({ from }) => from), ...names.moved.keys()].filter(isNotePath)
        return {
          lost: new Set(links.map(({ id }) => id)),
          notes: [...new Set(paths)].map((path) => ({ path })),
        }
      })(),
    ),
  )
  if (lost.size === 0) return { examples: [], total: 0 }
  return await linksAtStake(vault, notes, (link) => lost.has(link))
}

/** A file with its text after the step; what is removed leaves the graph of links as what goes to the trash does. */
async function textAfter(vault: VaultContext, change: FileChange): Promise<Omit<MovedFile, 'before'> | null> {
  const { kind, path } = change
  switch (kind) {
    case 'create':
    case 'move-folder':
      return null
    case 'replace':
      return { from: path, to: path, text: change.text, heading: null }
    case 'move': {
      const text = change.text ?? (isNotePath(path) ? (await vault.files.readStart(path))?.text : null) ?? ''
      return { from: path, to: change.to, text, heading: null }
    }
    case 'remove':
      return { from: path, to: `${trashFolder}/${path}`, text: change.before.text ?? '', heading: null }
  }
}
