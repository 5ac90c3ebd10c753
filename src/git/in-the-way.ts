import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { foldersAbove } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { printable } from '../model/lossless-text.ts'
import type { Repository } from './repository.ts'
import type { TreeChange } from './trees.ts'

/**
 * Why git would not put a tree in place, by what `git read-tree` said of it; `path` is the file in the way, from the top of the
 * work tree, where there is one.
 */
export function refusedByGit(said: string): { readonly path: string | null; readonly error: VaultError } {
  const invalid = /invalid path '(?<path>.+)'/.exec(said)?.groups?.['path']
  if (invalid !== undefined) {
    const error = new VaultError(
      'CONFLICT',
      `Others have sent a file whose name git does not allow: ${invalid}. Nothing was put in place.`,
      { path: invalid, hint: 'Whoever made it has to remove it or give it another name, and send that.' },
    )
    return { path: null, error }
  }
  const { path, kind } =
    /(?<kind>Entry|Untracked|Updating).*? '(?<path>.+)' (?:not uptodate|would)/.exec(said)?.groups ?? {}
  if (path !== undefined) {
    return { path, error: nameInTheWay(path, kind === 'Entry' ? 'changed' : 'untracked') }
  }
  const [first = 'it gave no reason'] = said.split('\n')
  const why = first.replace(/^(?:fatal|error): /, '')
  const error = new VaultError(
    'GIT_ERROR',
    `git cannot put in place what others have sent: ${why} Nothing was put in place.`,
    { hint: 'git status tells more.' },
  )
  return { path: null, error }
}

/** A file here that is not to be lost: changed and not committed, not known to git, or of a name that this drive takes for it. */
export function nameInTheWay(name: string, kind: 'changed' | 'untracked' | 'twin'): VaultError {
  const path = printable(name)
  const { message, hint } = {
    changed: {
      message: `Others have changed ${path}, which is changed here, too, and not committed.`,
      hint: 'Commit it with git, or put it aside with git stash, then repeat it.',
    },
    untracked: {
      message: `Others have sent ${path}, and what is there here is nothing that git has or would commit (git check-ignore -v tells which rule leaves it out).`,
      hint: 'Move it away or give it another name, then repeat it.',
    },
    twin: {
      message: `Others have sent a file whose name this drive does not tell from ${path}.`,
      hint: 'Rename one of the two where they were made, or here, then repeat it.',
    },
  }[kind]
  return new VaultError('CONFLICT', `${message} Nothing was put in place.`, { path, hint })
}

/** A file in the way that git is told not to look at: no commit takes in what is changed there. Null for every other one. */
export async function hiddenInTheWay(
  repository: Repository,
  path: string | null,
): Promise<VaultError | null> {
  if (path?.isWellFormed() !== true) return null
  const { stdout } = await repository.git(['ls-files', '-v', '-z', '--', `:(top,literal)${path}`])
  const letter =
    stdout
      .split('\0')
      .find((row) => row.slice(2) === path)
      ?.charAt(0) ?? ''
  const flags = [
    ...(letter.toUpperCase() === 'S' ? ['skip-worktree'] : []),
    ...(letter !== letter.toUpperCase() ? ['assume-unchanged'] : []),
  ]
  if (flags.length === 0) return null
  const file = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
  const commands = flags.map((flag) => `git update-index --no-${flag} ${file}`).join(' and ')
  const where = repository.vaultPath === '' ? '' : ' at the top of the repository'
  return new VaultError(
    'CONFLICT',
    `Others have changed ${path}, which is changed here, too, and git is told not to look at it (${flags.join(', ')}). Nothing was put in place.`,
    { path, hint: `${commands}${where} has git look at it again. Then repeat it.` },
  )
}

/** A link in the place of a folder: what is put below it would lie elsewhere, and git would not see it. */
export async function linkInTheWay(
  repository: Repository,
  changes: readonly TreeChange[],
): Promise<{ readonly path: string; readonly error: VaultError } | null> {
  const leaving = new Set(changes.filter(({ status }) => status === 'D').map(({ path }) => path))
  const seen = new Set<string>()
  for (const { path } of changes) {
    for (let folder = dirname(path); folder !== '.' && !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder)
      if (leaving.has(folder)) continue
      const stats = await lstat(repository.placeOf(folder)).catch(() => null)
      if (stats?.isSymbolicLink() !== true) continue
      const [sent, link] = [printable(path), printable(folder)]
      const error = new VaultError(
        'CONFLICT',
        `Others have changed ${sent}, and here ${link} is a link to another folder. Nothing was put in place.`,
        { path: link, hint: 'Put a folder there instead of the link, or take it away, then repeat it.' },
      )
      return { path: folder, error }
    }
  }
  return null
}

/**
 * A file or link that lies where git would put a new file, or a folder above it. git overwrites what it is told to ignore.
 */
export async function pathInTheWay(
  repository: Repository,
  changes: readonly TreeChange[],
): Promise<string | null> {
  const leaving = new Set(changes.filter(({ status }) => status === 'D').map(({ path }) => path))
  for (const { status, path } of changes) {
    if (status !== 'A') continue
    // What lies behind a link that goes away lies elsewhere.
    if (foldersAbove(path).some((folder) => leaving.has(folder))) continue
    for (let place = path; place !== '.'; place = dirname(place)) {
      const stats = await lstat(repository.placeOf(place)).catch(() => null)
      if (stats === null) continue
      if (!stats.isDirectory() && !leaving.has(place)) return place
      break
    }
  }
  return null
}
