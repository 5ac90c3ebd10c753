import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { RegistryConfig } from './registry-schema.ts'
import { VaultError } from '../model/vault-error.ts'
import { parseConfig } from '../settings/parse-config.ts'
import { hasCode } from '../model/error-code.ts'
import { describeEmptyFile, isMissing, readText } from '../files/read-text.ts'
import { registrySchema } from './registry-schema.ts'

export interface Registry {
  /** The real path of the file, which need not exist. */
  readonly file: string
  /** The file's text; null where there is none. */
  readonly text: string | null
  readonly config: RegistryConfig
  /** Keys that were ignored without harm, a sentence each. */
  readonly notices: readonly string[]
}

export const registryFileName = 'config.yml'

/**
 * Reads this user's vaults; a missing file is an empty registry. Fails with `INVALID_ARGUMENT` when the file is
 * damaged, naming each wrong key and what to write: guessing could lead a note into the wrong vault.
 */
export async function readRegistry(folder: string): Promise<Registry> {
  const { file, text } = await readRegistryFile(folder)
  if (text === '') throw damaged([describeEmptyFile(registryFileName)])
  return { file, text, ...parseRegistry(text ?? '') }
}

/** The file alone: what it says is not checked. */
async function readRegistryFile(folder: string): Promise<Pick<Registry, 'file' | 'text'>> {
  try {
    const file = await realFile(join(folder, registryFileName))
    return { file, text: await readText(file) }
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM')) throw refused(error)
    if (hasCode(error, 'EISDIR')) throw aFolder(error)
    throw error
  }
}

/** Fails with `INVALID_ARGUMENT` as `readRegistry` does. */
export function parseRegistry(text: string): Pick<Registry, 'config' | 'notices'> {
  const { config, notices, problems } = parseConfig(text, {
    schema: registrySchema,
    accepted: {
      'mcp_server.auto_switch_vault':
        '`mcp_server.auto_switch_vault` has no effect: a call names its vault with `vault_id`.',
    },
  })
  if (problems.length > 0) throw damaged(problems)
  return { config, notices: notices.map((notice) => `${registryFileName}: ${notice}`) }
}

function refused(error: Error & { readonly code: string }): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `The registry \`${registryFileName}\` may not be read by this user (${error.code}).`,
    {
      hint: ['Mend its permissions and those of its folder.', { kind: 'find-config', what: 'it' }],
    },
    { cause: error },
  )
}

function aFolder(cause: unknown): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `A folder lies where the registry \`${registryFileName}\` should be.`,
    { hint: ['Move it away.', { kind: 'find-config', what: 'it' }] },
    { cause },
  )
}

function damaged(problems: readonly string[]): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `The registry \`${registryFileName}\` cannot be used, and was left as it is. ${problems.join(' ')}`,
    {
      hint: [
        'Mend the file in an editor.',
        { kind: 'find-config', what: 'it' },
        { kind: 'see-doctor', to: 'check it' },
      ],
      file: registryFileName,
      problems,
    },
  )
}

/** Follows a symbolic link, as people who keep their configuration in a repository have one: it must stay a link. */
async function realFile(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if (isMissing(error)) return file
    throw error
  }
}
