import { syncedSubject } from '../git/commit-vault.ts'
import { printable } from '../model/lossless-text.ts'
import { Repository } from '../git/repository.ts'
import { diffTrees } from '../git/trees.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'

interface UndoneSync {
  readonly time: string
  /** Files that the undo puts back, by their paths in the vault. */
  readonly paths: readonly string[]
}

/**
 * Files of the vault that came with a sync and that no undo puts back, as git has put them in place: pictures, and all that is no
 * note. By git's own record of what the branch ended with; none where it no longer tells.
 */
export async function cameAlong(vault: VaultContext, undone: UndoneSync): Promise<readonly string[]> {
  try {
    return await filesBeside(vault, undone)
  } catch (error) {
    // The undo itself is done.
    if (!(error instanceof VaultError) || error.code !== 'GIT_ERROR') throw error
    return []
  }
}

async function filesBeside(vault: VaultContext, { time, paths }: UndoneSync): Promise<readonly string[]> {
  const repository = await Repository.find(vault.root)
  if (repository === null) return []
  const asked = ['log', '--walk-reflogs', '--date=unix', '--format=%H %gd %gs', 'HEAD', '--']
  const rows = (await repository.git(asked, { expected: [128] })).stdout.split('\n').map(readRow)
  // git counts whole seconds; the branch is moved once all is in place.
  const begun = Math.floor(Date.parse(time) / 1_000)
  const at = rows.findLastIndex(({ seconds, subject }) => seconds >= begun && subject === syncedSubject)
  const [now, before] = [rows[at]?.commit, rows[at + 1]?.commit]
  if (!now || !before) return []
  const changed = (await diffTrees(repository, before, now))
    .map(({ path }) => path)
    .filter(repository.isInVault)
    .map(repository.withinVault)
  const known = new Set(changed)
  // Else it is another sync, as where this one ended in a conflict.
  if (!paths.every((path) => known.has(path))) return []
  const maySee = (path: string) => vault.scope === null || vault.scope.includes(path)
  return changed.filter((path) => maySee(path) && !paths.includes(path)).map(printable)
}

/** `HASH HEAD@{1764403200} SUBJECT`. */
function readRow(row: string) {
  const { commit, seconds, subject } =
    /^(?<commit>\w+) HEAD@\{(?<seconds>\d+)\} (?<subject>.*)$/.exec(row)?.groups ?? {}
  return { commit, seconds: Number(seconds ?? 0), subject }
}
