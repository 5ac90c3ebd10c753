import { lstat, utimes } from 'node:fs/promises'
import { hasCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'
import { printable } from '../model/lossless-text.ts'
import { inIndexCopy, inOwnIndex, type OwnIndex } from './own-index.ts'
import type { Repository } from './repository.ts'
import { diffTrees } from './trees.ts'
import { changedPaths } from './work-tree-status.ts'

/** A file that git would pass through a program which only the repository's own settings name. */
export interface FilteredFile {
  readonly path: string
  /** The name of the filter. */
  readonly driver: string
}

/**
 * Of these files the ones that need a filter which flint does not run: without it git would take in, or put in place, another
 * text than is meant, such as the plain text of what is kept encrypted. git is asked only where a filter was refused. The
 * attributes are those of the work tree, or with `isCached` those that the index has.
 */
export async function filteredFiles(
  { refusedFilters }: Pick<Repository, 'refusedFilters'>,
  index: Pick<OwnIndex, 'git'>,
  paths: readonly string[],
  { isCached = false }: { readonly isCached?: boolean } = {},
): Promise<readonly FilteredFile[]> {
  if (refusedFilters.size === 0 || paths.length === 0) return []
  const { stdout } = await index.git(
    ['check-attr', ...(isCached ? ['--cached'] : []), '--stdin', '-z', 'filter'],
    { input: paths },
  )
  const fields = stdout.split('\0')
  const found: FilteredFile[] = []
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , driver = ''] = fields.slice(at, at + 3)
    if (refusedFilters.has(driver)) found.push({ path, driver })
  }
  return found
}

/** Those of them that are files now: what is gone, and a link, goes through no filter. */
export async function filteredOnDisk(
  repository: Repository,
  index: Pick<OwnIndex, 'git'>,
  paths: readonly string[],
): Promise<readonly FilteredFile[]> {
  const there: FilteredFile[] = []
  for (const file of await filteredFiles(repository, index, paths)) {
    const stats = await lstat(repository.placeOf(file.path)).catch(() => null)
    if (stats?.isFile() === true) there.push(file)
  }
  return there
}

/**
 * Fails with `GIT_ERROR` where one of these files of the work tree would be committed without its filter. Those to commit:
 * without the ones that look changed only because flint does not run it.
 */
export async function expectNoFilters(
  repository: Repository,
  paths: readonly string[],
): Promise<readonly string[]> {
  const { open, committed } = await filteredNow(repository, paths)
  if (open.length > 0) throw repository.withRefused(needsFilter(open, 'here'))
  return committed.size === 0 ? paths : paths.filter((path) => !committed.has(path))
}

/** Of files that look changed the ones that need a filter: those that are, and those that git itself has committed as they are. */
export async function filteredNow(
  repository: Repository,
  paths: readonly string[],
): Promise<{ readonly open: readonly FilteredFile[]; readonly committed: ReadonlySet<string> }> {
  const filtered = await filteredOnDisk(repository, repository, paths)
  const touched = filtered.length === 0 ? null : await touchedPaths(repository)
  const isOpen = ({ path }: FilteredFile) => touched?.has(path) ?? true
  return {
    open: filtered.filter(isOpen),
    committed: new Set(filtered.filter((file) => !isOpen(file)).map(({ path }) => path)),
  }
}

/**
 * What is not as git has committed it by the time and size of the files alone. Of a file that was written in the second in which
 * git committed it, git itself looks at the text, and would need the filter for that: unless its index is the younger one.
 */
async function touchedPaths(repository: Repository): Promise<ReadonlySet<string> | null> {
  return await inIndexCopy(repository, async ({ git }, file) => {
    const later = Date.now() / 1_000 + 60
    await utimes(file, later, later)
    return new Set(await changedPaths({ git, pathspec: ':(top)' }))
  }).catch((error: unknown) => {
    // Before its first `git add` a repository has no index.
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
}

/** Fails with `GIT_ERROR` where putting a tree in place of a commit would put a file there without its filter. */
export async function expectNoFiltersBetween(
  repository: Repository,
  commit: string,
  tree: string,
): Promise<void> {
  if (repository.refusedFilters.size === 0) return
  const changes = await diffTrees(repository, commit, tree)
  const paths = changes.flatMap(({ path, after }) => (after?.mode.startsWith('100') === true ? [path] : []))
  const filtered = await inOwnIndex(repository, tree, async (index) =>
    filteredFiles(repository, index, paths, { isCached: true }),
  )
  if (filtered.length > 0) throw repository.withRefused(needsFilter(filtered, 'there'))
}

/** What is not committed for want of a filter, in one sentence; null where there is nothing. */
export function describeFiltered(files: readonly FilteredFile[]): string | null {
  if (files.length === 0) return null
  return `${nameSome(files)} ${needOf(files)} the filter ${driversOf(files)}, which is set in this repository and not run by flint: git itself commits that.`
}

function needsFilter(files: readonly FilteredFile[], side: 'here' | 'there'): VaultError {
  const programs = `or set ${driversOf(files)} in your own settings, which flint follows (git config --global), if you trust it`
  const [message, hint] =
    side === 'here'
      ? [
          `${nameSome(files)} ${needOf(files)} a filter that is set in this repository (${driversOf(files)}): flint runs no program of a repository. Nothing was committed or sent.`,
          `Commit it with git itself, then repeat it; ${programs}.`,
        ]
      : [
          `Others have sent ${nameSome(files)}, and that needs a filter that is set in this repository (${driversOf(files)}): flint runs no program of a repository. Nothing was put in place.`,
          `Take it in with git pull, then repeat it; ${programs}.`,
        ]
  return new VaultError('GIT_ERROR', message, {
    paths: files.slice(0, mostPaths).map(({ path }) => printable(path)),
    hint,
  })
}

const mostNamed = 3
const mostPaths = 50

function nameSome(files: readonly FilteredFile[]): string {
  const more = files.length - mostNamed
  const named = files
    .slice(0, mostNamed)
    .map(({ path }) => printable(path))
    .join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

function needOf(files: readonly FilteredFile[]): string {
  return files.length === 1 ? 'needs' : 'need'
}

function driversOf(files: readonly FilteredFile[]): string {
  return [...new Set(files.map(({ driver }) => `filter.${printable(driver)}`))].join(', ')
}
