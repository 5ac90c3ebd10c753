import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { VaultError } from '../model/vault-error.ts'
import { callGit } from './call-git.ts'
import { hooksIn, placeNamed } from './find-hooks.ts'
import { hasPlainSettings } from './plain-settings.ts'
import { readGitSettings } from './read-git-settings.ts'
import { refuseSettings } from './refuse-settings.ts'

/**
 * Where something is sent to a repository on this machine, git itself receives it there: fails with `GIT_ERROR` where that
 * one has hooks or settings which would run a program then.
 */
export async function expectNoPrograms(remote: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    // As git looks for it.
    for (const end of ['/.git', '', '.git/.git', '.git']) {
      const programs = await programsIn(folder + end)
      if (programs.length > 0) throw bringsPrograms(remote, programs)
    }
  }
}

/** The folder that an address names; null where git reaches it in another way. */
export function localFolder(url: string, top: string): string | null {
  if (/^file:\/\//i.test(url)) return decoded(url.slice(url.startsWith('/', 7) ? 7 : 5))
  // As git tells them apart: before the first slash stands a host, or a drive.
  if (/^[^/\\]{2,}:/.test(url)) return null
  return placeNamed(url, top)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function programsIn(gitFolder: string): Promise<readonly string[]> {
  if ((await lstat(gitFolder).catch(() => null)) === null) return []
  if (await isPlain(gitFolder)) return await hooksIn(join(gitFolder, 'hooks'), whereReceived)
  const call = { cwd: '.', expected: [128] }
  const inIt = ['--git-dir', gitFolder]
  const [place, listed] = await Promise.all([
    callGit({ ...call, args: [...inIt, 'rev-parse', '--git-path', 'config'] }),
    callGit({ ...call, args: [...inIt, 'config', '--show-scope', '--null', '--list'] }),
  ])
  if (place.code !== 0) return []
  const refused = refuseSettings(readGitSettings(listed.stdout)).map(({ name }) => name)
  return [...refused, ...(await hooksIn(join(dirname(place.stdout.trimEnd()), 'hooks'), whereReceived))]
}

/** Whether git's own files lie in this folder, with settings that name no program: then git need not be asked for either. */
async function isPlain(gitFolder: string): Promise<boolean> {
  const read = async (name: string) => await readFile(join(gitFolder, name), 'utf8').catch(() => null)
  const [head, config, common] = await Promise.all(['HEAD', 'config', 'commondir'].map(read))
  return head !== null && config != null && common === null && hasPlainSettings(config)
}

const whereReceived = new Set([
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'push-to-checkout',
  'reference-transaction',
  'post-index-change',
  'post-checkout',
  'pre-auto-gc',
])

function bringsPrograms(remote: string, programs: readonly string[]): VaultError {
  return new VaultError(
    'GIT_ERROR',
    `"${remote}" is a folder on this machine that has git run programs of its own where something arrives (${programs.join(', ')}). Nothing was sent.`,
    { hint: 'If they are yours, send it with git push. What was committed here stays.' },
  )
}
