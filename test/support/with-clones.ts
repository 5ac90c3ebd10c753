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
      runGit(flint.folder, 'clone', '--quiet', hub, folder)
      runGit(folder, 'config', 'user.name', name)
      runGit(folder, 'config', 'user.email', `${name}@example.org`)
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

function openClone(folder: string, { run }: Flint): Clone {
  const env = { FLINT_CONFIG_DIR: `${folder}.config`, FLINT_DATA_DIR: `${folder}.data` }
  return {
    folder,
    flint: async (...args) => await run(args, { cwd: folder, env }),
    git: (...args) => runGit(folder, ...args),
    read: async (path) => await readFile(join(folder, path), 'utf8'),
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    },
    remove: async (path) => {
      await rm(join(folder, path))
    },
  }
}

/** git as its user runs it, but for what the machine's own settings may say. */
export function runGit(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
