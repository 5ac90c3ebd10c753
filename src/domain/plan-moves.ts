import type { FileChange } from '../changes/change-plan.ts'
import { inMegabytes, mostNoteBytes } from '../model/note-size.ts'
import type { Planned } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { checkMoves } from './check-moves.ts'
import { whileFollowingDisk } from './follow-disk.ts'
import { type MovedFile, type MovedFolder, toStep } from './moved-files.ts'
import { planRelinks } from './plan-relinks.ts'

/** A note or canvas whose links were rewritten, under its path afterwards. */
export interface UpdatedReference {
  readonly id: string
  readonly links: number
}

export interface MoveFacts {
  /** Notes and canvases whose links were rewritten, but for those that a move names. */
  readonly updatedReferences: readonly UpdatedReference[]
  /** Links within the notes that moves name. */
  readonly ownLinks: number
  /** Links that led nowhere and will lead to a note under its new name. */
  readonly healed: number
  /** Notes and files that lie elsewhere afterwards, those of a folder each. */
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  /** Paths of notes that are too long for their own links to be rewritten. */
  readonly warnings: readonly string[]
}

/**
 * The plan of any number of moves and changes of titles, and of all the links that have to be rewritten for the graph
 * of links to stay as it is. To be asked for under the vault's lock, within `writer.change`. A move out of the vault's
 * graph, into the trash, breaks the links to what is moved and rewrites none.
 */
export async function planMoves(
  vault: VaultContext,
  files: readonly MovedFile[],
  folders: readonly MovedFolder[] = [],
): Promise<Planned<MoveFacts>> {
  return await whileFollowingDisk(vault, () => planNow(vault, files, folders))
}

async function planNow(
  vault: VaultContext,
  files: readonly MovedFile[],
  folders: readonly MovedFolder[],
): Promise<Planned<MoveFacts>> {
  await checkMoves(vault, [...files, ...folders])
  const { rewrites, healed, moved, left } = await planRelinks(vault, files, folders)
  const named = new Set(files.map(({ from }) => from))
  const others = [...rewrites.values()].filter(({ path }) => !named.has(path))
  const steps = files.map((file) => toStep(file, rewrites.get(file.from)?.text ?? null))
  return {
    changes: [
      // What lies in a folder that moves is changed at its old place.
      ...others.map(({ path, before, text }): FileChange => ({ kind: 'replace', path, before, text })),
      ...steps.filter((step) => step !== null),
      ...folders.map(({ from, to }): FileChange => ({ kind: 'move-folder', path: from, to })),
    ],
    facts: {
      updatedReferences: others.map(({ path, count }) => ({ id: moved.get(path) ?? path, links: count })),
      ownLinks: [...named].reduce((sum, path) => sum + (rewrites.get(path)?.count ?? 0), 0),
      healed,
      moved: [...moved].map(([from, to]) => ({ from, to })),
      warnings: left.map((path) => ownLinksLeft(moved.get(path) ?? path)),
    },
  }
}

function ownLinksLeft(path: string): string {
  return `${path} is longer than ${inMegabytes(mostNoteBytes)}, so that nothing in it was changed: links in it that name it or go out from its folder may lead elsewhere now.`
}
