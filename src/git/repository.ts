import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { callGit, type GitAnswer, type GitCall } from './call-git.ts'
import { readGitSettings } from './read-git-settings.ts'
import { refuseSettings, type RefusedSetting } from './refuse-settings.ts'

type Call = Omit<GitCall, 'cwd' | 'args'> & Partial<Pick<GitCall, 'cwd'>>

/** The repository that a vault lies in, with what of its own settings git is not to follow. */
export class Repository {
  /** The top of its work tree, and the folder of git's own files. */
  readonly top: string
  readonly gitFolder: string
  /** The vault's folder below the top, with `/`; empty where the vault is the whole of it. */
  readonly vaultPath: string
  readonly refused: readonly RefusedSetting[]
  /** Settings as they were when it was found, the user's own among them, by git's name for them. */
  readonly #settings: ReadonlyMap<string, string>

  private constructor(top: string, gitFolder: string, vaultPath: string, listed: string) {
    const { own, inForce } = readGitSettings(listed)
    this.top = top
    this.gitFolder = gitFolder
    this.vaultPath = vaultPath
    this.refused = refuseSettings(own)
    this.#settings = inForce
  }

  /** Null where the folder is in no repository, or in one whose work tree git keeps elsewhere. */
  static async find(folder: string, signal?: AbortSignal): Promise<Repository | null> {
    const given = { cwd: folder, ...(signal !== undefined && { signal }) }
    const asked = ['--show-toplevel', '--absolute-git-dir', '--is-bare-repository']
    const { code, stdout } = await callGit({ ...given, args: ['rev-parse', ...asked], expected: [128] })
    const [top, gitFolder, isBare] = stdout.split('\n')
    if (code !== 0 || !top || !gitFolder || isBare !== 'false') return null
    const below = relative(await realpath(top), await realpath(folder))
    if (isAbsolute(below) || below.startsWith('..')) return null
    const settings = await callGit({
      ...given,
      args: ['config', '--includes', '--show-scope', '--null', '--list'],
    })
    return new Repository(top, gitFolder, below.split(sep).join('/'), settings.stdout)
  }

  /** A setting's value, without asking git anew; null where it is not set. Section and key in small letters. */
  setting(name: string): string | null {
    return this.#settings.get(name) ?? null
  }

  /** Runs git without what this repository alone would have it run: at the top of the work tree, if no folder is given. */
  async git(args: readonly string[], call: Call = {}): Promise<GitAnswer> {
    const settings = this.refused.flatMap(({ instead }) => ['-c', instead])
    return await callGit({ cwd: this.top, ...call, args: [...settings, ...args] })
  }

  isInVault(path: string): boolean {
    return this.vaultPath === '' || path.startsWith(`${this.vaultPath}/`)
  }

  /** The path in the vault of what lies in it, given from the top of the work tree. */
  withinVault(path: string): string {
    return this.vaultPath === '' ? path : path.slice(this.vaultPath.length + 1)
  }

  /** A path of the vault, from the top of the work tree. */
  readonly fromVault = (path: string): string => (this.vaultPath === '' ? path : `${this.vaultPath}/${path}`)

  /** The vault's own part, as git takes it: nothing in the name is a pattern. */
  get pathspec(): string {
    return this.vaultPath === '' ? ':(top)' : `:(top,literal)${this.vaultPath}`
  }

  fileOf(name: string): string {
    return join(this.gitFolder, name)
  }
}
