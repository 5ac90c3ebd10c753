import { isAbsolute, resolve } from 'node:path'
import { VaultError } from '../model/vault-error.ts'

/** The whole path of what is named from the working directory; `cwd` is empty where that was deleted, which only such a name tells. */
export function fromWorkingFolder(cwd: string, path: string): string {
  if (cwd !== '' || isAbsolute(path)) return resolve(cwd, path)
  throw new VaultError('NOT_FOUND', 'The working directory is not there any more.', {
    hint: 'Go to a folder that is there, such as with cd ~, or give whole paths.',
  })
}
