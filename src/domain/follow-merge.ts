import { renameFollower, type Retitled } from '../git/follow-renames.ts'
import type { Repository } from '../git/repository.ts'
import { diffTrees, listTree, readBlobs } from '../git/trees.ts'
import { linkParts } from '../markdown/read/link-parts.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { isNotePath, stemOf } from '../model/note-path.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { hasLinks } from './moved-files.ts'

/** What each side renamed and changed, for the links that the other wrote. */
interface Renamed {
  readonly base: string
  readonly writer: string
  readonly renamer: string
  /** Files of the vault that the one side renamed, whatever the other wrote. */
  readonly renames: ReadonlyMap<string, string>
  /** Notes that the one side changed or renamed, by the paths that they had and have. */
  readonly changed: ReadonlyMap<string, string>
}

export async function findRenames(
  repository: Repository,
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', string>>,
): Promise<readonly Renamed[]> {
  const { isInVault } = repository
  const sides = [
    [ours, theirs],
    [theirs, ours],
  ] as const
  return await Promise.all(
    sides.map(async ([writer, renamer]) => {
      const changes = await diffTrees(repository, base, renamer, { renames: true })
      const pairs = changes.flatMap(({ status, from, path }) => {
        const was = from ?? (status === 'M' ? path : null)
        return was !== null && isInVault(was) && isInVault(path) ? [[was, path] as const] : []
      })
      return {
        base,
        writer,
        renamer,
        renames: new Map(pairs.filter(([from, path]) => from !== path)),
        changed: new Map(pairs.filter(([from]) => isNotePath(from))),
      }
    }),
  )
}

/** Notes with another title than in the base, by the paths of the vault that they had there. */
async function findRetitled(
  repository: Repository,
  { base, renamer, changed }: Renamed,
): Promise<ReadonlyMap<string, Retitled>> {
  const [old, now] = [
    await readBlobs(repository, base, [...changed.keys()]),
    await readBlobs(repository, renamer, [...changed.values()]),
  ]
  const retitled = new Map<string, Retitled>()
  for (const [from, path] of changed) {
    const [was, is] = [old.get(from) ?? '', now.get(path) ?? '']
    // To read all of a note takes longer than to see that nothing there names it anew.
    if (namingLines(was) === namingLines(is)) continue
    const [before, after] = [parseNote(was).title ?? stemOf(from), parseNote(is).title ?? stemOf(path)]
    if (before !== after) retitled.set(repository.withinVault(from), { before, after })
  }
  return retitled
}

function namingLines(text: string): string {
  return (text.match(/^(?:title:|# ).*$|^=+\s*$/gm) ?? []).join('\n')
}

/** Links that one side wrote to what the other renamed, as texts by path. */
export async function followLinks(
  { settings }: VaultContext,
  repository: Repository,
  sides: readonly Renamed[],
  tree: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const { isInVault, withinVault } = repository
  const listVault = async (of: string) => (await listTree(repository, of)).filter(isInVault).map(withinVault)
  let after: readonly string[] | null = null
  for (const side of sides) {
    const { base, writer, renamer, renames, changed } = side
    if (renames.size === 0 && changed.size === 0) continue
    after ??= await listVault(tree)
    const remaining = new Set(after)
    const written = (await diffTrees(repository, base, writer)).flatMap(({ path: from, status }) => {
      const path = renames.get(from) ?? from
      const isThere = status !== 'D' && hasLinks(from) && isInVault(path) && remaining.has(withinVault(path))
      return isThere ? [{ path, from }] : []
    })
    if (written.length === 0) continue
    const titles = await findRetitled(repository, side)
    if (renames.size === 0 && titles.size === 0) continue
    const follow = renameFollower({
      before: await listVault(writer),
      after,
      renames: new Map([...renames].map(([from, to]) => [withinVault(from), withinVault(to)])),
      titles,
      linkPath: settings.linkPath,
    })
    const paths = written.map(({ path }) => path)
    const [merged, others] = [
      await readBlobs(repository, tree, paths),
      await readBlobs(repository, renamer, paths),
    ]
    for (const { path, from } of written) {
      const text = texts.get(path) ?? merged.get(path)
      if (text === undefined) continue
      const known = linkParts(path, others.get(path) ?? '').flatMap(({ links }) => links)
      const settled = new Set(known.map(({ target }) => target))
      const followed = follow({ path: withinVault(path), from: withinVault(from), text, settled })
      if (followed !== text) texts.set(path, followed)
    }
  }
  return texts
}
