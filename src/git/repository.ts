import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { VaultError } from '../model/vault-error.ts'
import { callGit, type GitAnswer, type GitCall } from './call-git.ts'
import { findHooks } from './find-hooks.ts'
import { findTop } from './find-top.ts'
import { notUsable, workTreeElsewhere } from './git-error.ts'
import { bytesOf } from '../model/lossless-text.ts'
import { type GitSetting, listSettings, readGitSettings } from './read-git-settings.ts'
import { asEnvironment, filtersAmong, refuseSettings, type RefusedSetting } from './refuse-settings.ts'
import type { StatusAhead } from './status-ahead.ts'

type Call = Omit<GitCall, 'cwd' | 'args'> & Partial<Pick<GitCall, 'cwd'>>

/** The repository that a vault lies in, with what of its own settings git is not to follow. */
export class Repository {
  /** The top of its work tree, and the folder of git's own files. */
  readonly top: string
  readonly gitFolder: string
  /** The vault's folder below the top, with `/`; empty where the vault is the whole of it. */
  readonly vaultPath: string
  readonly #hooks: readonly string[]
  /** Settings as they were when it was looked at last, the user's own among them. */
  #settings: readonly GitSetting[] = []
  #refused: readonly RefusedSetting[] = []
  #environment: Readonly<Record<string, string>> = {}

  private constructor(top: string, gitFolder: string, vaultPath: string, hooks: readonly string[]) {
    this.#hooks = hooks
    this.top = top
    this.gitFolder = gitFolder
    this.vaultPath = vaultPath
  }

  /**
   * Null where the folder is in no repository; fails with `GIT_ERROR` where git cannot work in it, or is not to. Where git
   * has begun to look at that repository, its settings are known already.
   */
  static async find(
    folder: string,
    signal?: AbortSignal,
    begun: StatusAhead | null = null,
  ): Promise<Repository | null> {
    const place = await realpath(folder)
    const nearest = findTop(place)
    if (nearest === null) return null
    const known = await begun?.settingsOf(nearest)
    if (known != null)
      return await Repository.#at(nearest, join(nearest, '.git'), relative(nearest, place), known)
    const given = { cwd: place, signal }
    const asked = ['--show-toplevel', '--absolute-git-dir', '--is-bare-repository']
    const [{ code, stdout, stderr }, settings] = await Promise.all([
      callGit({ ...given, args: ['rev-parse', ...asked], expected: [128] }),
      callGit({ ...given, args: listSettings, expected: [128] }),
    ])
    if (code !== 0) {
      if (stderr.includes('not a git repository (or any')) return null
      // In a bare one, which has no work tree, notes are in no repository either.
      if (stderr.includes('must be run in a work tree')) return null
      throw notUsable(stderr)
    }
    // Without them it is not known what git is not to run.
    if (settings.code !== 0) throw notUsable(settings.stderr)
    const [top, gitFolder, isBare] = stdout.split('\n')
    if (!top || !gitFolder || isBare !== 'false') return null
    const real = await realpath(top).catch(() => null)
    if (real !== nearest) throw workTreeElsewhere()
    return await Repository.#at(top, gitFolder, relative(real, place), settings.stdout)
  }

  static async #at(top: string, gitFolder: string, below: string, settings: string): Promise<Repository> {
    const hooks = await findHooks({ top, gitFolder, settings: readGitSettings(settings) })
    const repository = new Repository(top, gitFolder, below.split(sep).join('/'), hooks)
    repository.#follow(settings)
    return repository
  }

  /** What of its settings is not followed. */
  get refused(): readonly string[] {
    return this.#refused.map(({ name }) => name)
  }

  /** That, and the hooks that are not run. */
  get notFollowed(): readonly string[] {
    return [...this.refused, ...this.#hooks]
  }

  /** The names of filters that are not run because the repository's own settings name their programs. */
  get refusedFilters(): ReadonlySet<string> {
    return filtersAmong(this.#refused)
  }

  /** A setting's value, without asking git anew; null where it is not set. Section and key in small letters. */
  setting(name: string): string | null {
    return this.valuesOf(name).at(-1) ?? null
  }

  /** All values of a setting, the one in force last. Section and key in small letters. */
  valuesOf(name: string): readonly string[] {
    return this.#settings.filter((setting) => setting.name === name).map(({ value }) => value)
  }

  /** The names of what it can be sent to, or fetched from. */
  get remotes(): readonly string[] {
    const named = this.#settings.map(
      ({ name }) => /^remote\.(?<remote>.+)\.url$/s.exec(name)?.groups?.['remote'],
    )
    return [...new Set(named)].filter((remote) => remote !== undefined)
  }

  /** Whether an address may stand for another one. */
  get rewritesAddresses(): boolean {
    return this.#settings.some(({ name }) => /^url\..*\.(?:push)?insteadof$/s.test(name))
  }

  /** Whether git fetches what is missing when it is asked for. */
  get isPartial(): boolean {
    return this.#settings.some(({ name }) => /^(?:extensions\.partialclone|remote\..*\.promisor)$/.test(name))
  }

  /** Looks at the settings anew where they include files, which may be among those that were put in place since. */
  async lookAgain(): Promise<void> {
    if (this.#settings.some(({ name, isOwn }) => isOwn && /^include(?:if\..*)?\.path$/.test(name)))
      this.#follow((await callGit({ cwd: this.top, args: listSettings })).stdout)
  }

  #follow(listed: string): void {
    this.#settings = readGitSettings(listed)
    this.#refused = refuseSettings(this.#settings)
    this.#environment = asEnvironment(this.#refused, process.env['GIT_CONFIG_COUNT'])
  }

  /** Runs git without what this repository alone would have it run: at the top of the work tree, if no folder is given. */
  async git(args: readonly string[], call: Call = {}): Promise<GitAnswer> {
    const asked = { cwd: this.top, ...call, args, env: { ...this.#environment, ...call.env } }
    try {
      return await callGit(asked)
    } catch (error) {
      throw error instanceof VaultError ? this.withRefused(error) : error
    }
  }

  /** An error that says what was not followed, too, which may be why. */
  withRefused({ code, message, facts }: VaultError): VaultError {
    if (this.refused.length === 0) return new VaultError(code, message, facts)
    const said = `Of the repository's settings these were not followed, because they would run a program: ${this.refused.join(', ')}.`
    return new VaultError(code, message, {
      ...facts,
      hint: facts.hint === undefined ? said : [facts.hint, said].flat(),
    })
  }

  readonly isInVault = (path: string): boolean =>
    this.vaultPath === '' || path.startsWith(`${this.vaultPath}/`)

  /** The path in the vault of what lies in it, given from the top of the work tree. */
  readonly withinVault = (path: string): string =>
    this.vaultPath === '' ? path : path.slice(this.vaultPath.length + 1)

  /** A path of the vault, from the top of the work tree. */
  readonly fromVault = (path: string): string => (this.vaultPath === '' ? path : `${this.vaultPath}/${path}`)

  /** The vault's own part, as git takes it: nothing in the name is a pattern. */
  get pathspec(): string {
    return this.vaultPath === '' ? ':(top)' : `:(top,literal)${this.vaultPath}`
  }

  /** A path from the top of the work tree, as the disk has it: its name may be no UTF-8. */
  placeOf(path: string): string | Buffer {
    const place = join(this.top, path)
    return place.isWellFormed() ? place : bytesOf(place)
  }

  readonly fileOf = (name: string): string => join(this.gitFolder, name)
}
