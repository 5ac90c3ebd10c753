import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Repository } from './repository.ts'
import { type StatusAhead, statusArguments } from './status-ahead.ts'

/** What is not committed in the vault's folder, by how it is to be; from the top of the work tree. */
export interface ToCommit {
  /** As it is on disk, or gone where it is there no more. */
  readonly asOnDisk: readonly string[]
  /** Gone, whatever is on disk: a person has taken it out of the index, and git is to ignore what is still there. */
  readonly takenOut: readonly string[]
}

export interface WorkTreeStatus {
  /** The name of the branch that is checked out; null where there is none. */
  readonly branch: string | null
  /** Commits that the branch and what it follows have apart; null where it follows nothing, or nothing fetched yet. */
  readonly apart: { readonly ahead: number; readonly behind: number } | null
  /** What is not committed in the vault's folder, files that git does not know yet among it; from the top of the work tree. */
  readonly changed: readonly string[]
  readonly toCommit: ToCommit
  /** Whether something that was taken out of the index is on disk and to be committed, perhaps as it was. */
  readonly hasPutBack: boolean
  /** Folders of the vault that are repositories of their own: those that git does not know, and changed submodules. */
  readonly repositories: readonly string[]
  /** Files in the vault's folder that a merge has left unsettled; from the top of the work tree. */
  readonly unmerged: readonly string[]
}

/** Where the branch stands and what is not committed, with one look of git's at the work tree. */
export async function workTreeStatus(
  repository: Repository,
  begun: StatusAhead | null = null,
): Promise<WorkTreeStatus> {
  const submodules = changedSubmodules(repository)
  const taken = await begun?.take(repository)
  const rows = taken == null ? await lookNow(repository) : taken.stdout.split('\0')
  const head = valueOf(rows, '# branch.head ')
  const { ahead, behind } =
    /^\+(?<ahead>\d+) -(?<behind>\d+)$/.exec(valueOf(rows, '# branch.ab ') ?? '')?.groups ?? {}
  const moved = listed(rows.filter(isSubmodule))
  const toCommit = toCommitOf(rows)
  return {
    branch: head === '(detached)' ? null : head,
    apart: ahead && behind ? { ahead: Number(ahead), behind: Number(behind) } : null,
    changed: pathsOf(rows),
    toCommit,
    hasPutBack: rows.filter((row) => row.startsWith('1 D.')).length > toCommit.takenOut.length,
    repositories: [
      ...listed(rows)
        .filter(isRepository)
        .map((path) => path.slice(0, -1)),
      ...moved,
      ...(await submodules).filter((path) => !moved.includes(path)),
    ],
    // What neither side has any more is not there to be settled.
    unmerged: pathsOf(rows.filter((row) => row.startsWith('u ') && !row.startsWith('u DD'))),
  }
}

/** Submodules with something in them that is not committed: each is looked at without the programs that its settings name. */
async function changedSubmodules(repository: Repository): Promise<readonly string[]> {
  const modules = await readFile(join(repository.top, '.gitmodules'), 'utf8').catch(() => '')
  const changed: string[] = []
  for (const { groups } of modules.matchAll(/^[ \t]*path[ \t]*=[ \t]*(?<path>.*\S)[ \t]*$/gm)) {
    const path = groups?.['path'] ?? ''
    if (!repository.isInVault(path) || path.split('/').includes('..')) continue
    const own = await Repository.find(join(repository.top, path)).catch(() => null)
    // One that is not checked out is a folder of this repository.
    if (own?.vaultPath === '' && (await changedPaths(own).catch(() => [])).length > 0) changed.push(path)
  }
  return changed
}

/** What is to be committed, with one look of git's at the work tree. */
export async function changesNow(repository: Repository): Promise<ToCommit> {
  return toCommitOf(await lookNow(repository))
}

/** Paths from the top of the work tree, those that are gone and those that git does not know yet among them. */
export async function changedPaths(
  repository: Pick<Repository, 'git' | 'pathspec'>,
): Promise<readonly string[]> {
  return pathsOf(await lookNow(repository))
}

async function lookNow(repository: Pick<Repository, 'git' | 'pathspec'>): Promise<readonly string[]> {
  return (await repository.git(statusArguments(repository.pathspec))).stdout.split('\0')
}

function valueOf(rows: readonly string[], start: string): string | null {
  return rows.find((row) => row.startsWith(start))?.slice(start.length) ?? null
}

/** Fields before the path: of what changed, of what is in conflict, and of what is not known yet. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 }

/** Each once: what was taken out of the index and is still on disk stands in two rows. */
function pathsOf(rows: readonly string[]): readonly string[] {
  const paths = listed(rows.filter((row) => !isSubmodule(row)))
  return [...new Set(paths)].filter((path) => !isRepository(path))
}

function toCommitOf(rows: readonly string[]): ToCommit {
  const unknown = new Set(pathsOf(rows.filter((row) => row.startsWith('? '))))
  const takenOut = new Set(
    pathsOf(rows.filter((row) => row.startsWith('1 D.'))).filter((path) => !unknown.has(path)),
  )
  return { asOnDisk: pathsOf(rows).filter((path) => !takenOut.has(path)), takenOut: [...takenOut] }
}

/** Of what neither was nor is anything else: in the last commit, in the index and on disk. */
function isSubmodule(row: string): boolean {
  return /^1 \S+ S\S+ (?:(?:160000|000000) ){3}/.test(row)
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
