import type { History } from '../changes/history.ts'
import type { RecordedChange, RecordedStep } from '../changes/recorded-change.ts'
import { filesBelow } from '../files/files-below.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import type { LeftBehind } from '../git/commit-changes.ts'
import type { ToldChange } from '../git/describe-changes.ts'
import type { ContentHash } from '../model/ids.ts'
import { isInside } from '../model/note-path.ts'

/** How a path was left by the last of some changes that touched it. */
type Left =
  | { readonly kind: 'gone' }
  /** The hash and the text are not known of what only moved in an older version. */
  | { readonly kind: 'file'; readonly hash: ContentHash | null; readonly text: string | null }

interface Asked {
  readonly history: History
  readonly files: VaultFiles
  readonly changes: readonly RecordedChange[]
  /** A path of the vault as the repository has it. */
  readonly inRepository: (path: string) => string
}

/** What these changes, one after the other, have left behind, and what is told of them. */
export async function pathsLeft({ history, files, changes, inRepository }: Asked): Promise<{
  readonly left: LeftBehind
  readonly told: readonly ToldChange[]
}> {
  const steps: RecordedStep[] = []
  const told: ToldChange[] = []
  for (const { id, time, tool, actor, undoes } of changes) {
    const own = await history.steps(id)
    for (const step of own) steps.push(step)
    const paths = own.map(({ path, movedTo }) => inRepository(movedTo ?? path))
    told.push({ id, time, tool, actor, undoes, paths })
  }
  const ends = await endsOf(steps, files)
  const onDisk: string[] = []
  const texts = new Map<string, { readonly text: string; readonly before: string | null }>()
  for (const [path, end] of ends) {
    const now = await files.look(path).catch(() => null)
    if (now === null) continue
    const isAsLeft =
      end.kind === 'gone'
        ? now.kind === 'nothing'
        : now.kind === 'file' && (end.hash ?? now.hash) === now.hash
    if (isAsLeft) onDisk.push(inRepository(path))
    else if (end.kind === 'file' && end.text !== null) {
      const before = steps.find((step) => step.path === path && step.beforeText !== null)?.beforeText ?? null
      texts.set(inRepository(path), { text: end.text, before })
    }
  }
  return {
    told,
    left: {
      onDisk,
      texts,
      allTexts: (path) =>
        Promise.resolve(
          steps
            .filter(
              (step) => inRepository(step.movedTo ?? step.path) === path || inRepository(step.path) === path,
            )
            .flatMap(({ beforeText, afterText }) => [beforeText, afterText])
            .filter((text) => text !== null),
        ),
    },
  }
}

async function endsOf(steps: readonly RecordedStep[], files: VaultFiles): Promise<ReadonlyMap<string, Left>> {
  const ends = new Map<string, Left>()
  for (const { kind, path, movedTo, afterHash, afterText } of steps) {
    if (kind === 'move-folder') {
      if (movedTo !== null) await moveFolder(ends, files, { from: path, to: movedTo })
      continue
    }
    if (kind === 'remove' || movedTo !== null) ends.set(path, { kind: 'gone' })
    if (kind !== 'remove') ends.set(movedTo ?? path, { kind: 'file', hash: afterHash, text: afterText })
  }
  return ends
}

/** All that lies in it now has come from there. */
async function moveFolder(
  ends: Map<string, Left>,
  files: VaultFiles,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const [path, end] of [...ends]) {
    if (!isInside(path, from)) continue
    ends.delete(path)
    ends.set(to + path.slice(from.length), end)
  }
  for (const path of await filesBelow(files, to)) {
    const before = from + path.slice(to.length)
    ends.set(before, { kind: 'gone' })
    if (!ends.has(path)) ends.set(path, { kind: 'file', hash: null, text: null })
  }
}
