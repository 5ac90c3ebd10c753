import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isNotePath } from '../model/note-path.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { leadsOut } from '../own-files/leads-out.ts'
import { fromWorkingFolder } from '../registry/config-folder.ts'
import type { Cli } from './cli.ts'
import type { CommandFace, Completes } from './command-face.ts'
import { toOption } from './parsed-words.ts'

/** What a command is given, its notes and folders named as `noteHere` and `placeHere` name them. */
export async function withNotesHere(
  { arguments: args = [], options = [] }: CommandFace,
  given: Readonly<Record<string, unknown>>,
  cli: Cli,
): Promise<Readonly<Record<string, unknown>>> {
  const named = [
    ...args.map(({ name, completes }) => ({ key: name, completes })),
    ...options.map((option) => ({ key: toOption(option).attributeName(), completes: option.completes })),
  ].filter(({ key, completes }) => isPlace(completes) && given[key] !== undefined)
  const places = named.map(async ({ key, completes }): Promise<[string, unknown]> => {
    const meant = async (value: unknown): Promise<unknown> =>
      typeof value === 'string'
        ? await (completes === 'notes' ? noteHere : placeHere)(value, cli)
        : Array.isArray(value)
          ? await Promise.all(value.map(meant))
          : value
    return [key, await meant(given[key])]
  })
  return { ...given, ...Object.fromEntries(await Promise.all(places)) }
}

function isPlace(completes: Completes | undefined): boolean {
  return completes === 'notes' || completes === 'note-folders'
}

/**
 * The id of the note whose file a word names from the working directory, where that lies in the vault that is asked. Without
 * `./` or `../` a note that the vault itself knows by that word comes first.
 */
export async function noteHere(word: string, cli: Cli): Promise<string> {
  if (isDotted(word)) return await placeHere(word, cli)
  if (!isNotePath(word) || cli.cwd === '' || isAbsolute(word) || !existsSync(resolve(cli.cwd, word)))
    return word
  const [vault, ...others] = await cli.vaultsMeant()
  if (vault === undefined || others.length > 0) return word
  const path = pathInVault(await fileHere(word, cli), vault)
  return path === null || path === word || (await isKnown(word, cli)) ? word : path
}

/**
 * The path in the vault for `./x` and `../x` from the working directory, and the whole path for what lies outside, which the
 * call refuses. Any other word stays, and each where several vaults are asked.
 */
export async function placeHere(word: string, cli: Cli): Promise<string> {
  if (!isDotted(word)) return word
  const [vault, ...others] = await cli.vaultsMeant()
  if (vault === undefined || others.length > 0) return word
  const file = await fileHere(word, cli)
  const path = pathInVault(file, vault) ?? file
  return path === '' || word.endsWith('/') ? `${path}/` : path
}

function isDotted(word: string): boolean {
  return /^\.\.?\//.test(word)
}

async function fileHere(word: string, cli: Cli): Promise<string> {
  return resolve(await realpath(fromWorkingFolder(cli.cwd, '.')), word)
}

/** Null for what lies outside. */
function pathInVault(file: string, vault: KnownVault): string | null {
  const path = relative(vault.root, file)
  return leadsOut(path) ? null : path.replaceAll(sep, '/')
}

/** Whether a call would find a note, or several, by this word. */
async function isKnown(identifier: string, cli: Cli): Promise<boolean> {
  const [{ CliError }, { getNote }] = await Promise.all([
    import('./cli-error.ts'),
    import('../tools/notes/get-note.ts'),
  ])
  try {
    await cli.call(getNote, { identifier, fields: ['id'], max_chars: 200 }, { isQuiet: true })
    return true
  } catch (error) {
    if (error instanceof CliError) return !['NOT_FOUND', 'OUTSIDE_VAULT'].includes(error.content.error.code)
    throw error
  }
}
