import type { Repository } from './repository.ts'
import { statusArguments } from './status-arguments.ts'
import type { StatusAhead } from './status-ahead.ts'

export interface WorkTreeStatus {
  /** The name of the branch that is checked out; null where there is none. */
  readonly branch: string | null
  /** Commits that the branch and what it follows have apart; null where it follows nothing, or nothing fetched yet. */
  readonly apart: { readonly ahead: number; readonly behind: number } | null
  /** What is not committed in the vault's folder, files that git does not know yet among it; from the top of the work tree. */
  readonly changed: readonly string[]
  /** Those of them that a person has taken out of the index, and that git is to ignore where they are still on disk. */
  readonly takenOut: readonly string[]
  /** Folders of the vault that are repositories of their own, and that git does not know. */
  readonly repositories: readonly string[]
  /** Files in the vault's folder that a merge has left unsettled; from the top of the work tree. */
  readonly unmerged: readonly string[]
}

/** Where the branch stands and what is not committed, with one look of git's at the work tree. */
export async function workTreeStatus(
  repository: Repository,
  begun: StatusAhead | null = null,
): Promise<WorkTreeStatus> {
  const rows = await look(repository, begun)
  const head = valueOf(rows, '# branch.head ')
  const { ahead, behind } =
    /^\+(?<ahead>\d+) -(?<behind>\d+)$/.exec(valueOf(rows, '# branch.ab ') ?? '')?.groups ?? {}
  return {
    branch: head === '(detached)' ? null : head,
    apart: ahead && behind ? { ahead: Number(ahead), behind: Number(behind) } : null,
    changed: pathsOf(rows),
    takenOut: takenOutOf(rows),
    repositories: listed(rows)
      .filter(isRepository)
      .map((path) => path.slice(0, -1)),
    // What neither side has any more is not there to be settled.
    unmerged: pathsOf(rows.filter((row) => row.startsWith('u ') && !row.startsWith('u DD'))),
  }
}

/** What is to be committed, with one look of git's at the work tree. */
export async function changesNow(
  repository: Repository,
): Promise<Pick<WorkTreeStatus, 'changed' | 'takenOut'>> {
  const rows = await lookNow(repository)
  return { changed: pathsOf(rows), takenOut: takenOutOf(rows) }
}

/** Paths from the top of the work tree, those that are gone and those that git does not know yet among them. */
export async function changedPaths(
  repository: Pick<Repository, 'git' | 'pathspec'>,
): Promise<readonly string[]> {
  return pathsOf(await lookNow(repository))
}

async function look(repository: Repository, begun: StatusAhead | null = null): Promise<readonly string[]> {
  const taken = await begun?.take(repository)
  return taken == null ? await lookNow(repository) : taken.stdout.split('\0')
}

async function lookNow(repository: Pick<Repository, 'git' | 'pathspec'>): Promise<readonly string[]> {
  return (await repository.git(statusArguments(repository.pathspec))).stdout.split('\0')
}

function valueOf(rows: readonly string[], start: string): string | null {
  return rows.find((row) => row.startsWith(start))?.slice(start.length) ?? null
}

/** Fields before the path: of what changed, of what is in conflict, and of what is not known yet. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 }

function pathsOf(rows: readonly string[]): readonly string[] {
  return listed(rows).filter((path) => !isRepository(path))
}

/** What is to be gone, and is not there as a file that git could take in again. */
function takenOutOf(rows: readonly string[]): readonly string[] {
  const out = pathsOf(rows.filter((row) => row.startsWith('1 D.')))
  if (out.length === 0) return []
  const unknown = new Set(pathsOf(rows.filter((row) => row.startsWith('? '))))
  return out.filter((path) => !unknown.has(path))
}

function isRepository(path: string): boolean {
  return path.endsWith('/')
}

function listed(rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => {
    const before = fieldsBefore[row.charAt(0)]
    return before === undefined ? [] : [row.split(' ').slice(before).join(' ')]
  })
}
