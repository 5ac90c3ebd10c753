import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { callGit, type GitAnswer } from './call-git.ts'
import { findTop } from './find-top.ts'
import { hasPlainSettings } from './plain-settings.ts'
import { listSettings, readGitSettings } from './read-git-settings.ts'

/**
 * git's look at the work tree around a folder, begun before it is known whether that is the one to be looked at: it takes
 * longer than all that tells so. Only where nothing in the repository can have git run a program.
 */
export class StatusAhead {
  readonly #top: string
  readonly #answer: Promise<GitAnswer | null>
  readonly #settings: Promise<GitAnswer | null>
  readonly #given = new AbortController()

  private constructor(top: string) {
    this.#top = top
    const ask = async (args: readonly string[]) =>
      await callGit({
        // Where the folder beside it turns out to be no repository, git is to look nowhere else for one.
        args: ['-c', 'safe.bareRepository=explicit', ...args],
        env: { GIT_CEILING_DIRECTORIES: dirname(top) },
        cwd: top,
        signal: this.#given.signal,
      }).catch(() => null)
    this.#answer = ask(statusArguments(':(top)'))
    this.#settings = ask(listSettings)
  }

  /** Null where what git would read is not plain, or the environment tells it where to look. */
  static begin(folder: string, env: Readonly<Record<string, string | undefined>>): StatusAhead | null {
    if (saysWhere.some((name) => env[name] !== undefined)) return null
    const top = plainRepository(folder)
    return top === null ? null : new StatusAhead(top)
  }

  /**
   * The settings of the repository with this top, as git lists them; null where it is not the one that is looked at, git does not
   * take it for one, or its work tree may be elsewhere.
   */
  async settingsOf(top: string): Promise<string | null> {
    const listed = top === this.#top ? ((await this.#settings)?.stdout ?? '') : ''
    const settings = readGitSettings(listed)
    // What git takes for no repository it does not read the settings of.
    const isTaken = settings.some(({ isOwn }) => isOwn)
    const isElsewhere = settings.some(
      ({ name, value }) => name === 'core.worktree' || (name === 'core.bare' && value !== 'false'),
    )
    return isTaken && !isElsewhere ? listed : null
  }

  /** git's answer for the whole of this repository; null where it has none. */
  async take({ top, vaultPath, refused }: Meant): Promise<GitAnswer | null> {
    const isMeant = top === this.#top && vaultPath === '' && refused.length === 0
    return isMeant ? await this.#answer : null
  }

  async close(): Promise<void> {
    this.#given.abort()
    await this.#answer
  }
}

/**
 * What has git say where the branch stands and what below this path is not committed. Into a submodule it does not look: there it
 * would run programs that the submodule's own settings name.
 */
export function statusArguments(pathspec: string): readonly string[] {
  const kinds = ['--no-renames', '--untracked-files=all', '--ignore-submodules=dirty']
  return ['status', '--porcelain=v2', '-z', '--branch', '--ahead-behind', ...kinds, '--', pathspec]
}

interface Meant {
  readonly top: string
  readonly vaultPath: string
  readonly refused: readonly string[]
}

const saysWhere = [
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_NAMESPACE',
  'GIT_CEILING_DIRECTORIES',
]

/** The top of the work tree that a folder is in, where git's own files lie in it and have plain settings. */
function plainRepository(folder: string): string | null {
  try {
    const top = findTop(realpathSync(folder))
    if (top === null) return null
    const own = join(top, '.git')
    if (!lstatSync(own).isDirectory() || isThere(join(own, 'commondir')) || isThere(join(top, 'HEAD')))
      return null
    return hasPlainSettings(readFileSync(join(own, 'config'), 'utf8')) ? top : null
  } catch {
    return null
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
