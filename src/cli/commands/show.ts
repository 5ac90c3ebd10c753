import { isIsoDate } from '../../model/is-iso-date.ts'
import { defined } from '../../model/defined.ts'
import { inMegabytes, mostReadBytes } from '../../model/note-size.ts'
import { VaultError } from '../../model/vault-error.ts'
import { getNoteInfo } from '../../tools/notes/get-note-info.ts'
import { getNote, mostChars } from '../../tools/notes/get-note.ts'
import type { OutputOf } from '../../call/tool.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { fromLocal } from '../local-time.ts'
import { vaultOf } from '../file-of.ts'
import { findNote } from '../note-file.ts'
import { readWholeNote } from '../../page/calls/read-whole-note.ts'
import { refuseTogether } from '../refuse-together.ts'
import { oneLine } from '../plain-text.ts'
import { describeInfo } from './describe-info.ts'

/** `flint show NOTE` */
export async function show(given: Given<'show'>, cli: Cli): Promise<Outcome> {
  const { note, section, lines, info, path, at: asked } = given
  // Digits alone are a change, words may be a name in git.
  const at = asked !== undefined && isIsoDate(asked) ? fromLocal(asked, 'last') : asked
  if (at !== undefined && (path || info))
    throw new VaultError(
      'INVALID_ARGUMENT',
      '--at shows a text; it goes neither with --info nor with --path.',
    )
  refuseTogether({
    '--section': section !== undefined,
    '--lines': lines !== undefined,
    '--info': info,
    '--path': path,
  })
  if (path) {
    const { file, ...found } = await findNote(note, cli)
    return { data: { id: found.path, vault_id: found.vault, file }, text: file, isRaw: true }
  }
  if (info) {
    const data = await withNote(note, cli, async (named) => cli.call(getNoteInfo, named))
    return { data, text: describeInfo(data, cli) }
  }
  const part = { ...defined({ section, revision: at }), ...(lines !== undefined && readLines(lines)) }
  const isFile = section === undefined && lines === undefined && !cli.isJson
  let name = note
  const data = await withNote(note, cli, async (named) => {
    name = named.identifier
    return await cli.call(getNote, {
      ...{ ...named, max_chars: mostChars, ...part },
      ...(isFile && { fields: ['id'] }),
    })
  })
  if (data.as_of !== undefined)
    cli.tell(`${oneLine(data.as_of.said)} ${data.as_of.time}, ${oneLine(data.as_of.by)}`)
  const cut = data.truncated ?? data.rest
  if (cut !== undefined) cli.say(cut)
  if (!isFile) return { data, text: data.content ?? '', isRaw: true }
  const text =
    at === undefined ? await bytesOf(data, cli) : await pastText({ ...data, name, revision: at }, cli)
  // A pipe gets the bytes of the file, with its last line as it ends.
  return { data, text, isRaw: true, isExact: !cli.terminal.isWatched }
}

type Shown = OutputOf<typeof getNote>

/** Agents get the body of a note, a long one in parts; a person who asks for a note gets all that is in the file. */
async function bytesOf({ id: path = '', vault: { id } }: Shown, cli: Cli): Promise<Uint8Array> {
  const { files } = await vaultOf(cli, id)
  const bytes = await files.readBytes(path, mostReadBytes)
  if (typeof bytes !== 'string') return bytes
  const said = bytes === 'missing' ? 'is gone' : `is longer than ${inMegabytes(mostReadBytes)}`
  throw new VaultError(bytes === 'missing' ? 'NOT_FOUND' : 'INVALID_ARGUMENT', `${path} ${said}.`, { path })
}

interface Past extends Shown {
  readonly name: string | undefined
  readonly revision: string
}

async function pastText({ id, vault, name, revision }: Past, cli: Cli): Promise<string> {
  // What was called otherwise at that time is found by the name that was given.
  const named = { vault_id: vault.id, identifier: name ?? id ?? '', revision }
  return (await cli.call(readWholeNote, named, { isQuiet: true })).text
}

/** `10-20`, `10-`, `10`, `-5`: as line arguments for `get_note`. */
function readLines(text: string): { readonly start_line: number; readonly end_line?: number } {
  const [, first, dash, last] = /^(\d+)(-?)(\d*)$/.exec(text) ?? []
  if (/^-\d+$/.test(text)) return { start_line: Number(text) }
  if (first === undefined || Number(first) === 0) {
    throw new VaultError('INVALID_ARGUMENT', `"${text}" names no lines.`, {
      hint: 'Lines count from 1. Use --lines 10-20, --lines 10- for the rest, or --lines=-5 for the last five.',
    })
  }
  const start = Number(first)
  if (dash === '') return { start_line: start, end_line: start }
  return { start_line: start, ...(last !== undefined && last !== '' && { end_line: Number(last) }) }
}
