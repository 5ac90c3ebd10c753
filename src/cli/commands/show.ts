import { z } from 'zod'
import { isIsoDate } from '../../markdown/text/is-iso-date.ts'
import { contentStart } from '../../model/note-content.ts'
import { VaultError } from '../../model/vault-error.ts'
import { getNoteInfo } from '../../tools/notes/get-note-info.ts'
import { getNote } from '../../tools/notes/get-note.ts'
import type { OutputOf } from '../../call/tool.ts'
import { withNote } from '../choose-note.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { fromLocal } from '../local-time.ts'
import { findNote } from '../note-file.ts'
import { oneLine, withoutControls } from '../plain-text.ts'
import { describeInfo } from './describe-info.ts'

const input = z.object({
  note: z.string().optional(),
  section: z.string().optional(),
  lines: z.string().optional(),
  info: z.boolean().default(false),
  path: z.boolean().default(false),
  at: z.string().optional(),
})

/** `flint show NOTE` */
export async function show(given: unknown, cli: Cli): Promise<Outcome> {
  const { note, section, lines, info, path, at: asked } = input.parse(given)
  // Digits alone are a change, words may be a name in git.
  const at = asked !== undefined && isIsoDate(asked) ? fromLocal(asked, 'last') : asked
  if (at !== undefined && (path || info))
    throw new VaultError(
      'INVALID_ARGUMENT',
      '--at shows a text; it goes neither with --info nor with --path.',
    )
  if (path) {
    const { file, ...found } = await findNote(note, cli)
    return { data: { id: found.path, vault_id: found.vault, file }, text: file, isRaw: true }
  }
  if (info) {
    const data = await withNote(note, cli, async (named) => cli.call(getNoteInfo, named))
    return { data, text: describeInfo(data, cli) }
  }
  const part = {
    ...(section !== undefined && { section }),
    ...(lines !== undefined && readLines(lines)),
    ...(at !== undefined && { revision: at }),
  }
  const data = await withNote(note, cli, async (named) =>
    cli.call(getNote, { ...named, max_chars: 500_000, ...part }),
  )
  const read = data
  const isCut = read.rest !== undefined || read.truncated !== undefined
  const isWhole = section === undefined && lines === undefined
  const text =
    isCut && isWhole
      ? await (at === undefined ? readWhole(read.vault.id, read.id ?? '', cli) : readPast(read, at, cli))
      : (read.content ?? '')
  if (read.as_of !== undefined && !cli.isJson)
    cli.say(`${oneLine(read.as_of.said)} ${read.as_of.time}, ${oneLine(read.as_of.by)}`)
  if (isCut && !isWhole && !cli.isJson) cli.say(read.truncated ?? read.rest ?? '')
  // A pipe gets what the note holds; a terminal must not obey its control characters.
  return { data, text: cli.terminal.isWatched ? withoutControls(text) : text }
}

/** `10-20`, `10-`, `10`, `-5`: as line arguments for `get_note`. */
function readLines(text: string): { readonly start_line: number; readonly end_line?: number } {
  const [, first, dash, last] = /^(\d+)(-?)(\d*)$/.exec(text) ?? []
  if (/^-\d+$/.test(text)) return { start_line: Number(text) }
  if (first === undefined) {
    throw new VaultError('INVALID_ARGUMENT', `"${text}" names no lines.`, {
      hint: 'Use --lines 10-20, --lines 10- for the rest, or --lines=-5 for the last five.',
    })
  }
  const start = Number(first)
  if (dash === '') return { start_line: start, end_line: start }
  return { start_line: start, ...(last !== undefined && last !== '' && { end_line: Number(last) }) }
}

/** All pages of a text of another time. */
async function readPast(first: OutputOf<typeof getNote>, revision: string, cli: Cli): Promise<string> {
  const parts = [first.content ?? '']
  let read = first
  while (read.rest !== undefined) {
    const next = (read.start_line ?? 1) + (read.lines_returned ?? 1)
    if (next > (read.total_lines ?? 0)) break
    const identifier = first.id ?? ''
    read = await cli.call(getNote, {
      vault_id: first.vault.id,
      ...{ identifier, revision, start_line: next, max_chars: 500_000 },
    })
    parts.push(read.content ?? '')
  }
  return parts.join('')
}

/** Agents get a long note in parts; a person who asks for it gets all of it. */
async function readWhole(vaultId: string, id: string, cli: Cli): Promise<string> {
  const { hub } = await cli.app()
  const vault = await hub.open((await hub.find(vaultId)).id)
  const { file, facts } = await vault.notes.read(id)
  return file.text.slice(contentStart(file.text, facts.frontmatter).offset)
}
