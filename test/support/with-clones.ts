import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Ended, type Flint, withFlint } from '../cli/with-flint.ts'

/** One person's copy of a repository whose work tree is a vault. */
export interface Clone {
  readonly folder: string
  /** Runs a command of flint's in it. */
  readonly flint: (...args: readonly string[]) => Promise<Ended>
  readonly git: (...args: readonly string[]) => string
  readonly read: (path: string) => Promise<string>
  readonly write: (path: string, text: string) => Promise<void>
  readonly remove: (path: string) => Promise<void>
  /** Writes these files, removes those that are null, commits all and pushes. */
  readonly send: (files?: Readonly<Record<string, string | null>>) => Promise<void>
}

/** Makes the repository a vault for whoever starts flint in it. */
const carried = { '.flint-note/config.yml': 'permissions:\n  write: allow\n' }

/** Clones of one repository that begins with these files, each with a registry and data of its own. */
export async function withClones(
  files: Readonly<Record<string, string>>,
  names: readonly string[],
  use: (clones: readonly Clone[], flint: Flint) => Promise<void>,
): Promise<void> {
  await withFlint({}, async (flint) => {
    const hub = join(flint.folder, 'hub.git')
    runGit(flint.folder, 'init', '--quiet', '--bare', '--initial-branch=main', hub)
    const clones: Clone[] = []
    for (const name of names) {
      const folder = join(flint.folder, name)
      const settings = [`user.name=${name}`, `user.email=${name}@example.org`]
      runGit(
        flint.folder,
        'clone',
        '--quiet',
        ...settings.flatMap((setting) => ['--config', setting]),
        hub,
        folder,
      )
      const clone = openClone(folder, flint)
      if (clones.length === 0) {
        runGit(folder, 'checkout', '--quiet', '-B', 'main')
        for (const [path, text] of Object.entries({ ...carried, ...files })) await clone.write(path, text)
        runGit(folder, 'add', '--all')
        runGit(folder, 'commit', '--quiet', '-m', 'first')
        runGit(folder, 'push', '--quiet', '--set-upstream', 'origin', 'main')
      }
      clones.push(clone)
    }
    await use(clones, flint)
  })
}

/** Two people's clones, of whom the first has begun it. */
export async function withTwo(
  files: Readonly<Record<string, string>>,
  use: (ada: Clone, bob: Clone, flint: Flint) => Promise<void>,
): Promise<void> {
  await withClones(files, ['ada', 'bob'], async ([ada, bob], flint) => {
    if (ada === undefined || bob === undefined) throw new Error('There are no two clones.')
    await use(ada, bob, flint)
  })
}

/** One person's clone. */
export async function withOne(
  files: Readonly<Record<string, string>>,
  use: (ada: Clone, flint: Flint) => Promise<void>,
): Promise<void> {
  await withClones(files, ['ada'], async ([ada], flint) => {
    if (ada === undefined) throw new Error('There is no clone.')
    await use(ada, flint)
  })
}

function openClone(folder: string, { run }: Flint): Clone {
  const env = { FLINT_CONFIG_DIR: `${folder}.config`, FLINT_DATA_DIR: `${folder}.data` }
  const git: Clone['git'] = (...args) => runGit(folder, ...args)
  const write: Clone['write'] = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return {
    folder,
    flint: async (...args) => await run(args, { cwd: folder, env }),
    git,
    write,
    read: async (path) => await readFile(join(folder, path), 'utf8'),
    remove: async (path) => {
      await rm(join(folder, path))
    },
    async send(files = {}) {
      for (const [path, text] of Object.entries(files)) {
        if (text === null) git('rm', '--quiet', '-r', path)
        else await write(path, text)
      }
      git('add', '--all')
      git('commit', '--quiet', '-m', 'sent')
      git('push', '--quiet')
    },
  }
}

/** git as its user runs it, but for what the machine's own settings may say. */
export function runGit(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
