import { renameFollower, type Retitled } from '../git/follow-renames.ts'
import type { Repository } from '../git/repository.ts'
import { listTree, readBlobs, readChanges } from '../git/trees.ts'
import { linkParts } from '../markdown/read/link-parts.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { isNotePath, stemOf } from '../model/note-path.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { MergeSide, MergeSides } from './merge-sides.ts'
import { hasLinks } from './moved-files.ts'

/** Notes to which a side gave another title, by the paths that they had in the base. */
async function findRetitled(
  repository: Repository,
  { changes }: MergeSide,
): Promise<ReadonlyMap<string, Retitled>> {
  const kept = changes.filter(({ status, from, path }) => {
    const was = from ?? (status === 'M' ? path : null)
    return was !== null && isNotePath(was) && repository.isInVault(was)
  })
  const texts = await readChanges(repository, kept)
  const retitled = new Map<string, Retitled>()
  for (const [at, { from, path }] of kept.entries()) {
    const { before: old = null, after: now = null } = texts[at] ?? {}
    // To read all of a note takes longer than to see that nothing there names it anew.
    if (old === null || now === null || namingLines(old) === namingLines(now)) continue
    const was = from ?? path
    const title = { before: parseNote(old).title ?? stemOf(was), after: parseNote(now).title ?? stemOf(path) }
    if (title.before !== title.after) retitled.set(was, title)
  }
  return retitled
}

function namingLines(text: string): string {
  return (text.match(/^(?:title:|# ).*$|^=+\s*$/gm) ?? []).join('\n')
}

/** Links that one side wrote to what the other gave another name or title, as texts by path. */
export async function followLinks(
  { settings }: VaultContext,
  repository: Repository,
  [ours, theirs]: MergeSides,
  tree: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const { isInVault, withinVault } = repository
  const listVault = async (of: string) => (await listTree(repository, of)).filter(isInVault)
  let after: readonly string[] | null = null
  for (const [writer, renamer] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const written = writer.changes.filter(({ status, path }) => status !== 'D' && hasLinks(path))
    if (written.length === 0) continue
    const renames = new Map(
      renamer.changes.flatMap(({ from, path }) =>
        from !== null && isInVault(from) && isInVault(path) ? [[from, path] as const] : [],
      ),
    )
    const titles = await findRetitled(repository, renamer)
    if (renames.size === 0 && titles.size === 0) continue
    after ??= await listVault(tree)
    const remaining = new Set(after)
    const follow = renameFollower({
      before: (await listVault(writer.commit)).map(withinVault),
      after: after.map(withinVault),
      renames: new Map([...renames].map(([from, to]) => [withinVault(from), withinVault(to)])),
      titles: new Map([...titles].map(([path, title]) => [withinVault(path), title])),
      linkPath: settings.linkPath,
    })
    const notes = written
      .map(({ path: from }) => ({ from, path: renames.get(from) ?? from }))
      .filter(({ path }) => remaining.has(path))
    const paths = notes.map(({ path }) => path)
    const merged = await readBlobs(repository, tree, paths)
    const others = await readBlobs(repository, renamer.commit, paths)
    for (const { path, from } of notes) {
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
