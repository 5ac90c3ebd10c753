import { hasCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'

const anotherFolder = 'or name another folder in FLINT_CONFIG_DIR.'

/** Runs work that writes a file of the config folder. Errors of the system come with advice. */
export async function writingConfig<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (hasCode(error, 'ENOSPC', 'EDQUOT'))
      throw new VaultError(
        'CONFLICT',
        `There is no space left to write \`${name}\`; nothing was changed.`,
        { hint: `Make room on its disk, ${anotherFolder}` },
        { cause: error },
      )
    if (hasCode(error, 'EROFS'))
      throw new VaultError(
        'PERMISSION_DENIED',
        `The drive of \`${name}\` is mounted read-only; nothing was changed.`,
        { hint: `Mount it for writing, ${anotherFolder}` },
        { cause: error },
      )
    if (hasCode(error, 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST'))
      throw new VaultError(
        'PERMISSION_DENIED',
        `The folder of \`${name}\` cannot be written (${error.code}); nothing was changed.`,
        {
          hint: [`Mend its permissions, ${anotherFolder}`, { kind: 'find-config', what: 'it' }],
        },
        { cause: error },
      )
    throw error
  }
}
