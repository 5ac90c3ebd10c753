import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '../model/parse-json.ts'
import { isIdentity, mayBeAlive, thisProcess } from '../own-files/process-identity.ts'

const beginning = 'flint-git-'
const ownerFile = 'owner'
const oldMs = 3_600_000

/**
 * Runs work with a folder for files that git is to work with, outside the repository and for this user alone. It is removed
 * afterwards, and so are those that processes have left which were killed.
 */
export async function inWorkingFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  leftRemoved ??= removeLeft()
  await leftRemoved
  const folder = await mkdtemp(join(tmpdir(), beginning))
  try {
    await writeFile(join(folder, ownerFile), JSON.stringify(thisProcess()), { mode: 0o600 })
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Once in a process. */
let leftRemoved: Promise<void> | undefined

/** What cannot be looked at or removed is another's, or stays for the next one. */
async function removeLeft(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(beginning))) {
    const folder = join(tmpdir(), name)
    if (await isLeft(folder).catch(() => false))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function isLeft(folder: string): Promise<boolean> {
  const stats = await lstat(folder)
  // Windows knows no such numbers, and has a temporary folder for each user.
  const isOwn = process.getuid === undefined || stats.uid === process.getuid()
  if (!stats.isDirectory() || !isOwn) return false
  const owner = parseJson(await readFile(join(folder, ownerFile), 'utf8').catch(() => ''))
  // Whoever was killed at once has not said who it was, or half of it.
  return isIdentity(owner) ? !mayBeAlive(owner, thisProcess()) : Date.now() - stats.mtimeMs > oldMs
}
