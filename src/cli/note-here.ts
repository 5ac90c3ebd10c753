import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isNotePath } from '../model/note-path.ts'
import { leadsOut } from '../own-files/leads-out.ts'
import { fromWorkingFolder } from '../registry/config-folder.ts'
import type { Cli } from './cli.ts'
import type { CommandFace } from './command-face.ts'
import { toOption } from './parsed-words.ts'

/** What a command is given, its notes named as `noteHere` names them. */
export async function withNotesHere(
  { arguments: args = [], options = [] }: CommandFace,
  given: Readonly<Record<string, unknown>>,
  cli: Cli,
): Promise<Readonly<Record<string, unknown>>> {
  const named = [
    ...args.map(({ name, completes }) => ({ key: name, completes })),
    ...options.map((option) => ({ key: toOption(option).attributeName(), completes: option.completes })),
  ].filter(({ key, completes }) => completes === 'notes' && given[key] !== undefined)
  const meant = async (value: unknown): Promise<unknown> =>
    typeof value === 'string'
      ? await noteHere(value, cli)
      : Array.isArray(value)
        ? await Promise.all(value.map(meant))
        : value
  const notes = named.map(async ({ key }): Promise<[string, unknown]> => [key, await meant(given[key])])
  return { ...given, ...Object.fromEntries(await Promise.all(notes)) }
}

/**
 * The id of the note whose file a word names from the working directory, where that lies in the vault that is asked and
 * the vault itself knows no note by that word; else the word.
 */
export async function noteHere(word: string, cli: Cli): Promise<string> {
  const file = isNotePath(word) ? word : isDotted(word) ? `${word}.md` : null
  if (file === null || cli.cwd === '' || isAbsolute(word) || !existsSync(resolve(cli.cwd, file))) return word
  const path = await pathInVault(file, cli)
  return path === null || path === word || (await isKnown(word, cli)) ? word : path
}

/** The path in the vault for `./x` and `../x` from the working directory; any other word as it is. */
export async function placeHere(word: string, cli: Cli): Promise<string> {
  const path = isDotted(word) ? await pathInVault(word, cli) : null
  if (path === null) return word
  return path === '' || word.endsWith('/') ? `${path}/` : path
}

function isDotted(word: string): boolean {
  return /^\.\.?\//.test(word)
}

/** Null for what lies outside the vault, and where several are asked. */
async function pathInVault(word: string, cli: Cli): Promise<string | null> {
  const [vault, ...others] = await cli.vaultsMeant()
  if (vault === undefined || others.length > 0) return null
  const path = relative(vault.root, resolve(await realpath(fromWorkingFolder(cli.cwd, '.')), word))
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
